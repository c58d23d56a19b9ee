//! The fake as a program: one line of JSON with its address and token, then it serves until it is ended.
//! Never prints anything else on stdout, unless it is told to replay.

mod replaying;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use fake_mealie::{FakeMealie, Options, PlainSeed, Seed};
use serde::Serialize;

/// A stand-in for Mealie 3.10.2, for tests and demonstrations.
///
/// It answers the part of Mealie's API that mealie-mcp uses, down to the hazards of the real one. It is not Mealie: it
/// keeps everything in memory and forgets it when it ends, has no web pages and no logins, shows pictures as they were
/// sent, and its control routes under /_fake need no token. Never put anything into it that you want to keep.
///
/// Imports never fetch anything: what is behind an address stands in the seed under `pages`, and an address that is not
/// there cannot be reached.
///
/// It prints one line of JSON on stdout, {"url": "...", "token": "..."}, and serves until SIGINT or SIGTERM.
/// GET /_fake/journal shows what arrived, POST /_fake/reset goes back to the seed.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    instead: Option<Instead>,

    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    listen: SocketAddr,

    /// What is in the kitchen: `demo`, `empty`, or a file of plain data (JSON; `./demo` for a file of that name).
    #[arg(long, value_name = "demo|empty|FILE", default_value = "demo")]
    seed: String,

    /// The token to accept, for tests only: a known token is no secret. Random if not given.
    #[arg(long, value_name = "TOKEN", value_parser = usable_token)]
    token: Option<String>,

    /// Listen on an address that other machines can reach.
    #[arg(long = "i-know")]
    i_know: bool,
}

/// What it can do instead of serving.
#[derive(Debug, Subcommand)]
enum Instead {
    Replay(replaying::Arguments),
}

/// A token has to fit into a header.
fn usable_token(token: &str) -> Result<String, String> {
    let usable = !token.is_empty() && token.bytes().all(|letter| letter.is_ascii_graphic());
    usable.then(|| token.to_owned()).ok_or_else(|| "a token is visible ASCII without blanks".into())
}

/// The one line on stdout.
#[derive(Serialize)]
struct Address<'a> {
    url: &'a str,
    token: &'a str,
}

/// Ends the program with exit code 2 where the flags are wrong, and names those that there are.
fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        if error.kind() == ErrorKind::UnknownArgument {
            let command = Arguments::command();
            let flags: Vec<_> = command.get_arguments().filter_map(|flag| flag.get_long()).collect();
            eprintln!("fake-mealie: the flags are --{} --help --version", flags.join(" --"));
        }
        error.exit()
    })
}

fn main() -> ExitCode {
    let mut arguments = arguments();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    if let Some(Instead::Replay(replay)) = arguments.instead.take() {
        return match runtime.map_err(|error| error.to_string()) {
            Ok(runtime) => runtime.block_on(replaying::replay(replay)),
            Err(problem) => replaying::unusable(&problem),
        };
    }
    match runtime.map_err(|error| error.to_string()).and_then(|runtime| runtime.block_on(serve(arguments))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("fake-mealie: {problem}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments) -> Result<(), String> {
    if !arguments.listen.ip().is_loopback() && !arguments.i_know {
        return Err(format!(
            "{} can be reached by other machines, and whoever reaches it may read and change everything; \
             say --i-know if that is meant",
            arguments.listen
        ));
    }
    let seed = match arguments.seed.as_str() {
        "demo" => Seed::Demo,
        "empty" => Seed::Empty,
        path => Seed::Plain(Box::new(read_seed(Path::new(path))?)),
    };
    let options = Options { listen: arguments.listen, seed, token: arguments.token };
    let mealie = FakeMealie::start(options).await.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => format!("the seed does not fit together: {error}"),
        _ => format!("cannot listen on {}: {error}", arguments.listen),
    })?;
    // Before the line is printed, so that whoever reads it can end the program cleanly at once.
    let ended = ended()?;
    let line = serde_json::to_string(&Address { url: mealie.url(), token: mealie.token() });
    line.map_err(io::Error::from)
        .and_then(|line| writeln!(io::stdout(), "{line}"))
        .and_then(|()| io::stdout().flush())
        .map_err(|error| format!("cannot print the address: {error}"))?;
    ended.await;
    Ok(())
}

fn read_seed(path: &Path) -> Result<PlainSeed, String> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        format!("cannot read the seed {}: {error} (known by name: demo, empty)", path.display())
    })?;
    PlainSeed::from_json(&text).map_err(|problem| format!("{} is not a seed: {problem}", path.display()))
}

#[cfg(unix)]
fn ended() -> Result<impl Future<Output = ()>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).map_err(|error| format!("cannot listen for signals: {error}"));
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn ended() -> Result<impl Future<Output = ()>, String> {
    Ok(async {
        // An error means that there is no way to be told; then only the process can be ended.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
