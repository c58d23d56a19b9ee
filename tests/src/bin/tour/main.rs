//! The tour: a kitchen, the real server as a child process, and one session that can be followed on the terminal. It
//! never touches anything outside this machine, and no Mealie but the one it brings.
//!
//! The binary links the server's library and starts itself as the server, so that one command runs everything.

mod screen;
mod server;
mod story;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use fake_mealie::{FakeMealie, Options};

use crate::screen::{Person, Screen};
use crate::server::Server;

/// How the binary starts itself as the server.
const AS_SERVER: &str = "as-server";

const USAGE: &str = "usage: tour [--script]

  --script   answer every question without asking you; this is also what happens
             where there is no terminal

Exit codes: 0 the tour went as it should, 1 it did not, 2 an unknown argument.
";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let person = match arguments.next() {
        None if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() => Person::You,
        None => Person::Scripted,
        Some(word) if word == "--script" => Person::Scripted,
        // Before anything else: the server empties its environment of secrets while there is a single thread.
        Some(word) if word == AS_SERVER => return mealie_mcp::run([program]),
        Some(word) => {
            let help = word == "--help" || word == "-h";
            eprint!("{USAGE}");
            return if help { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    match tour(person) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("tour: {trouble}");
            ExitCode::FAILURE
        }
    }
}

/// What stopped the tour.
type Trouble = Box<dyn std::error::Error>;

fn tour(person: Person) -> Result<(), Trouble> {
    // The kitchen runs beside the story, which reads the terminal and the server's pipe one line at a time.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let kitchen = runtime.block_on(FakeMealie::start(Options::default()))?;
    let mut screen = Screen::new(person);
    let mut server = Server::start(AS_SERVER, kitchen.url(), kitchen.token())?;
    story::tell(&mut screen, &mut server, &kitchen)?;
    let ended = server.end()?;
    screen.ending(ended)?;
    Ok(())
}
