//! The server under test: started in a clean environment and a process group of its own, its stderr held, its end
//! seen. It never leaves a process behind: what is still there when it is dropped is killed, children and all.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::sync::watch;

use crate::transcript::{Origin, Transcript};

/// What is kept of stderr: a megabyte is more than any scenario makes a server say.
const KEPT_STDERR_BYTES: usize = 1024 * 1024;

/// How long the subject may take to end once its input has ended or its settings were refused. It decides between
/// "ends" and "hangs", so it is generous.
pub(crate) const EXIT_DEADLINE: Duration = Duration::from_secs(20);

/// How long a subject is given to end by itself when its scenario is over.
const GRACE: Duration = Duration::from_secs(2);

/// How a subject is started.
#[derive(Clone, Debug, Default)]
pub(crate) struct Launch {
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// Its whole environment, `PATH` aside.
    pub(crate) environment: BTreeMap<String, String>,
    /// What its stdin and stdout are.
    pub(crate) plumbing: Plumbing,
}

/// What a subject's stdin and stdout are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Plumbing {
    /// Pipes, as most clients use.
    #[default]
    Pipes,
    /// Unix sockets, as Node gives to its children.
    Sockets,
}

/// How a subject ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        status.code().map_or_else(|| Self::Signal(status.signal().unwrap_or_default()), Self::Code)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

/// A started subject.
pub(crate) struct Subject {
    pid: Pid,
    ending: watch::Receiver<Option<Ending>>,
    stderr: Arc<Stderr>,
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject").field("pid", &self.pid).field("ending", &*self.ending.borrow()).finish()
    }
}

/// The two ends of a subject's pipes that a client talks over.
pub(crate) struct Pipes {
    pub(crate) stdin: Box<dyn AsyncWrite + Send + Unpin>,
    pub(crate) stdout: Box<dyn AsyncRead + Send + Unpin>,
}

impl Subject {
    /// Starts it.
    ///
    /// # Errors
    /// When the program cannot be run at all.
    pub(crate) fn start(launch: &Launch, transcript: &Transcript) -> io::Result<(Self, Pipes)> {
        let Some((program, arguments)) = launch.command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(&launch.environment);
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        let sockets = match launch.plumbing {
            Plumbing::Pipes => None,
            Plumbing::Sockets => Some((socket()?, socket()?)),
        };
        let (ours, stdin, stdout) = match sockets {
            None => (None, Stdio::piped(), Stdio::piped()),
            Some(((our_in, stdin), (our_out, stdout))) => (Some((our_in, our_out)), stdin, stdout),
        };
        command.stdin(stdin).stdout(stdout).stderr(Stdio::piped());
        command.process_group(0).kill_on_drop(true);
        let mut child = command.spawn()?;
        // The other ends of the sockets live in the command until it is gone; stdout would never end.
        drop(command);

        let vanished = || io::Error::other("the child's pipes or id are gone");
        let pid = child.id().and_then(|id| Pid::from_raw(id.cast_signed())).ok_or_else(vanished)?;
        let pipes = match ours {
            Some((stdin, stdout)) => Pipes { stdin: Box::new(stdin), stdout: Box::new(stdout) },
            None => Pipes {
                stdin: Box::new(child.stdin.take().ok_or_else(vanished)?),
                stdout: Box::new(child.stdout.take().ok_or_else(vanished)?),
            },
        };
        let stderr = Arc::new(Stderr::default());
        let (said, transcript) = (child.stderr.take().ok_or_else(vanished)?, transcript.clone());
        transcript.note(Origin::Aside, &format!("started {}", launch.command.join(" ")));
        let kept = Arc::clone(&stderr);
        let noted = transcript.clone();
        let reading = tokio::spawn(async move { kept.read(said, &noted).await });
        let (tell, ending) = watch::channel(None);
        tokio::spawn(async move {
            let ended = wait(&mut child).await;
            // A grandchild may hold stderr open for ever; what the subject itself said is there by then.
            let _ = tokio::time::timeout(GRACE, reading).await;
            transcript.note(Origin::Aside, &format!("the subject ended: {ended}"));
            tell.send_replace(Some(ended));
        });
        Ok((Self { pid, ending, stderr }, pipes))
    }

    /// How it ended, once it has; none when the deadline passes first.
    pub(crate) async fn ending(&self, deadline: Duration) -> Option<Ending> {
        let mut ending = self.ending.clone();
        let ended = ending.wait_for(Option::is_some);
        tokio::time::timeout(deadline, ended).await.ok()?.ok().and_then(|ended| *ended)
    }

