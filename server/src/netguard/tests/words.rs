//! Every word that this room says, in one place, to be read aloud.

use super::*;

fn said(failure: Failure) -> String {
    failure.words().ours
}

#[tokio::test(start_paused = true)]
async fn net_1_every_word_about_an_address_that_is_refused() {
    let (guard, _) = Book::default()
        .with("evil.example", 0, &["::1"])
        .with("mixed.example", 0, &["93.184.215.14", "10.0.0.1"])
        .guard(Some("127.0.0.1, evil.example, mixed.example"));
    let long = format!("https://soup.example/{}", "a".repeat(2_048));
    let mut all = Vec::new();
    for text in [
        "example.com/soup",
        "https:///soup",
        "https://example.com/pea soup",
        r"https://example.com\soup",
        "https://anna:geheim@example.com/",
        "https://example.com/?token=geheim",
        "http://127.1/\u{202E}x",
        "http://localhost/",
        "http://169.254.169.254/latest/meta-data/",
        "http://evil.example/",
        "http://mixed.example/",
        &long,
    ] {
        all.push(said(guard.address("url", text).await.unwrap_err()));
    }
    all.push(said(busy("url")));
    insta::assert_snapshot!(all.join("\n\n"));
}

#[tokio::test(start_paused = true)]
async fn net_6_every_word_about_a_document_that_is_refused() {
    let (guard, _) = Book::default()
        .with("evil.example", 0, &["::1"])
        .with("mixed.example", 0, &["93.184.215.14", "10.0.0.1"])
        .guard(None);
    let mut all = Vec::new();
    for address in [
        "ftp://example.com/soup.png",
        "https:///soup.png",
        r"https://example.com\soup.png",
        "https://anna:geheim@example.com/",
        "http://%31/",
        "http://127.0.0.1/soup.png",
        "http://evil.example/soup.png",
        "http://mixed.example/soup.png",
    ] {
        let page = format!("<meta property=\"og:image\" content=\"{address}\">");
        all.push(said(guard.document("html_or_json", page).await.unwrap_err()));
    }
    let (listed, _) = Book::default().guard(Some("cdn.example"));
    let page = "<img src=\"http://soup.example/soup.png\">".to_owned();
    all.push(said(listed.document("html_or_json", page).await.unwrap_err()));
    for much in [TooMuch::Text, TooMuch::References, TooMuch::Hosts] {
        all.push(much.to_string());
    }
    insta::assert_snapshot!(all.join("\n\n"));
}

/// What is refused for its credentials is quoted without them.
#[tokio::test]
async fn net_1_a_password_is_not_repeated() {
    let (guard, _) = Book::default().guard(None);
    for address in [
        "https://anna:geheim@example.com/",
        "https://geheim@example.com/",
        "HTTPS://anna:geheim@example.com",
        "https:/anna:geheim@example.com/",
        "https:anna:geheim@example.com/",
        r"https:\\anna:geheim@example.com/",
        r"https:/\anna:geheim@example.com/",
        "https://anna:ge heim@example.com/",
        "https://anna:geheim@example.com/ x",
        "ftp://anna:geheim@example.com/",
        "//anna:geheim@example.com/",
        "https://@anna:geheim@example.com/",
        "https://example.com /anna:geheim@example.com/",
        "anna:geheim@example.com",
    ] {
        let alone = guard.address("url", address).await.unwrap_err();
        let within = reference::host(address)
            .err()
            .map(|objection| refused_picture("html_or_json", address, objection));
        for said in [Some(alone), within].into_iter().flatten().map(said) {
            assert!(!said.contains("heim") && !said.contains("anna"), "{address}: {said}");
        }
    }
}
