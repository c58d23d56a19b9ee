//! What was said in one scenario: every line both ways, what the subject wrote to stderr, and what happened in the
//! kitchen meanwhile, in order. It keeps and renders; it never judges.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is kept of one line. The longest honest line is a tool list of about 100 kB; what is sent to provoke the
/// subject can be 16 MiB and is not worth keeping whole.
const KEPT_BYTES_A_LINE: usize = 256 * 1024;

/// How many lines are kept. A scenario has a few hundred at most; a subject that floods must not fill the memory.
const KEPT_LINES: usize = 20_000;

/// Where a line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// From the client to the subject.
    Client,
    /// From the subject to the client.
    Subject,
    /// What the subject wrote to stderr.
    Stderr,
    /// Something that happened outside the wire: a start, an exit, a change in the kitchen.
    Aside,
}

impl Origin {
    fn mark(self) -> &'static str {
        match self {
            Self::Client => ">>",
            Self::Subject => "<<",
            Self::Stderr => "!!",
            Self::Aside => "--",
        }
    }
}

#[derive(Debug)]
struct Line {
    at: Duration,
    origin: Origin,
    text: String,
}

#[derive(Debug, Default)]
struct Pages {
    lines: Vec<Line>,
    left_out: usize,
}

/// The record of one scenario. Clones write into the same record.
#[derive(Clone, Debug)]
pub(crate) struct Transcript {
    began: Instant,
    pages: Arc<Mutex<Pages>>,
}

impl Default for Transcript {
    fn default() -> Self {
        Self { began: Instant::now(), pages: Arc::default() }
    }
}

impl Transcript {
    /// Adds one line.
    pub(crate) fn note(&self, origin: Origin, text: &str) {
        let mut kept = text.to_owned();
        if text.len() > KEPT_BYTES_A_LINE {
            kept.truncate(text.floor_char_boundary(KEPT_BYTES_A_LINE));
            kept.push_str(&format!(" [... {} bytes in all]", text.len()));
        }
        let at = self.began.elapsed();
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.lines.len() < KEPT_LINES {
            pages.lines.push(Line { at, origin, text: kept });
        } else {
            pages.left_out += 1;
        }
    }

    /// Whether a line of one of these origins holds the text.
    pub(crate) fn holds(&self, origins: &[Origin], text: &str) -> bool {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.lines.iter().any(|line| origins.contains(&line.origin) && line.text.contains(text))
    }

    /// The last `count` lines, each cut at `width` characters, for the terminal.
    pub(crate) fn tail(&self, count: usize, width: usize) -> Vec<String> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let from = pages.lines.len().saturating_sub(count);
        pages.lines[from..].iter().map(|line| cut(&line.to_string(), width)).collect()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3} {} {}", self.at.as_secs_f64(), self.origin.mark(), self.text)
    }
}

/// The whole record, one line each: seconds, a mark for the origin, the text.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        for line in &pages.lines {
            writeln!(f, "{line}")?;
        }
        if pages.left_out > 0 {
            writeln!(f, "          -- {} more lines were not kept", pages.left_out)?;
        }
        Ok(())
    }
}

/// The text, or its first `width` characters and a mark that there was more.
pub(crate) fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((at, _)) => format!("{} [...]", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_order_and_origin() {
        let transcript = Transcript::default();
        transcript.note(Origin::Client, "a question");
        transcript.note(Origin::Subject, "an answer");
        transcript.note(Origin::Stderr, "a complaint");

        assert!(transcript.holds(&[Origin::Subject, Origin::Stderr], "complaint"));
        assert!(!transcript.holds(&[Origin::Subject], "question"));
        let whole = transcript.to_string();
        let marks: Vec<&str> = whole.lines().map(|line| &line[10..]).collect();
        assert_eq!(marks, [">> a question", "<< an answer", "!! a complaint"]);
    }

    #[test]
    fn a_long_line_is_cut_and_says_so() {
        let transcript = Transcript::default();
        transcript.note(Origin::Client, &"ä".repeat(KEPT_BYTES_A_LINE));

        let whole = transcript.to_string();
        assert!(whole.len() < KEPT_BYTES_A_LINE + 100, "{}", whole.len());
        assert!(whole.ends_with(&format!(" [... {} bytes in all]\n", 2 * KEPT_BYTES_A_LINE)));
    }

    #[test]
    fn a_flood_is_counted_and_not_kept() {
        let transcript = Transcript::default();
        for _ in 0..KEPT_LINES + 3 {
            transcript.note(Origin::Subject, "x");
        }
        assert!(transcript.to_string().ends_with("-- 3 more lines were not kept\n"));
    }

    #[test]
    fn the_tail_is_the_end_of_the_record() {
        let transcript = Transcript::default();
        for text in ["one", "two", "three and more"] {
            transcript.note(Origin::Aside, text);
        }
        let tail = transcript.tail(2, 18);
        assert!(tail[0].ends_with("-- two"), "{tail:?}");
        assert!(tail[1].ends_with("-- three [...]"), "{tail:?}");
    }
}
