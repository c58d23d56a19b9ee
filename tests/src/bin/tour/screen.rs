//! What the tour prints, and the one thing it reads: y or n. It never prints a token or an address that could be taken
//! for a real one.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::process::ExitStatus;

use fake_mealie::Arrival;

use crate::Trouble;

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Person {
    /// Whoever sits at the terminal.
    You,
    /// The story.
    Scripted,
}

/// The terminal, or whatever stands in its place.
pub(crate) struct Screen {
    person: Person,
    out: io::StdoutLock<'static>,
    colour: bool,
    scene: u32,
}

/// The widest line of prose.
const COLUMNS: usize = 96;

/// How much of a long answer is shown.
const MOST_CHARS: usize = 560;

#[derive(Clone, Copy)]
enum Ink {
    Bold,
    Dim,
    Yellow,
    Green,
    Red,
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Yellow => "33",
            Self::Green => "32",
            Self::Red => "31",
        }
    }
}

impl Screen {
    pub(crate) fn new(person: Person) -> Self {
        // https://no-color.org
        let colour =
            io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
        Self { person, out: io::stdout().lock(), colour, scene: 0 }
    }

    /// A new scene.
    pub(crate) fn scene(&mut self, title: &str) -> Result<(), Trouble> {
        self.scene += 1;
        let title = format!("{}. {title}", self.scene);
        self.line("")?;
        self.inked(Ink::Bold, &title)
    }

    /// What the reader should know.
    pub(crate) fn tell(&mut self, words: &str) -> Result<(), Trouble> {
        for line in wrapped(words, COLUMNS) {
            self.line(&line)?;
        }
        Ok(())
    }

    /// What happens between two lines of the session.
    pub(crate) fn aside(&mut self, words: &str) -> Result<(), Trouble> {
        self.inked(Ink::Dim, &format!("           {words}"))
    }

    /// What the model asks for.
    pub(crate) fn model(&mut self, tool: &str, arguments: &serde_json::Value) -> Result<(), Trouble> {
        self.line(&format!("  model    {tool} {arguments}"))
    }

    /// What the model is told.
    pub(crate) fn server(&mut self, said: &str) -> Result<(), Trouble> {
        let mut shown: String = said.chars().take(MOST_CHARS).collect();
        if shown.len() < said.len() {
            shown.push_str(" ...");
        }
        for (place, line) in shown.lines().filter(|line| !line.is_empty()).enumerate() {
            for (part, line) in wrapped(line, COLUMNS - 11).iter().enumerate() {
                let who = if place + part == 0 { "server  " } else { "        " };
                self.inked(Ink::Dim, &format!("  {who} {line}"))?;
            }
        }
        Ok(())
    }

    /// The question as the person sees it, and the person's answer: yours, or the story's.
    pub(crate) fn question(&mut self, message: &str, scripted: bool) -> Result<bool, Trouble> {
        self.inked(Ink::Yellow, &format!("  +{}", "-".repeat(COLUMNS - 4)))?;
        for paragraph in message.split("\n\n") {
            for line in wrapped(paragraph, COLUMNS - 6) {
                self.inked(Ink::Yellow, &format!("  | {line}"))?;
            }
            self.inked(Ink::Yellow, "  |")?;
        }
        self.inked(Ink::Yellow, "  | [ ] Yes, do it")?;
        self.inked(Ink::Yellow, &format!("  +{}", "-".repeat(COLUMNS - 4)))?;
        let yes = match self.person {
            Person::Scripted => scripted,
            Person::You => self.ask()?,
        };
        self.line(if yes { "  person   ticks the box and accepts" } else { "  person   declines" })?;
        Ok(yes)
    }

    /// The question as the person sees it, when it is not answered.
    pub(crate) fn asked_again(&mut self, message: &str) -> Result<(), Trouble> {
        let first = message.split("\n\n").next().unwrap_or_default();
        for (place, line) in wrapped(first, COLUMNS - 24).iter().enumerate() {
            let who = if place == 0 { "server   asks afresh: " } else { "                      " };
            self.inked(Ink::Yellow, &format!("  {who}{line}"))?;
        }
        Ok(())
    }

    /// What reached Mealie since the scene began, reads left out.
    pub(crate) fn reached(&mut self, writes: &[Arrival]) -> Result<(), Trouble> {
        if writes.is_empty() {
            return self.inked(Ink::Green, "  Mealie   got nothing to write");
        }
        for write in writes {
            let query: Vec<String> =
                write.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
            let body = if write.body.is_null() { String::new() } else { format!(" {}", write.body) };
            self.inked(Ink::Red, &format!("  Mealie   {} {}{query}{body}", write.method, write.path))?;
        }
        Ok(())
    }

    /// The last lines.
    pub(crate) fn ending(&mut self, server: ExitStatus) -> Result<(), Trouble> {
        if !server.success() {
            return Err(format!("the server did not end well: {server}").into());
        }
        self.line("")?;
        self.inked(Ink::Bold, "That was the tour. To use it for real:")?;
        self.tell(
            "Make an API token in Mealie (your profile, API tokens), best for a user of its own without admin rights. \
             Build the server with `cargo build --release --bin mealie-mcp`. Then put target/release/mealie-mcp into \
             your MCP client with the variables MEALIE_URL and MEALIE_API_TOKEN; README.md shows how for Claude \
             Desktop, Claude Code, VS Code and Codex.",
        )?;
        self.tell(
            "For a kitchen to try a client against: `cargo run --release --bin fake-mealie` prints its address and \
             token. MEALIE_READ_ONLY=true leaves every tool out that could change something.",
        )
    }

    fn ask(&mut self) -> Result<bool, Trouble> {
        loop {
            write!(self.out, "  you      y or n? ")?;
            self.out.flush()?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                // Closing the dialog is no yes.
                self.line("")?;
                return Ok(false);
            }
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => {}
            }
        }
    }

    fn inked(&mut self, ink: Ink, text: &str) -> Result<(), Trouble> {
        if self.colour {
            self.line(&format!("\u{1b}[{}m{text}\u{1b}[0m", ink.code()))
        } else {
            self.line(text)
        }
    }

    fn line(&mut self, text: &str) -> Result<(), Trouble> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }
}

/// Breaks a text between words.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("it begins with one line and only grows");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= columns {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
