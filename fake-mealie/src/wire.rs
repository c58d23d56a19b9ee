//! The connection below HTTP: a listener whose connections can be told to close, to break off or to reset.
//! Never decides that they should; the door does.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Waker};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// What becomes of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fate {
    /// Served until the other side closes it.
    Open = 0,
    /// Closed once the answer is written, without announcing it.
    CloseUnannounced = 1,
    /// As above, and the answer has begun to be written.
    Closing = 2,
    /// Closed at once; nothing more is written.
    Drop = 3,
    /// Reset at once; nothing more is written.
    Reset = 4,
}

/// The handle by which a request decides on the connection it came in on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cord(Arc<AtomicU8>);

impl Cord {
    pub(crate) fn pull(&self, fate: Fate) {
        self.0.store(fate as u8, Ordering::Release);
    }

    fn fate(&self) -> Fate {
        match self.0.load(Ordering::Acquire) {
            0 => Fate::Open,
            1 => Fate::CloseUnannounced,
            2 => Fate::Closing,
            3 => Fate::Drop,
            _ => Fate::Reset,
        }
    }
}

/// Accepts connections that have a cord.
pub(crate) struct CordedListener(pub(crate) TcpListener);

impl Listener for CordedListener {
    type Io = CordedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (CordedStream, SocketAddr) {
        loop {
            // An error here is about one connection that went away, or about file handles that run out for a moment.
            match self.0.accept().await {
                Ok((stream, peer)) => {
                    // Only costs latency if it cannot be set.
                    let _ = stream.set_nodelay(true);
                    return (CordedStream { stream, cord: Cord::default(), reader: None }, peer);
                }
                Err(_) => tokio::task::yield_now().await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, CordedListener>> for Cord {
    fn connect_info(stream: IncomingStream<'_, CordedListener>) -> Cord {
        stream.io().cord.clone()
    }
}

/// A TCP stream that obeys its cord.
pub(crate) struct CordedStream {
    stream: TcpStream,
    cord: Cord,
    /// Who waits for the next request; woken when there will be none.
    reader: Option<Waker>,
}

impl CordedStream {
    fn break_off(&self) -> io::Error {
        if self.cord.fate() == Fate::Reset {
            // If lingering cannot be set off, the connection closes instead of resetting: the client still loses it.
            let _ = self.stream.set_zero_linger();
        }
        io::ErrorKind::ConnectionAborted.into()
    }
}

impl AsyncRead for CordedStream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        match this.cord.fate() {
            Fate::Open | Fate::CloseUnannounced => {
                this.reader = Some(cx.waker().clone());
                Pin::new(&mut this.stream).poll_read(cx, buf)
            }
            // The end of the stream, as the HTTP layer sees it: it closes an idle connection then.
            Fate::Closing => Poll::Ready(Ok(())),
            Fate::Drop | Fate::Reset => Poll::Ready(Err(this.break_off())),
        }
    }
}

impl AsyncWrite for CordedStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        match this.cord.fate() {
            Fate::Drop | Fate::Reset => return Poll::Ready(Err(this.break_off())),
            Fate::CloseUnannounced | Fate::Open | Fate::Closing => {}
        }
        let written = Pin::new(&mut this.stream).poll_write(cx, buf);
        if written.is_ready() && this.cord.fate() == Fate::CloseUnannounced {
            this.cord.pull(Fate::Closing);
            this.reader.take().iter().for_each(Waker::wake_by_ref);
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
