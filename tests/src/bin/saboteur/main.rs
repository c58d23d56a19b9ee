//! Servers broken on purpose: the real one behind a wire that breaks one guarantee. A check counts only after it has been
//! seen to fail, so each of these has to make the suite fail, at its own guarantee and nowhere else. Never of any use
//! but that.

mod broken;
mod wire;

use std::io::Write as _;
use std::process::ExitCode;

use crate::broken::SABOTEURS;

/// How the binary starts itself as the server.
const AS_SERVER: &str = "as-server";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let wanted = arguments.next().unwrap_or_default();
    if wanted == AS_SERVER {
        // Before anything else: the server empties its environment of secrets while there is a single thread.
        return mealie_mcp::run([program]);
    }
    if wanted == "list" {
        let mut out = std::io::stdout().lock();
        for saboteur in SABOTEURS {
            if writeln!(out, "{}\t{}\t{}", saboteur.name, saboteur.breaks, saboteur.how).is_err() {
                break;
            }
        }
        return ExitCode::SUCCESS;
    }
    match SABOTEURS.iter().find(|saboteur| wanted == saboteur.name) {
        Some(saboteur) => wire::run(saboteur),
        None => {
            eprintln!("usage: saboteur list | saboteur NAME");
            ExitCode::from(2)
        }
    }
}
