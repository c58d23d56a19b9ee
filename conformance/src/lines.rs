//! Reads a pipe line by line, and no line for ever. It knows nothing of what a line holds.

use tokio::io::AsyncBufReadExt;

/// A line longer than this is not read to its end: four times what a server may be sent (BND-6), so that a subject
/// that never ends its line cannot fill the memory.
pub(crate) const LONGEST_LINE_BYTES: usize = 64 * 1024 * 1024;

/// What reading on led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Whole(Vec<u8>),
    /// More than anybody may send in one line; the rest was left unread.
    TooLong,
    /// There is nothing more.
    End,
}

/// Reads to the end of the next line.
pub(crate) async fn next_line(stdout: &mut (impl AsyncBufReadExt + Unpin)) -> Line {
    let mut line = Vec::new();
    loop {
        let (taken, done) = match stdout.fill_buf().await {
            // A pipe that breaks has nothing more to say, like one that ends.
            Ok([]) | Err(_) => return if line.is_empty() { Line::End } else { Line::Whole(line) },
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(end) => {
                    line.extend_from_slice(&bytes[..end]);
                    (end + 1, true)
                }
                None => {
                    line.extend_from_slice(bytes);
                    (bytes.len(), false)
                }
            },
        };
        stdout.consume(taken);
        if done {
            return Line::Whole(line);
        }
        if line.len() > LONGEST_LINE_BYTES {
            return Line::TooLong;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, BufReader, repeat};

    use super::*;

    #[tokio::test]
    async fn lines_end_where_they_end() {
        let mut pipe = BufReader::with_capacity(4, &b"pea soup\n\nstew"[..]);
        for (row, line) in [
            ("longer than the buffer", Line::Whole(b"pea soup".to_vec())),
            ("an empty one", Line::Whole(Vec::new())),
            ("the last, without an end", Line::Whole(b"stew".to_vec())),
            ("nothing more", Line::End),
        ] {
            assert_eq!(next_line(&mut pipe).await, line, "{row}");
        }
    }

    #[tokio::test]
    async fn a_line_without_end_is_given_up() {
        let mut pipe =
            BufReader::with_capacity(1024 * 1024, repeat(b'x').take(2 * LONGEST_LINE_BYTES as u64));
        assert_eq!(next_line(&mut pipe).await, Line::TooLong);
    }
}