    /// Whether it has ended already.
    pub(crate) fn has_ended(&self) -> bool {
        self.ending.borrow().is_some()
    }

    /// Everything that it wrote to stderr so far.
    pub(crate) fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Waits until a line of stderr satisfies `wanted`; none when the deadline passes or stderr ends first.
    pub(crate) async fn stderr_line(
        &self,
        deadline: Duration,
        wanted: impl Fn(&str) -> bool,
    ) -> Option<String> {
        self.stderr.line(deadline, wanted).await
    }

    /// The environment that the kernel shows of it to others, where there is such a view (Linux).
    pub(crate) fn visible_environment(&self) -> io::Result<Vec<u8>> {
        std::fs::read(format!("/proc/{}/environ", self.pid.as_raw_nonzero()))
    }

    /// The most memory that any process of its group has held so far, where there is such a view (Linux).
    pub(crate) fn peak_memory_bytes(&self) -> io::Result<u64> {
        let group = self.pid.as_raw_nonzero().to_string();
        let mut peak = 0;
        for process in std::fs::read_dir("/proc")?.flatten() {
            // A process that ends meanwhile holds nothing any more.
            let Ok(stat) = std::fs::read_to_string(process.path().join("stat")) else { continue };
            // The name, in brackets, may hold anything; state, parent and group follow it.
            let behind_name = stat.rsplit_once(") ").map(|(_, rest)| rest).unwrap_or_default();
            if behind_name.split(' ').nth(2) != Some(group.as_str()) {
                continue;
            }
            let status = std::fs::read_to_string(process.path().join("status")).unwrap_or_default();
            let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kibibytes = held.and_then(|held| held.trim().trim_end_matches(" kB").parse::<u64>().ok());
            peak = peak.max(kibibytes.unwrap_or_default() * 1024);
        }
        if peak == 0 { Err(io::Error::other("no process of the subject is left")) } else { Ok(peak) }
    }

    /// Lets it end by itself for a short while; the rest is done by dropping it.
    pub(crate) async fn wind_up(&self) {
        let _ = self.ending(GRACE).await;
    }
}

impl Drop for Subject {
    fn drop(&mut self) {
        // Fails where nobody of the group is left, which is what is wanted.
        let _ = kill_process_group(self.pid, Signal::KILL);
    }
}

/// Two ends of a socket: ours, and one to be given away.
fn socket() -> io::Result<(UnixStream, Stdio)> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    ours.set_nonblocking(true)?;
    Ok((UnixStream::from_std(ours)?, Stdio::from(OwnedFd::from(theirs))))
}

/// A wait that fails has no status to tell; the process is gone all the same.
async fn wait(child: &mut Child) -> Ending {
    child.wait().await.map_or(Ending::Signal(0), Ending::from)
}

#[derive(Debug, Default)]
struct Stderr {
    kept: Mutex<String>,
    /// Counts up with every line; `u64::MAX` when there will be no more.
    lines: watch::Sender<u64>,
}

impl Stderr {
    async fn read(&self, stderr: impl AsyncRead + Unpin, transcript: &Transcript) {
        let mut stderr = BufReader::new(stderr);
        let mut line = Vec::new();
        while let Ok(1..) = stderr.read_until(b'\n', &mut line).await {
            let text = String::from_utf8_lossy(&line);
            transcript.note(Origin::Stderr, text.trim_end());
            {
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() + text.len() <= KEPT_STDERR_BYTES {
                    kept.push_str(&text);
                }
            }
            line.clear();
            self.lines.send_modify(|lines| *lines += 1);
        }
        self.lines.send_replace(u64::MAX);
    }

