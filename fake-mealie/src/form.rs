//! The fields of a form, multipart or urlencoded, cut out of a body that has arrived whole.
//! Never stores a file and never looks into one.
//!
//! Cut here rather than by a crate: what there is reads a body while it arrives, and brings seven more crates along.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use percent_encoding::percent_decode_str;
use serde::{Serialize, Serializer};

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// The name of the field.
    pub name: String,
    /// The name of the file; `None` for a text.
    pub file_name: Option<String>,
    /// What the part says that it is.
    pub content_type: Option<String>,
    #[serde(rename = "bytes", serialize_with = "how_many")]
    content: Bytes,
}

impl Part {
    /// What was in the field. (JSON: how many bytes.)
    pub fn bytes(&self) -> &[u8] {
        &self.content
    }

    /// The field as a text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.content).into_owned()
    }

    pub(crate) fn content(&self) -> Bytes {
        self.content.clone()
    }

    pub(crate) fn is_file(&self) -> bool {
        self.file_name.is_some()
    }
}

fn how_many<S: Serializer>(content: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(content.len() as u64)
}

/// Why a body that calls itself a form is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoForm {
    /// Its content type does not say what stands between the parts.
    Boundaryless,
    /// The parts cannot be told from each other.
    Broken,
}

/// The fields of a body, in order. One of another content type is a form without a field.
pub(crate) fn fields(headers: &HeaderMap, body: &Bytes) -> Result<Vec<Part>, NoForm> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut words = content_type.split(';').map(str::trim);
    match words.next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "multipart/form-data" => {
            let boundary = words.find_map(|word| parameter(word, "boundary")).ok_or(NoForm::Boundaryless)?;
            multipart(&boundary, body).ok_or(NoForm::Broken)
        }
        "application/x-www-form-urlencoded" => Ok(urlencoded(body)),
        _ => Ok(Vec::new()),
    }
}

fn parameter(word: &str, name: &str) -> Option<String> {
    let (key, value) = word.split_once('=')?;
    let value = value.trim().trim_matches('"');
    (key.trim().eq_ignore_ascii_case(name) && !value.is_empty()).then(|| value.to_owned())
}

fn urlencoded(body: &Bytes) -> Vec<Part> {
    let body = String::from_utf8_lossy(body);
    let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).collect::<Vec<u8>>();
    body.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Part {
                name: String::from_utf8_lossy(&decoded(name)).into_owned(),
                file_name: None,
                content_type: None,
                content: decoded(value).into(),
            }
        })
        .collect()
}

/// `None` if it does not begin with the boundary. A part that does not end is left out, as in Mealie 3.10.2 (asked a
/// running one).
fn multipart(boundary: &str, body: &Bytes) -> Option<Vec<Part>> {
    let first = format!("--{boundary}");
    let between = format!("\r\n--{boundary}");
    let mut at = body.starts_with(first.as_bytes()).then_some(first.len())?;
    let mut parts = Vec::new();
    while body.get(at..)?.starts_with(b"\r\n") {
        at += 2;
        let Some(end) = find(body, at, between.as_bytes()) else { break };
        parts.push(part(body, at, end)?);
        at = end + between.len();
    }
    Some(parts)
}

fn part(body: &Bytes, start: usize, end: usize) -> Option<Part> {
    // A part without content has the empty line right before the boundary.
    let head_end = find(body, start, b"\r\n\r\n").filter(|at| at + 4 <= end)?;
    let head = String::from_utf8_lossy(&body[start..head_end]).into_owned();
    let header = |name: &str| {
        head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let disposition = header("content-disposition")?;
    let of = |name: &str| {
        let words = disposition.split(';').filter_map(|word| word.trim().split_once('='));
        words
            .filter(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim_matches('"').to_owned())
            .next()
    };
    Some(Part {
        name: of("name")?,
        file_name: of("filename"),
        content_type: header("content-type"),
        content: body.slice(head_end + 4..end),
    })
}

/// Where the needle stands from `start` on. Its first byte is looked for first: pictures are large and it is rare.
fn find(body: &[u8], start: usize, needle: &[u8]) -> Option<usize> {
    let first = *needle.first()?;
    let mut at = start;
    loop {
        at += body.get(at..)?.iter().position(|byte| *byte == first)?;
        if body[at..].starts_with(needle) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(content_type: &str, body: &str) -> Result<Vec<(String, Option<String>, String)>, NoForm> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_str(content_type).expect("a header"));
        let parts = fields(&headers, &Bytes::from(body.to_owned()))?;
        Ok(parts.into_iter().map(|part| (part.name.clone(), part.file_name.clone(), part.text())).collect())
    }

    #[test]
    fn forms_are_read_as_they_are_sent() {
        let text = |name: &str, value: &str| (name.to_owned(), None, value.to_owned());
        let file =
            |name: &str, file: &str, value: &str| (name.to_owned(), Some(file.to_owned()), value.to_owned());
        const MULTIPART: &str = "multipart/form-data; boundary=b";
        for (row, content_type, body, want) in [
            (
                "urlencoded",
                "application/x-www-form-urlencoded",
                "a=b+c%21&d",
                Ok(vec![text("a", "b c!"), text("d", "")]),
            ),
            ("JSON has no field", "application/json", "{}", Ok(vec![])),
            (
                "a text and a file",
                MULTIPART,
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b\r\ncontent-disposition: form-data; \
                 name=\"f\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n\r\n--c\r\n\r\n--b--\r\n",
                Ok(vec![text("a", "1"), file("f", "x.png", "\r\n--c\r\n")]),
            ),
            (
                "a quoted boundary and no content",
                "multipart/form-data; charset=utf-8; boundary=\"b\"",
                "--b\r\nContent-Disposition: form-data; name=a; filename=\r\n\r\n\r\n--b--",
                Ok(vec![file("a", "", "")]),
            ),
            (
                "a part that does not end",
                MULTIPART,
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
                Ok(vec![]),
            ),
            ("no boundary told", "multipart/form-data", "--b--", Err(NoForm::Boundaryless)),
            ("another boundary", MULTIPART, "--c\r\n", Err(NoForm::Broken)),
            ("nothing", MULTIPART, "", Err(NoForm::Broken)),
            ("a part without a name", MULTIPART, "--b\r\nX: y\r\n\r\n1\r\n--b--", Err(NoForm::Broken)),
        ] {
            assert_eq!(read(content_type, body), want, "{row}");
        }
    }
}
