//! The program: hands the process over to the library's front door and never does anything else.

use std::process::ExitCode;

fn main() -> ExitCode {
    mealie_mcp::run(std::env::args_os())
}
