//! Standard input and output by what they are. Tokio's own standard streams go through a pool of threads, which costs most
//! of the speed and keeps the process from ending while a read waits; they are left for files and terminals.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

/// One direction.
pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;
/// The other one.
pub(crate) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// Standard input.
pub(super) fn standard_input() -> io::Result<Input> {
    // A pipe is opened anew, so that its being non-blocking is ours alone.
    #[cfg(target_os = "linux")]
    if let Ok(pipe) = tokio::net::unix::pipe::OpenOptions::new().open_receiver("/proc/self/fd/0") {
        return Ok(Box::new(pipe));
    }
    #[cfg(unix)]
    if let Some(socket) = socket(&io::stdin())? {
        return Ok(Box::new(socket));
    }
    Ok(Box::new(tokio::io::stdin()))
}

/// Standard output.
pub(super) fn standard_output() -> io::Result<Output> {
    #[cfg(target_os = "linux")]
    if let Ok(pipe) = tokio::net::unix::pipe::OpenOptions::new().open_sender("/proc/self/fd/1") {
        return Ok(Box::new(pipe));
    }
    #[cfg(unix)]
    if let Some(socket) = socket(&io::stdout())? {
        return Ok(Box::new(socket));
    }
    Ok(Box::new(tokio::io::stdout()))
}

/// The socket behind a descriptor, if it is one: what Node starts its children with. It stays one open file with the
/// descriptor itself, so nothing else may write to that.
#[cfg(unix)]
fn socket(descriptor: &impl std::os::fd::AsFd) -> io::Result<Option<tokio::net::UnixStream>> {
    use std::os::unix::fs::FileTypeExt as _;

    let file = std::fs::File::from(descriptor.as_fd().try_clone_to_owned()?);
    if !file.metadata()?.file_type().is_socket() {
        return Ok(None);
    }
    let stream = std::os::unix::net::UnixStream::from(std::os::fd::OwnedFd::from(file));
    stream.set_nonblocking(true)?;
    tokio::net::UnixStream::from_std(stream).map(Some)
}
