//! Forms with files in them, and answers that are no text.
//! Never looks at what it sends.

use fake_mealie::SAMPLE_PICTURES;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::client::{DEADLINE, Seen, Table, seen};

/// A field: its name, the name of its file if it is one, and what is in it.
pub(crate) type Field<'a> = (&'a str, Option<&'a str>, &'a [u8]);

/// A picture that Mealie takes.
pub(crate) fn png() -> &'static [u8] {
    SAMPLE_PICTURES[0].1
}

impl Table {
    /// Sends a form as the cook.
    pub(crate) async fn send_form(&self, method: &str, path: &str, fields: &[Field<'_>]) -> Seen {
        let mut body = Vec::new();
        for (name, file, content) in fields {
            body.extend(format!("--b0\r\nContent-Disposition: form-data; name=\"{name}\"").bytes());
            if let Some(file) = file {
                body.extend(format!("; filename=\"{file}\"\r\nContent-Type: image/png").bytes());
            }
            body.extend(b"\r\n\r\n");
            body.extend(*content);
            body.extend(b"\r\n");
        }
        body.extend(b"--b0--\r\n");
        self.send_as(method, path, "multipart/form-data; boundary=b0", &body).await
    }

    /// Sends a body of any type as the cook.
    pub(crate) async fn send_as(&self, method: &str, path: &str, content_type: &str, body: &[u8]) -> Seen {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: kitchen\r\nconnection: close\r\nauthorization: Bearer {}\r\n\
             content-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
            self.mealie.token(),
            body.len()
        );
        let answer = self.exchange(&[head.as_bytes(), body].concat()).await;
        seen(&String::from_utf8_lossy(&answer)).expect("an answer")
    }

    /// Uploads a cover.
    pub(crate) async fn put_cover(&self, recipe: &str, image: &[u8], extension: &str) -> Seen {
        let fields: [Field<'_>; 2] =
            [("extension", None, extension.as_bytes()), ("image", Some("x.png"), image)];
        self.send_form("PUT", &format!("/api/recipes/{recipe}/image"), &fields).await
    }

    /// Looks at a file without logging in. Gives the head and the bytes.
    pub(crate) async fn look_at(&self, path: &str, headers: &str) -> (Seen, Vec<u8>) {
        let request = format!("GET {path} HTTP/1.1\r\nhost: kitchen\r\nconnection: close\r\n{headers}\r\n");
        let answer = self.exchange(request.as_bytes()).await;
        let body_at = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("an answer") + 4;
        let body = answer[body_at..].to_vec();
        (seen(&String::from_utf8_lossy(&answer)).expect("an answer"), body)
    }

    async fn exchange(&self, request: &[u8]) -> Vec<u8> {
        let exchange = async {
            let mut stream = self.connect().await;
            stream.write_all(request).await.expect("the fake reads");
            let mut answer = Vec::new();
            // A reset is an end like any other here; what came before it counts.
            let _ = stream.read_to_end(&mut answer).await;
            answer
        };
        tokio::time::timeout(DEADLINE, exchange).await.expect("the fake answers and closes")
    }
}