    fn text(&self) -> String {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn line(&self, deadline: Duration, wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut lines = self.lines.subscribe();
        let waiting = async {
            loop {
                let seen = *lines.borrow_and_update();
                let found = self.text().lines().find(|line| wanted(line)).map(str::to_owned);
                if found.is_some() || seen == u64::MAX {
                    return found;
                }
                // The sender lives as long as `self`, so this can only be a change.
                let _ = lines.changed().await;
            }
        };
        tokio::time::timeout(deadline, waiting).await.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    fn shell(script: &str) -> Launch {
        let command = ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
        let environment = BTreeMap::from([("KITCHEN".to_owned(), "clean".to_owned())]);
        Launch { command, environment, plumbing: Plumbing::Pipes }
    }

    fn start(script: &str) -> (Subject, Pipes) {
        Subject::start(&shell(script), &Transcript::default()).unwrap()
    }

    #[tokio::test]
    async fn it_sees_how_a_subject_ends() {
        for (row, script, ending) in [
            ("by itself", "exit 3", Ending::Code(3)),
            ("by a signal", "kill -9 $$", Ending::Signal(9)),
            ("when its input ends", "cat >/dev/null; exit 0", Ending::Code(0)),
        ] {
            let (subject, pipes) = start(script);
            drop(pipes.stdin);
            assert_eq!(subject.ending(EXIT_DEADLINE).await, Some(ending), "{row}");
        }
    }

    #[tokio::test]
    async fn it_is_spoken_to_over_pipes_and_over_sockets() {
        for plumbing in [Plumbing::Pipes, Plumbing::Sockets] {
            let launch = Launch { plumbing, ..shell("exec cat") };
            let (subject, mut pipes) = Subject::start(&launch, &Transcript::default()).unwrap();
            pipes.stdin.write_all(b"peas").await.unwrap();
            drop(pipes.stdin);
            let mut said = String::new();
            pipes.stdout.read_to_string(&mut said).await.unwrap();
            assert_eq!(said, "peas", "{plumbing:?}");
            assert_eq!(subject.ending(EXIT_DEADLINE).await, Some(Ending::Code(0)), "{plumbing:?}");
        }
    }

    #[tokio::test]
    async fn one_that_hangs_has_not_ended_by_the_deadline() {
        let (subject, _pipes) = start("exec sleep 600");
        assert_eq!(subject.ending(Duration::from_millis(50)).await, None);
    }

    #[tokio::test]
    async fn its_environment_is_what_it_was_given_and_the_path() {
        let (_subject, mut pipes) = start("exec env");
        let mut said = String::new();
        pipes.stdout.read_to_string(&mut said).await.unwrap();
        // A shell sets these for itself.
        let own = ["PWD=", "SHLVL=", "_=", "OLDPWD="];
        let mut names: Vec<&str> =
            said.lines().filter(|line| !own.iter().any(|own| line.starts_with(own))).collect();
        names.sort_unstable();
        assert_eq!(names[0], "KITCHEN=clean");
        assert!(names[1].starts_with("PATH="));
        assert_eq!(names.len(), 2, "{names:?}");
    }

    #[tokio::test]
    async fn the_most_memory_of_its_processes_is_seen() {
        let (subject, mut pipes) = start("x=$(head -c 20000000 /dev/zero | tr '\\0' x); echo; read y");
        pipes.stdout.read_u8().await.unwrap();
        assert!(subject.peak_memory_bytes().unwrap() > 20_000_000);
        let (small, _pipes) = start("read y");
        assert!((1..20_000_000).contains(&small.peak_memory_bytes().unwrap()));
        small.ending(Duration::ZERO).await;
    }

    #[tokio::test]
    async fn its_stderr_is_held() {
        let (subject, _pipes) = start("echo one >&2; echo two >&2; exit 1");
        assert_eq!(subject.stderr_line(EXIT_DEADLINE, |line| line == "two").await.as_deref(), Some("two"));
        assert_eq!(subject.stderr_line(EXIT_DEADLINE, |line| line == "three").await, None);
        subject.ending(EXIT_DEADLINE).await;
        assert_eq!(subject.stderr(), "one\ntwo\n");
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_is_an_error() {
        let launch = Launch { command: vec!["/no/such/program".to_owned()], ..Launch::default() };
        assert!(Subject::start(&launch, &Transcript::default()).is_err());
        assert!(Subject::start(&Launch::default(), &Transcript::default()).is_err());
    }

    #[tokio::test]
    async fn nothing_of_it_is_left_behind() {
        let (subject, mut pipes) = start("sleep 600 & echo $!; wait");
        let mut said = [0; 32];
        let read = pipes.stdout.read(&mut said).await.unwrap();
        let grandchild = String::from_utf8_lossy(&said[..read]).trim().to_owned();
        assert!(alive(&grandchild), "{grandchild}");

        drop(subject);

        let gone = async {
            while alive(&grandchild) {
                tokio::task::yield_now().await;
            }
        };
        assert!(tokio::time::timeout(EXIT_DEADLINE, gone).await.is_ok(), "{grandchild} is still there");
    }

    /// A killed process whose parent has not looked at it yet is a zombie, not alive.
    fn alive(pid: &str) -> bool {
        std::fs::read_to_string(format!("/proc/{pid}/stat"))
            .is_ok_and(|stat| !stat.rsplit(") ").next().unwrap_or_default().starts_with('Z'))
    }
}
