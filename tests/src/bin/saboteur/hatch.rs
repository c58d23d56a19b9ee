//! The hatch between the real server and Mealie: requests pass through it one by one, each handed to the saboteurs, and
//! answers pass as they are, byte for byte and end for end. It never answers in Mealie's place.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rustix::net::sockopt::{set_socket_recv_buffer_size, set_socket_send_buffer_size};
use serde_json::Value;

use crate::broken::Saboteur;
use crate::wire::Memory;

/// What the hatch holds of an answer that the server does not read. The kernel's own choice is megabytes, which would have
/// left Mealie for nothing (BND-1).
const HELD_BYTES: usize = 64 * 1024;

/// A request on its way to Mealie.
#[derive(Clone, PartialEq)]
pub(crate) struct Request {
    /// `GET`, `PATCH`, ...
    pub(crate) method: String,
    /// The path with its query.
    pub(crate) path: String,
    /// The body where it is JSON, else null; what is null at the end is left as it came.
    pub(crate) body: Value,
}

/// Opens a hatch to Mealie and gives its address. None where nobody is at Mealie's: what the server makes of that is not
/// the hatch's to change.
pub(crate) fn open(
    crew: &'static [&'static Saboteur],
    memory: &'static Mutex<Memory>,
    mealie: SocketAddr,
) -> Option<SocketAddr> {
    TcpStream::connect(mealie).ok()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).ok()?;
    let address = listener.local_addr().ok()?;
    thread::spawn(move || {
        for server in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || {
                // A connection that breaks is seen by both ends.
                let _ = pass(server, crew, memory, mealie);
            });
        }
    });
    Some(address)
}

fn pass(server: TcpStream, crew: &[&Saboteur], memory: &Mutex<Memory>, mealie: SocketAddr) -> io::Result<()> {
    let mealie = TcpStream::connect(mealie)?;
    // Heads and bodies are written at once; nothing is worth waiting for.
    server.set_nodelay(true)?;
    mealie.set_nodelay(true)?;
    set_socket_recv_buffer_size(&mealie, HELD_BYTES)?;
    set_socket_send_buffer_size(&server, HELD_BYTES)?;
    let (mut answers, mut to_server) = (mealie.try_clone()?, server.try_clone()?);
    let answering = thread::spawn(move || {
        let _ = io::copy(&mut answers, &mut to_server);
        close(&to_server, &answers);
    });
    let passed = pass_requests(&server, &mealie, crew, memory);
    close(&server, &mealie);
    let _ = answering.join();
    passed
}

/// Whoever ends a connection ends both halves of it.
fn close(one: &TcpStream, other: &TcpStream) {
    for end in [one, other] {
        // One that has ended already needs no ending.
        let _ = end.shutdown(Shutdown::Both);
    }
}

fn pass_requests(
    server: &TcpStream,
    mut mealie: &TcpStream,
    crew: &[&Saboteur],
    memory: &Mutex<Memory>,
) -> io::Result<()> {
    let mut requests = BufReader::new(server);
    while let Some(head) = Head::read(&mut requests)? {
        let mut body = vec![0; head.length.unwrap_or_default()];
        requests.read_exact(&mut body)?;
        let request = Request {
            method: head.method.clone(),
            path: head.path.clone(),
            body: serde_json::from_slice(&body).unwrap_or_default(),
        };
        let mut changed = request.clone();
        {
            let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            for rewrite in crew.iter().filter_map(|saboteur| saboteur.request) {
                rewrite(&mut memory, &mut changed);
            }
        }
        if changed.body != request.body {
            body = changed.body.to_string().into_bytes();
        }
        let length = head.length.map(|_| body.len());
        let mut bytes = head.written(&changed, length).into_bytes();
        bytes.append(&mut body);
        mealie.write_all(&bytes)?;
        if head.length.is_none() && head.goes_on {
            // A body in chunks: it is passed on as it comes, with whatever follows it.
            return io::copy(&mut requests, &mut mealie).map(|_| ());
        }
    }
    Ok(())
}

/// The head of a request, as far as anybody here reads it.
struct Head {
    method: String,
    path: String,
    /// The headers as they came, without the length.
    headers: String,
    length: Option<usize>,
    /// Whether a body follows whose length is not said.
    goes_on: bool,
}

impl Head {
    /// The next one; none at the end.
    fn read(requests: &mut BufReader<&TcpStream>) -> io::Result<Option<Self>> {
        let mut line = String::new();
        requests.read_line(&mut line)?;
        let mut words = line.split(' ');
        let (Some(method), Some(path)) = (words.next(), words.next()) else { return Ok(None) };
        let (method, path) = (method.to_owned(), path.to_owned());
        let mut head = Self { method, path, headers: String::new(), length: None, goes_on: false };
        loop {
            line.clear();
            requests.read_line(&mut line)?;
            let (name, value) = line.split_once(':').unwrap_or_default();
            match name.to_ascii_lowercase().as_str() {
                "" => return Ok(Some(head)),
                "content-length" => head.length = value.trim().parse().ok(),
                name => {
                    head.goes_on |= name == "transfer-encoding";
                    head.headers.push_str(&line);
                }
            }
        }
    }

    fn written(&self, request: &Request, length: Option<usize>) -> String {
        let length = length.map(|length| format!("content-length: {length}\r\n")).unwrap_or_default();
        format!("{} {} HTTP/1.1\r\n{}{length}\r\n", request.method, request.path, self.headers)
    }
}
