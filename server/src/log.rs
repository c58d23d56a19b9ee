//! The human lines on stderr: each is one line and begins `mealie-mcp: ` (OPER-9). It never prints a word of a
//! caller, of Mealie or of a library.
//!
//! No `tracing` subscriber is installed, on purpose. rmcp, hyper and reqwest print requests, headers and arguments at
//! their debug level; without a subscriber all of it goes nowhere, whatever `RUST_LOG` says. And the macros of
//! `tracing` take anything that can be displayed, so that one `%slug` would break the promise: a line made here is
//! fixed words, counts and kinds of failure, and there is no place in it for text that is only known at run time.

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::panic;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::failure::Failure;

/// What every line begins with.
const PREFIX: &str = "mealie-mcp: ";

/// How much is told. The order is that of the numbers: each level tells what the ones before it tell, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Start-up lines only.
    Off,
    /// What this server failed to do.
    Error,
    /// What somebody should look at.
    Warn,
    /// What was asked and decided, by kind.
    Info,
    /// Every step, by kind.
    Debug,
}

/// One fact beside a line. There is no variant for text that is only known at run time.
#[derive(Clone, Copy, Debug)]
pub enum Fact<'a> {
    /// How many: `status 503`, `ms 12`.
    Count(&'static str, u64),
    /// Which of this server's own words: `tool delete_recipe`.
    Word(&'static str, &'static str),
    /// What kind of failure.
    Failure(&'a Failure),
}

/// Set once, by [`start`]; until then only start-up lines are printed.
static LEVEL: AtomicU8 = AtomicU8::new(Level::Off as u8);

/// Sets how much is told, and that a panic is told as a place in the source: its message can hold content.
pub fn start(level: Level) {
    LEVEL.store(level as u8, Ordering::Relaxed);
    panic::set_hook(Box::new(|panicked| {
        let (file, line) = panicked.location().map_or(("somewhere", 0), |place| (place.file(), place.line()));
        notice(&format_args!("error: panicked at {file}:{line}"));
    }));
}

/// A line about something this server failed to do.
pub fn error(what: &'static str, facts: &[Fact<'_>]) {
    say(Level::Error, what, facts);
}

/// A line about something that somebody should look at.
pub fn warn(what: &'static str, facts: &[Fact<'_>]) {
    say(Level::Warn, what, facts);
}

/// A line about what was asked or decided.
pub fn info(what: &'static str, facts: &[Fact<'_>]) {
    say(Level::Info, what, facts);
}

/// A line about one step.
pub fn debug(what: &'static str, facts: &[Fact<'_>]) {
    say(Level::Debug, what, facts);
}

/// Prints what is said at start, at every level: the notices and problems of the settings and flags, which hold no
/// value but as OPER-8 allows. Several lines stay several, each with the prefix.
pub fn notice(said: &dyn fmt::Display) {
    print(&lines(&said.to_string()));
}

fn say(level: Level, what: &'static str, facts: &[Fact<'_>]) {
    if level as u8 <= LEVEL.load(Ordering::Relaxed) {
        print(&lines(&words(level, what, facts)));
    }
}

/// `warn: Mealie did not answer (tool get_recipe, status 503)`
fn words(level: Level, what: &'static str, facts: &[Fact<'_>]) -> String {
    let level = match level {
        Level::Off | Level::Error => "error",
        Level::Warn => "warn",
        Level::Info => "info",
        Level::Debug => "debug",
    };
    let facts: Vec<String> = facts.iter().map(Fact::to_string).collect();
    if facts.is_empty() {
        format!("{level}: {what}")
    } else {
        format!("{level}: {what} ({})", facts.join(", "))
    }
}

impl fmt::Display for Fact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(name, count) => write!(f, "{name} {count}"),
            Self::Word(name, word) => write!(f, "{name} {word}"),
            Self::Failure(failure) => f.write_str(&failure.log()),
        }
    }
}

/// One prefixed line for each line of `text` that has something on it; other control characters become blanks.
fn lines(text: &str) -> String {
    let mut whole = String::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let line: String = line.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(whole, "{PREFIX}{line}");
    }
    whole
}

