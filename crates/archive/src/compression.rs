//! Input that may be compressed, told by its first bytes and not by its name.

use std::io::{self, BufReader, Cursor, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

const BUFFER: usize = 64 * 1024;

/// Decompresses gzip, bzip2 and Zstandard; anything else is left as it is.
///
/// # Errors
/// The first bytes can't be read.
pub fn decompressed<'a>(mut input: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut magic = [0; 4];
    let mut length = 0;
    while length < magic.len() {
        match input.read(&mut magic[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let start = magic[..length].to_vec();
    let whole = Cursor::new(start).chain(input);
    Ok(match &magic[..length] {
        [0x1f, 0x8b, ..] => {
            let decoder = MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole));
            Box::new(Told { decoder, format: "gzip" })
        }
        b"BZh0" | b"BZh1" | b"BZh2" | b"BZh3" | b"BZh4" | b"BZh5" | b"BZh6" | b"BZh7" | b"BZh8"
        | b"BZh9" => {
            let decoder = MultiBzDecoder::new(BufReader::with_capacity(BUFFER, whole));
            Box::new(Told { decoder, format: "bzip2" })
        }
        [0x28, 0xb5, 0x2f, 0xfd] => {
            let decoder = zstd::Decoder::with_buffer(BufReader::with_capacity(BUFFER, whole))?;
            Box::new(Told { decoder, format: "zstd" })
        }
        _ => Box::new(whole),
    })
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
