//! Which field names are credentials (UNT-5). Owns the table of endings; it looks at names only and never at a value:
//! `secrets` does that.

/// What stands in the place of a credential.
pub const REDACTED: &str = "[redacted]";

/// Endings of a name that mean a credential, in lower case and without separators.
const ENDINGS: [&str; 13] = [
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "credential",
    "authorization",
    "cookie",
];

/// Words that make a plural behind them a number of things, when they are all that stands before it: `numTokens`.
const COUNTING: [&str; 9] = ["count", "countof", "max", "min", "n", "num", "number", "numberof", "total"];

/// Longest ending and longest counting word: more of a name is never looked at.
const LONGEST: usize = 24;

/// Does a field of this name hold a credential? `_`, `-`, blanks and every other separator, case, digits at the end and
/// a plural s do not matter: `apiKey`, `API-KEYS`, `my_api_key_2`.
///
/// ```
/// use mealie_mcp::text::is_credential_name;
/// assert!(is_credential_name("openai_API-Keys2"));
/// assert!(!is_credential_name("numTokens"));
/// ```
#[must_use]
pub fn is_credential_name(name: &str) -> bool {
    // Read from the end, so that a name of megabytes costs what a short one does once its digits are passed.
    let mut letters = name
        .chars()
        .rev()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .skip_while(char::is_ascii_digit)
        .peekable();
    let plural = letters.next_if_eq(&'s').is_some();
    // `tokens`, `tokens2` and `token2s` alike.
    let mut letters = letters.skip_while(char::is_ascii_digit);
    let mut tail: Vec<char> = letters.by_ref().take(LONGEST).collect();
    let whole = letters.next().is_none();
    tail.reverse();
    let tail: String = tail.into_iter().collect();
    ENDINGS.iter().any(|ending| {
        tail.strip_suffix(ending).is_some_and(|before| !(plural && whole && COUNTING.contains(&before)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_end_like_a_credential_are_credentials() {
        for name in [
            "password",
            "passwd",
            "pwd",
            "passphrase",
            "secret",
            "token",
            "api_key",
            "apiKey",
            "api key",
            "APIKEY",
            "api-key",
            "access_key",
            "AccessKey",
            "secretKey",
            "SECRET-KEY",
            "private_key",
            "privateKey",
            "credential",
            "authorization",
            "cookie",
            "Cookies",
            "credentials",
            "tokens",
            "secrets",
            "api_keys",
            "passphrases",
            "password1",
            "password_2",
            "tokens2",
            "token2s",
            "smtp_password",
            "MEALIE_API_TOKEN",
            "X-Auth-Token",
            "Proxy-Authorization",
            "Set-Cookie",
            "clientSecret",
            "aws.secret.access.key",
            "token:",
            "__token__",
            "myPWD",
            "user/passwd",
            "confirm_token",
            "\u{212A}\u{FF01}token",
            "maxToken",
            "adminTokens",
            "num_token",
        ] {
            assert!(is_credential_name(name), "{name}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for name in [
            "",
            "name",
            "key",
            "keys",
            "monkey",
            "turkey",
            "tokenId",
            "token_id",
            "secretary",
            "passwordless",
            "cookieDough",
            "description",
            "numTokens",
            "num_tokens",
            "totalTokens",
            "max_tokens",
            "tokenCount",
            "count_of_cookies",
            "broken",
            "slug",
            "123",
            "s",
            "ss",
            "author",
            "authorizations_count",
            "oauth",
            "pass",
            "apikeyed",
            "kennwort",
        ] {
            assert!(!is_credential_name(name), "{name}");
        }
    }

    #[test]
    fn every_ending_and_every_counting_word_is_within_what_is_looked_at() {
        for ending in ENDINGS {
            for counting in COUNTING {
                assert!(ending.len() + counting.len() <= LONGEST, "{counting}{ending}");
            }
        }
    }

    #[test]
    fn a_name_of_a_megabyte_is_judged_by_its_end() {
        assert!(is_credential_name(&format!("{}_token{}", "x".repeat(1_000_000), "7".repeat(1_000_000))));
    }
}