/// Writes in one piece, so that lines of several threads do not mix. A closed stderr is no reason to stop serving.
fn print(whole: &str) {
    let _ = std::io::stderr().lock().write_all(whole.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{Happened, Reach};

    #[test]
    fn oper_9_every_line_begins_with_the_name() {
        for (row, text, want) in [
            ("one line", "all is well", "mealie-mcp: all is well\n"),
            ("several lines", "one\ntwo\r\nthree\n", "mealie-mcp: one\nmealie-mcp: two\nmealie-mcp: three\n"),
            ("an empty line is left out", "one\n\n  \ntwo", "mealie-mcp: one\nmealie-mcp: two\n"),
            ("nothing", "", ""),
            ("an indent stays", "a\n  b", "mealie-mcp: a\nmealie-mcp:   b\n"),
            ("controls become blanks", "a\x1b[2Jb\rc\x00d\u{85}e", "mealie-mcp: a [2Jb c d e\n"),
        ] {
            assert_eq!(lines(text), want, "{row}");
        }
    }

    #[test]
    fn a_line_names_its_level_and_its_facts() {
        let failure = Failure::NoAnswer(Reach::Timeout, Happened::No);
        for (row, level, facts, want) in [
            ("no facts", Level::Info, &[][..], "info: a person was asked"),
            ("a count", Level::Debug, &[Fact::Count("ms", 12)], "debug: a person was asked (ms 12)"),
            (
                "a word and a failure",
                Level::Warn,
                &[Fact::Word("tool", "get_recipe"), Fact::Failure(&failure)],
                "warn: a person was asked (tool get_recipe, no answer: Timeout)",
            ),
        ] {
            assert_eq!(words(level, "a person was asked", facts), want, "{row}");
        }
    }

    #[test]
    fn each_level_tells_what_the_ones_before_it_tell() {
        let levels = [Level::Off, Level::Error, Level::Warn, Level::Info, Level::Debug];
        assert!(levels.is_sorted());
        assert!(levels.map(|level| level as u8).is_sorted());
    }

    /// Runs the test named `test` once more, as a process of its own, with `part` to play.
    fn child(test: &str, part: &str) -> std::process::Command {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "--nocapture", &format!("log::tests::{test}")]).env("PART", part);
        child
    }

    fn part() -> Option<Level> {
        let part = std::env::var("PART").ok()?;
        Some(match part.as_str() {
            "off" => Level::Off,
            "error" => Level::Error,
            "warn" => Level::Warn,
            "info" => Level::Info,
            "debug" => Level::Debug,
            other => panic!("no level: {other}"),
        })
    }

    #[test]
    fn oper_9_each_level_prints_its_own_lines_and_a_panic_prints_its_place_only() {
        if let Some(level) = part() {
            start(level);
            notice(&"a notice");
            error("an error", &[]);
            warn("a warning", &[]);
            info("a decision", &[]);
            debug("a step", &[]);
            let panicked = std::thread::spawn(|| panic!("hunter2")).join();
            assert!(panicked.is_err());
            return;
        }
        let all = ["a notice", "error: an error", "warn: a warning", "info: a decision", "debug: a step"];
        for (part, told) in [("off", 1), ("error", 2), ("warn", 3), ("info", 4), ("debug", 5)] {
            let test = "oper_9_each_level_prints_its_own_lines_and_a_panic_prints_its_place_only";
            let ended = child(test, part).output().unwrap();
            assert!(ended.status.success(), "{part}");
            let stderr = String::from_utf8(ended.stderr).unwrap();
            let (panicked, lines): (Vec<&str>, Vec<&str>) =
                stderr.lines().partition(|line| line.starts_with("mealie-mcp: error: panicked at "));
            assert_eq!(
                lines,
                all[..told].iter().map(|line| format!("{PREFIX}{line}")).collect::<Vec<_>>(),
                "{part}"
            );
            assert_eq!(panicked.len(), 1, "{part}");
            assert!(!stderr.contains("hunter2"), "{part}");
        }
    }

    #[test]
    fn a_closed_stderr_is_no_reason_to_stop() {
        if let Some(level) = part() {
            // The end of stdin says that nobody holds the other end of stderr any more.
            std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).unwrap();
            start(level);
            notice(&"a notice");
            error("an error", &[]);
            return;
        }
        let mut child = child("a_closed_stderr_is_no_reason_to_stop", "debug")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
    }
}
