//! The front door: settings, the pieces put together, one connection served, documented exit codes. It never touches the
//! network; the first call that needs Mealie does.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use rmcp::service::serve_directly_with_ct;
use tokio_util::sync::CancellationToken;

use crate::call::Desk;
use crate::catalogue::Catalogue;
use crate::guard::key::Key;
use crate::guard::{Guard, Policy};
use crate::netguard::Netguard;
use crate::protocol::Protocol;
use crate::settings::{self, Dialog, Mode, Settings};
use crate::tool::House;
use crate::transport::stdio::Stdio;
use crate::{environment, flags, log, mealie};

/// How long the runtime may take to end what is left; everything has been answered by then.
const LAST_MOMENT: Duration = Duration::from_millis(100);

/// Runs the server as the process it is in, with this command line, whose first part is the program's name. Returns when
/// its client is gone. Exit codes: 0 the client closed the input, or help was asked for; 1 a setting cannot be used, or
/// the system refuses something; 2 an unknown flag.
///
/// For the first line of `main`: the environment is emptied of secrets before any thread runs.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let environment = environment::take();
    // Before anything can panic; until the settings are read, only start-up lines are printed.
    log::start(log::Level::Off);
    if let Err(stop) = flags::read(arguments) {
        return stop.end();
    }
    let catalogue = Catalogue::all();
    let (settings, notices) =
        match settings::read(environment, &settings::read_named_file, &catalogue.known()) {
            Ok(read) => read,
            Err(problems) => {
                log::notice(&problems);
                return ExitCode::FAILURE;
            }
        };
    log::start(settings.log);
    for notice in notices {
        log::notice(&notice);
    }
    if std::io::stdin().is_terminal() {
        log::notice(&flags::ON_A_TERMINAL);
    }
    // One thread: the work is waiting for Mealie and for people, and a second thread costs start-up time and memory.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        log::notice(&"the system gives no event loop; the server cannot start");
        return ExitCode::FAILURE;
    };
    let code = runtime.block_on(serve(catalogue.chosen(&settings.tools), settings));
    runtime.shutdown_timeout(LAST_MOMENT);
    code
}

async fn serve(catalogue: Catalogue, settings: Settings) -> ExitCode {
    let ended = CancellationToken::new();
    let stopped = CancellationToken::new();
    let (dialog, ask_timeout) = (settings.dialog, settings.ask_timeout);
    let Ok(desk) = desk(catalogue, settings) else {
        log::notice(&"the system gives no random bytes; the server cannot start");
        return ExitCode::FAILURE;
    };
    let Ok(transport) = Stdio::new(ended.clone()) else {
        log::notice(&"standard input or output cannot be used; the server cannot start");
        return ExitCode::FAILURE;
    };
    let protocol = Protocol::new(Arc::new(desk), dialog, ask_timeout, ended);
    // Without a handshake of rmcp's own: it would end at a notification before the first request, and would hold a
    // connection that began with a request of 2026-07-28 to that revision for ever. `protocol` keeps the rules itself.
    let running = serve_directly_with_ct(protocol, transport, None, stopped.clone());
    tokio::select! {
        _ = running.waiting() => {}
        () = told_to_stop() => {
            stopped.cancel();
        }
    }
    ExitCode::SUCCESS
}

/// Puts the pieces together. The right to write moves into the guard here, and nowhere else.
fn desk(catalogue: Catalogue, settings: Settings) -> Result<Desk, getrandom::Error> {
    let key = Key::random(&settings.kitchen)?;
    let (reads, write_key) = mealie::open(settings.kitchen);
    let policy = Policy { lifetime: settings.approval_ttl, without_dialog: settings.without_dialog };
    Ok(Desk {
        catalogue,
        guard: Guard::new(write_key, key, policy),
        reads,
        netguard: Netguard::new(settings.fetch_hosts),
        public_url: settings.public_url,
        house: House {
            writes: settings.tools.mode == Mode::ReadWrite,
            dialog: settings.dialog == Dialog::Ask,
        },
        max_result_bytes: settings.max_result_bytes,
    })
}

/// SIGTERM, or Ctrl-C on a terminal: what clients send when closing the input was not quick enough for them.
#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};

    match (signal(SignalKind::terminate()), signal(SignalKind::interrupt())) {
        (Ok(mut terminate), Ok(mut interrupt)) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        // Without handlers the system's own way of ending the process stays in force.
        _ => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
