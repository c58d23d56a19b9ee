//! A document as a whole (NET-6): what is judged of it, and how much of it.

use super::*;

async fn document(guard: &Netguard, text: impl Into<String>) -> Result<String, String> {
    match guard.document("html_or_json", text.into()).await {
        Ok(document) => Ok(sent(&document)),
        Err(failure) => Err(rule(failure)),
    }
}

fn pictures(count: usize, at: impl Fn(usize) -> String) -> String {
    (0..count).map(|which| format!("<img src=\"{}\">\n", at(which))).collect()
}

#[tokio::test]
async fn net_6_a_document_is_sent_as_it_is() {
    let (guard, book) = Book::default().guard(None);
    let text =
        "<meta property=\"og:image\" content=\"HTTPS://cdn.example/a/../süß.png#x\">\r\n\t<p>\u{202E}soup";
    assert_eq!(document(&guard, text).await.as_deref(), Ok(text));
    assert_eq!(book.asked(), ["cdn.example"]);
    assert_eq!(document(&guard, "").await.as_deref(), Ok(""));
}

#[tokio::test]
async fn net_6_every_picture_address_is_judged_as_an_argument_is() {
    for (row, address, objection) in [
        ("a refused address", "http://127.0.0.1/x.png", Some(Objection::Leads("a loopback address"))),
        ("in another form", "http://[::ffff:7f00:1]/x", Some(Objection::Leads("a loopback address"))),
        ("a refused name", "//LOCALHOST./x", Some(Objection::Leads("the local machine"))),
        ("another scheme", "ftp://cdn.example/http://", Some(Objection::Scheme)),
        ("an app at a refused address", "soup://127.0.0.1/", Some(Objection::Leads("a loopback address"))),
        ("a user", "http://a:b@cdn.example/x", Some(Objection::User)),
        ("behind a name", "http://evil.example/x", Some(Objection::Behind("a loopback address"))),
        ("behind a name, public and private", "http://mixed.example/x", Some(Objection::Mixed)),
        ("net_5: a private one", "http://192.168.1.4/x", None),
        ("nobody knows it", "http://unknown.example/x", None),
    ] {
        let (guard, _) = Book::default()
            .with("evil.example", 0, &["127.0.0.1"])
            .with("mixed.example", 0, &["93.184.215.14", "10.0.0.1"])
            .guard(None);
        let page = format!("<img src=\"https://cdn.example/1.png\"><img src=\"{address}\">");
        let want = objection.map(|objection| {
            format!("has a picture address that {objection}; take that address out of the document")
        });
        assert_eq!(document(&guard, page).await.err(), want, "{row}");
    }
}

#[tokio::test]
async fn net_6_the_first_bad_address_is_the_one_that_is_named() {
    let (guard, _) = Book::default().guard(None);
    for _ in 0..20 {
        let page = pictures(9, |which| format!("http://127.0.0.{}/", 9 - which));
        match guard.document("html_or_json", page).await.unwrap_err() {
            Failure::Argument { given: Some(given), .. } => assert_eq!(given.as_str(), "http://127.0.0.9/"),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn net_6_a_document_may_name_25_hosts() {
    let (guard, _) = Book::default().guard(None);
    let hosts =
        |count: usize| pictures(200, |which| format!("https://cdn{}.example/{which}.png", which % count));
    assert!(document(&guard, hosts(25)).await.is_ok());
    assert_eq!(document(&guard, hosts(26)).await, Err(TooMuch::Hosts.to_string()));
    let spelled = pictures(200, |which| {
        let name = if which % 2 == 0 { "cdn" } else { "CDN" };
        format!("https://{name}{}.example/{which}.png", which % 25)
    });
    assert!(document(&guard, spelled).await.is_ok(), "a host counts once however it is spelled");
}

#[tokio::test]
async fn net_6_a_document_may_have_500_picture_addresses() {
    let (guard, _) = Book::default().guard(None);
    let references = |count| pictures(count, |which| format!("https://cdn.example/{which}.png"));
    assert!(document(&guard, references(500)).await.is_ok());
    assert_eq!(document(&guard, references(501)).await, Err(TooMuch::References.to_string()));
}

#[tokio::test]
async fn net_7_a_document_may_have_two_mebibytes() {
    let (guard, _) = Book::default().guard(None);
    assert!(document(&guard, "a".repeat(MAX_DOCUMENT_BYTES)).await.is_ok());
    assert_eq!(document(&guard, "a".repeat(MAX_DOCUMENT_BYTES + 1)).await, Err(TooMuch::Text.to_string()));
}
