//! Input that may be compressed, told by its first bytes and not by its name.

use std::io::{self, BufReader, Cursor, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

const BUFFER: usize = 64 * 1024;

/// Decompresses gzip, bzip2 and Zstandard; anything else is left as it is.
///
/// # Errors
/// The first bytes can't be read.
pub fn decompressed<'a>(input: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let (magic, whole) = begins(Box::new(input), 6)?;
    match magic.as_slice() {
        [0x1f, 0x8b, ..] => {
            let decoder = MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole));
            Ok(Box::new(Unpacked::new(Told { decoder, format: "gzip" })))
        }
        [b'B', b'Z', b'h', b'0'..=b'9', ..] => {
            let decoder = MultiBzDecoder::new(BufReader::with_capacity(BUFFER, whole));
            Ok(Box::new(Unpacked::new(Told { decoder, format: "bzip2" })))
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let decoder = zstd::Decoder::with_buffer(BufReader::with_capacity(BUFFER, whole))?;
            Ok(Box::new(Unpacked::new(Told { decoder, format: "zstd" })))
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0] => {
            unknown("it is compressed with xz: unpack it first, xz -d")
        }
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c] => unknown("it is a 7z archive: unpack it first"),
        [b'P', b'K', 3, 4, ..] => unknown("it is a zip archive: unpack it first"),
        _ => text(whole),
    }
}

fn unknown<T>(why: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::InvalidData, why))
}

type Input<'a> = Box<dyn Read + Send + 'a>;

/// Text without the mark of byte order that some editors put before it.
fn text(input: Input<'_>) -> io::Result<Input<'_>> {
    let (mark, mut whole) = begins(input, 3)?;
    match mark.as_slice() {
        [0xef, 0xbb, 0xbf] => {
            whole.read_exact(&mut [0; 3])?;
            Ok(whole)
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            unknown("it is text in UTF-16: save it as UTF-8, with iconv for instance")
        }
        _ => Ok(whole),
    }
}

/// The text in a compressed file. It is looked at when it is read: what is damaged is told then.
enum Unpacked<'a> {
    Packed(Input<'a>),
    Begun(Input<'a>),
    Broken,
}

impl<'a> Unpacked<'a> {
    fn new(decoder: impl Read + Send + 'a) -> Unpacked<'a> {
        Unpacked::Packed(Box::new(decoder))
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Unpacked::Packed(input) = self {
            let input = std::mem::replace(input, Box::new(io::empty()));
            *self = Unpacked::Broken;
            *self = Unpacked::Begun(text(input)?);
        }
        match self {
            Unpacked::Begun(input) => input.read(buffer),
            Unpacked::Packed(_) | Unpacked::Broken => Ok(0),
        }
    }
}

/// The first bytes, at most so many, and everything with them.
fn begins(mut input: Input<'_>, most: usize) -> io::Result<(Vec<u8>, Input<'_>)> {
    let mut start = Vec::with_capacity(most);
    input.by_ref().take(most as u64).read_to_end(&mut start)?;
    let whole = Cursor::new(start.clone()).chain(input);
    Ok((start, Box::new(whole)))
}

/// A decoder whose errors say what is wrong in words that help.
struct Told<R> {
    decoder: R,
    format: &'static str,
}

impl<R: Read> Read for Told<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| {
            let format = self.format;
            let message = match error.kind() {
                io::ErrorKind::Interrupted => return error,
                io::ErrorKind::UnexpectedEof => format!("the {format} data breaks off"),
                _ => format!("the {format} data is damaged: {error}"),
            };
            io::Error::new(error.kind(), message)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn compress(format: &str, text: &[u8]) -> Vec<u8> {
        match format {
            "gzip" => {
                let mut encoder =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory")
            }
            "bzip2" => {
                let mut encoder =
                    bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory")
            }
            "zstd" => zstd::encode_all(text, 1).expect("memory"),
            _ => text.to_vec(),
        }
    }

    #[test]
    fn every_format_is_read_whole_and_joined() {
        let text = b"1A. e4 {60} *\n".repeat(5000);
        for format in ["plain", "gzip", "bzip2", "zstd"] {
            let mut twice = compress(format, &text);
            twice.extend(compress(format, &text));
            let mut read = Vec::new();
            let mut input = decompressed(twice.as_slice()).unwrap();
            input.read_to_end(&mut read).unwrap();
            assert_eq!(read.len(), 2 * text.len(), "{format}");
        }
    }

    #[test]
    fn a_mark_of_byte_order_is_no_text() {
        for format in ["plain", "gzip", "bzip2", "zstd"] {
            let marked = compress(format, "\u{feff}[Event \"x\"]\n".as_bytes());
            let mut read = String::new();
            decompressed(marked.as_slice()).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, "[Event \"x\"]\n", "{format}");
        }
    }

    #[test]
    fn what_can_not_be_read_is_told() {
        for (bytes, told) in [
            (&b"\xfd7zXZ\0\0\x04"[..], "xz -d"),
            (b"PK\x03\x04....", "zip archive"),
            (b"7z\xbc\xaf\x27\x1c", "7z archive"),
            (b"\xff\xfe[\0E\0", "UTF-16"),
            (b"\xfe\xff\0[\0E", "UTF-16"),
        ] {
            let error = decompressed(bytes).err().expect("no text").to_string();
            assert!(error.contains(told), "{error}");
        }
        for short in [&b""[..], b"P", b"\xef\xbb", b"\xff"] {
            let mut read = Vec::new();
            decompressed(short).unwrap().read_to_end(&mut read).unwrap();
            assert_eq!(read, short);
        }
    }

    #[test]
    fn what_breaks_off_is_told() {
        let text = b"1A. e4 {60} *\n".repeat(5000);
        for format in ["gzip", "bzip2", "zstd"] {
            let whole = compress(format, &text);
            let mut input = decompressed(&whole[..whole.len() / 2]).unwrap();
            let error = io::copy(&mut input, &mut io::sink()).unwrap_err();
            assert_eq!(error.to_string(), format!("the {format} data breaks off"));
        }
    }

    #[test]
    fn short_input_is_no_problem() {
        for text in [&b""[..], b"1", b"BZ", b"\x1f\x8b"] {
            let mut read = Vec::new();
            let _ = decompressed(text).unwrap().read_to_end(&mut read);
        }
    }
}
