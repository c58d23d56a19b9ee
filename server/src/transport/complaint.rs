//! What is answered to a line that is no message: JSON-RPC's two errors for it, with the line's own id where it has one.
//! It never makes anything of the rest of the line, so that a hostile one costs no memory.

use std::fmt;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// What a line that could not be read comes to.
pub(super) enum Unread {
    /// Nothing is said: it was a notification.
    Skipped,
    /// It was the answer to a question. What it said is lost, and it counts as an error: never as a yes.
    Answer(Box<RxJsonRpcMessage<RoleServer>>),
    /// The client is told.
    Complaint(Complaint),
}

/// What the client is told.
pub(super) struct Complaint {
    code: ErrorCode,
    words: &'static str,
    id: Option<RequestId>,
}

impl Complaint {
    pub(super) fn invalid(words: &'static str, id: Option<RequestId>) -> Self {
        Self { code: ErrorCode::INVALID_REQUEST, words, id }
    }

    /// Whether it belongs to a request. MCP knows no `null` id, and before 2025-11-25 no error without one.
    pub(super) fn has_an_id(&self) -> bool {
        self.id.is_some()
    }

    /// As a message.
    pub(super) fn message(self) -> TxJsonRpcMessage<RoleServer> {
        TxJsonRpcMessage::<RoleServer>::error(ErrorData::new(self.code, self.words, None), self.id)
    }
}

/// The few fields of a line that say what it was meant to be.
#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    jsonrpc: Field,
    #[serde(default)]
    id: Field,
    #[serde(default)]
    method: Field,
    #[serde(default)]
    result: Field,
    #[serde(default)]
    error: Field,
}

/// A field, as far as it matters.
#[derive(Default)]
enum Field {
    #[default]
    Absent,
    Number(i64),
    Text(String),
    Other,
}

impl Field {
    fn is_there(&self) -> bool {
        !matches!(self, Self::Absent)
    }

    fn id(self) -> Option<RequestId> {
        match self {
            Self::Number(number) => Some(RequestId::Number(number)),
            Self::Text(text) => Some(RequestId::String(text.into())),
            Self::Absent | Self::Other => None,
        }
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Look;

        impl<'de> Visitor<'de> for Look {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("anything")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Field, E> {
                Ok(Field::Number(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Field, E> {
                Ok(i64::try_from(number).map_or(Field::Other, Field::Number))
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<Field, E> {
                Ok(Field::Other)
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Field, E> {
                Ok(Field::Other)
            }

            fn visit_unit<E: Error>(self) -> Result<Field, E> {
                Ok(Field::Other)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Field, E> {
                Ok(Field::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Field, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Field::Other)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Field, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Field::Other)
            }
        }

        deserializer.deserialize_any(Look)
    }
}

/// What is wrong with a request that was not made.
#[derive(Clone, Copy)]
pub(super) struct Wrong {
    code: ErrorCode,
    words: &'static str,
}

/// Its params cannot be read.
pub(super) const UNREADABLE: Wrong = Wrong {
    code: ErrorCode::INVALID_PARAMS,
    words: "the params of this request cannot be read: a form, a number, a text or a nesting that is not allowed",
};

/// It holds too many values.
pub(super) const TOO_MANY_VALUES: Wrong = Wrong {
    code: ErrorCode::INVALID_PARAMS,
    words: "this message holds more than 20,000 JSON values; send less at once",
};

/// It is large, and others are held. JSON-RPC 2.0 leaves the codes from -32099 to -32000 to servers.
pub(super) const TOO_MUCH_AT_ONCE: Wrong = Wrong {
    code: ErrorCode(-32000),
    words: "other large requests are still being answered; send this one again when they are",
};

/// What a line comes to that is no message; `wrong` is what is wrong with it if it is a request all the same. JSON-RPC
/// 2.0, section 5: what is no JSON is a parse error, what is no request is an invalid one. A notification is never
/// answered.
pub(super) fn unread(line: &[u8], wrong: Wrong) -> Unread {
    let told = |complaint| Unread::Complaint(complaint);
    let invalid = |words, id| told(Complaint::invalid(words, id));
    if line.starts_with(b"[") {
        return invalid("batches are not part of MCP; send one message a line", None);
    }
    let Ok(envelope) = serde_json::from_slice::<Envelope>(line) else {
        return if serde_json::from_slice::<IgnoredAny>(line).is_err() {
            told(Complaint { code: ErrorCode::PARSE_ERROR, words: "this line is not JSON", id: None })
        } else {
            invalid("this is not a JSON-RPC 2.0 message", None)
        };
    };
    let of_this_protocol = matches!(&envelope.jsonrpc, Field::Text(version) if version == "2.0");
    match (envelope.method, envelope.id) {
        (Field::Text(_), Field::Absent) => Unread::Skipped,
        (Field::Text(_), id @ (Field::Number(_) | Field::Text(_))) if of_this_protocol => {
            told(Complaint { code: wrong.code, words: wrong.words, id: id.id() })
        }
        (method, id) if method.is_there() => invalid("this is not a JSON-RPC 2.0 request", id.id()),
        (_, id) if envelope.result.is_there() || envelope.error.is_there() => match id.id() {
            Some(id) => {
                let lost = ErrorData::new(ErrorCode::INVALID_REQUEST, "an answer that cannot be read", None);
                Unread::Answer(Box::new(RxJsonRpcMessage::<RoleServer>::error(lost, Some(id))))
            }
            None => invalid("this answer belongs to no question: its id cannot be read", None),
        },
        _ => invalid("this is not a JSON-RPC 2.0 message", None),
    }
}
