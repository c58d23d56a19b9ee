//! Which certificates are believed (`MEALIE_CA_FILE`, `MEALIE_INSECURE_TLS`). It never decides about one itself: the
//! HTTP client does, by what is said here.

use reqwest::Certificate;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use super::variables::Fault;

/// Which certificates are believed, Mealie's and those of an https proxy.
pub enum Trust {
    /// What this machine trusts.
    Usual,
    /// These authorities besides.
    Also(Authorities),
    /// Any certificate: whoever answers is taken for Mealie.
    Anybody,
}

/// The certificates of `MEALIE_CA_FILE`, at least one.
pub struct Authorities(Vec<Certificate>);

impl Authorities {
    /// Reads every certificate of a PEM file. What else is in it, a key for example, is passed over.
    pub(super) fn in_file(content: &[u8]) -> Result<Self, Fault> {
        // The verifier fills a store like this one with them, and would fail at the first call and not at the start.
        let mut store = RootCertStore::empty();
        let mut certificates = Vec::new();
        for found in CertificateDer::pem_slice_iter(content) {
            let found = found.map_err(|_| Fault::InFile("is PEM that cannot be read"))?;
            let unreadable = Fault::InFile("holds a certificate that cannot be read");
            certificates.push(Certificate::from_der(&found).map_err(|_| unreadable)?);
            store.add(found).map_err(|_| unreadable)?;
        }
        if certificates.is_empty() {
            return Err(Fault::InFile("holds no certificate in PEM"));
        }
        Ok(Self(certificates))
    }

    /// As the HTTP client takes them.
    pub fn certificates(&self) -> impl Iterator<Item = Certificate> {
        self.0.iter().cloned()
    }
}
