//! Servers broken on purpose: the real one behind wires that break one guarantee. A check counts only after it has been
//! seen to fail, so each of these has to make the suite fail, at its own guarantee and nowhere else. Never of any use
//! but that.

mod broken;
mod hatch;
mod hostile;
mod living;
mod speaking;
mod tricks;
mod wire;

use std::io::Write as _;
use std::process::ExitCode;

use crate::broken::{HONEST, SABOTEURS, Saboteur};
use crate::hostile::HOSTILE;
use crate::living::LIVING;
use crate::speaking::SPEAKING;

/// How the binary starts itself as the server.
const AS_SERVER: &str = "as-server";

fn all() -> impl Iterator<Item = &'static Saboteur> {
    SABOTEURS.iter().chain(SPEAKING).chain(HOSTILE).chain(LIVING)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let wanted = arguments.next().unwrap_or_default();
    if wanted == AS_SERVER || wanted == HONEST.name {
        // Before anything else: the server empties its environment of secrets while there is a single thread.
        return mealie_mcp::run([program]);
    }
    if wanted == "list" {
        let mut out = std::io::stdout().lock();
        for saboteur in all() {
            if writeln!(out, "{}\t{}\t{}", saboteur.name, saboteur.breaks, saboteur.how).is_err() {
                break;
            }
        }
        return ExitCode::SUCCESS;
    }
    let wanted = wanted.to_string_lossy();
    let crew: Option<Vec<_>> =
        wanted.split('+').map(|name| all().find(|saboteur| name == saboteur.name)).collect();
    match crew {
        Some(crew) => wire::run(crew),
        None => {
            eprintln!("usage: saboteur list | saboteur NAME[+NAME...]");
            ExitCode::from(2)
        }
    }
}
