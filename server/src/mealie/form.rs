//! A body of `multipart/form-data` (RFC 7578): short fields and a picture. The picture is sent from where it lies, so that it
//! is in memory once (BND-7); nothing of a caller gets into a header but a language tag.

use std::convert::Infallible;

use bytes::Bytes;
use futures::stream;
use reqwest::Body;

use super::Language;
use crate::failure::Failure;
use crate::picture::Picture;

/// What is handed to the connection at a time, in bytes: it copies what is small together, and a whole picture would be
/// copied as well.
const PIECE_BYTES: usize = 64 * 1024;

/// The value of a field: this server's own words, and a language.
pub(super) enum Field<'a> {
    Fixed(&'static str),
    Language(&'a Language),
}

/// A form that is being filled in.
pub(super) struct Form {
    /// What separates the fields. Random, so that no picture holds it.
    boundary: String,
    pieces: Vec<Bytes>,
}

impl Form {
    pub(super) fn new() -> Result<Self, Failure> {
        let random =
            || getrandom::u64().map_err(|_| Failure::Internal("the operating system gave no random bytes"));
        let boundary = format!("{:016x}{:016x}", random()?, random()?);
        Ok(Self { boundary, pieces: Vec::new() })
    }

    /// With one more field.
    pub(super) fn with(mut self, name: &'static str, value: Field<'_>) -> Self {
        let value = match value {
            Field::Fixed(word) => word,
            Field::Language(language) => language.as_str(),
        };
        let text = format!(
            "--{}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n",
            self.boundary
        );
        self.pieces.push(Bytes::from(text));
        self
    }

    /// With a picture, as a file.
    pub(super) fn with_picture(mut self, name: &'static str, picture: &Picture) -> Self {
        let (ending, media_type) = (picture.kind().extension(), picture.kind().media_type());
        let head = format!(
            "--{}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"picture.{ending}\"\r\n\
             Content-Type: {media_type}\r\n\r\n",
            self.boundary
        );
        self.pieces.extend([Bytes::from(head), picture.bytes().clone(), Bytes::from_static(b"\r\n")]);
        self
    }

    /// The form filled in.
    pub(super) fn done(mut self) -> Self {
        self.pieces.push(Bytes::from(format!("--{}--\r\n", self.boundary)));
        self
    }

    pub(super) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    /// Told ahead: some proxies refuse a body of unknown length.
    pub(super) fn length(&self) -> usize {
        self.pieces.iter().map(Bytes::len).sum()
    }

    pub(super) fn body(&self) -> Body {
        Body::wrap_stream(stream::iter(self.cut().into_iter().map(Ok::<Bytes, Infallible>)))
    }

    /// All of it in pieces of [`PIECE_BYTES`] at most, none of them copied.
    fn cut(&self) -> Vec<Bytes> {
        let cut = |whole: &Bytes| {
            let starts = (0..whole.len()).step_by(PIECE_BYTES);
            starts.map(|start| whole.slice(start..whole.len().min(start + PIECE_BYTES))).collect::<Vec<_>>()
        };
        self.pieces.iter().flat_map(cut).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Kind;

    /// A picture that is longer than a piece.
    fn picture() -> Picture {
        let (_, png) = fake_mealie::SAMPLE_PICTURES[0];
        let mut bytes = png.to_vec();
        bytes.resize(PIECE_BYTES + 10, b'x');
        Picture::check(Bytes::from(bytes), Kind::Png).unwrap()
    }

    #[test]
    fn a_form_is_written_as_rfc_7578_has_it() {
        let language: Language = "pt-BR".parse().unwrap();
        let form = Form::new()
            .unwrap()
            .with("extension", Field::Fixed("png"))
            .with("translateLanguage", Field::Language(&language))
            .with_picture("image", &picture())
            .done();
        let sent = form.cut().concat();
        let boundary = form.boundary.as_str();
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"extension\"\r\n\r\npng\r\n\
             --{boundary}\r\nContent-Disposition: form-data; name=\"translateLanguage\"\r\n\r\npt-BR\r\n\
             --{boundary}\r\nContent-Disposition: form-data; name=\"image\"; filename=\"picture.png\"\r\n\
             Content-Type: image/png\r\n\r\n"
        );
        let want =
            [head.as_bytes(), picture().bytes(), format!("\r\n--{boundary}--\r\n").as_bytes()].concat();
        assert!(sent == want, "{}", String::from_utf8_lossy(&sent));
        assert_eq!(form.length(), sent.len());
        assert!(form.cut().iter().all(|piece| (1..=PIECE_BYTES).contains(&piece.len())));
        assert_eq!(form.content_type(), format!("multipart/form-data; boundary={boundary}"));
    }

    #[test]
    fn no_two_forms_are_separated_alike() {
        assert_ne!(Form::new().unwrap().boundary, Form::new().unwrap().boundary);
    }
}
