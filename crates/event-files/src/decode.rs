//! Text of any encoding that people's programs write.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// The text of a file: by its mark of byte order, as UTF-8, or as the older encoding that it looks most like
/// (Windows-1252 and 1250 among them).
///
/// ```
/// use tandem_event_files::decode;
///
/// assert_eq!(decode("Dvořák".as_bytes()), "Dvořák");
/// assert_eq!(decode(b"M\xFCller, J\xF6rg; Gro\xDFe Strasse"), "Müller, Jörg; Große Strasse");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny).decode_without_bom_handling(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn czech_in_windows_1250() {
        let names =
            "Tým;Hráč 1;Hráč 2\nVěže;Jiří Dvořák;Šárka Nováková\nKoně;Ondřej Říha;Běla Žáková\n";
        let (bytes, _, lost) = encoding_rs::WINDOWS_1250.encode(names);
        assert!(!lost);
        assert_eq!(decode(&bytes), names);
    }

    #[test]
    fn german_in_latin_1() {
        let names = "Mannschaft;Spieler 1;Spieler 2\nTürme;Jörg Müller;Änne Groß\n";
        let (bytes, _, lost) = encoding_rs::WINDOWS_1252.encode(names);
        assert!(!lost);
        assert_eq!(decode(&bytes), names);
    }

    #[test]
    fn marks_of_byte_order() {
        let mut bytes = vec![0xEF, 0xBB, 0xBF];
        bytes.extend("Ann".as_bytes());
        assert_eq!(decode(&bytes), "Ann");
        let utf16: Vec<u8> = [0xFEFFu16]
            .into_iter()
            .chain("Änn".encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(decode(&utf16), "Änn");
    }
}
