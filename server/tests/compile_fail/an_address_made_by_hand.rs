//! Only the netguard makes an address that Mealie may be sent to (NET-1).

use mealie_mcp::netguard::FetchAddress;

fn made(url: url::Url) -> FetchAddress {
    FetchAddress(url)
}

fn main() {}
