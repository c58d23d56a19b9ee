//! Names that are not ours: which of them is a mistake, which is worth a word, and which is nobody's business
//! (OPER-10). It never looks at a value.

use strsim::levenshtein;

use super::variables::VARIABLES;

/// How many letters a name may differ from ours and still be a misspelling of it (OPER-10).
const MOST_EDITS: usize = 2;

/// What the project's own live tests read; the server leaves them alone.
const FOR_LIVE_TESTS: [&str; 3] = ["MEALIE_LIVE_URL", "MEALIE_LIVE_TOKEN", "MEALIE_LIVE_THROWAWAY"];

/// What Meilisearch and those who use it are set with: `MEILI_URL` is two letters from `MEALIE_URL`, and no mistake.
const MEILISEARCH: &str = "MEILI_";

/// What a name that is none of ours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stranger {
    /// Nearly this one of ours.
    Misspelt(&'static str),
    /// A `MEALIE_*` variable that nobody reads.
    Unknown,
    /// Something else.
    Unrelated,
}

/// `name` is that of a set variable and none of ours.
pub(super) fn judge(name: &str) -> Stranger {
    if FOR_LIVE_TESTS.contains(&name) || name.starts_with(MEILISEARCH) {
        return Stranger::Unrelated;
    }
    let bare = without_underscores(name);
    let nearest = VARIABLES
        .iter()
        .map(|variable| (edits(&bare, &without_underscores(variable.name)), variable.name))
        .min_by_key(|(edits, _)| *edits);
    match nearest {
        Some((edits, ours)) if edits <= MOST_EDITS => Stranger::Misspelt(ours),
        _ if name.to_ascii_uppercase().starts_with("MEALIE_") => Stranger::Unknown,
        _ => Stranger::Unrelated,
    }
}

fn without_underscores(name: &str) -> String {
    name.to_ascii_uppercase().replace('_', "")
}

/// The edit distance, which needs no counting where the lengths alone are too far apart: names can be long.
fn edits(one: &str, other: &str) -> usize {
    match one.len().abs_diff(other.len()) {
        // A letter of another script has up to four bytes.
        far if far > 4 * MOST_EDITS => far,
        _ => levenshtein(one, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oper_10_a_misspelt_name_is_recognised() {
        for (name, ours) in [
            ("MEALIE_READONLY", "MEALIE_READ_ONLY"),
            ("MEALIEREADONLY", "MEALIE_READ_ONLY"),
            ("MEALIE_READ_ONY", "MEALIE_READ_ONLY"),
            ("MEALIE_READ_ONLLYY", "MEALIE_READ_ONLY"),
            ("MEALIE__READ__ONLY", "MEALIE_READ_ONLY"),
            ("MEALIE_REED_ONLY", "MEALIE_READ_ONLY"),
            ("mealie_read_only", "MEALIE_READ_ONLY"),
            ("MEALIE_UR", "MEALIE_URL"),
            ("MEALIE_RUL", "MEALIE_URL"),
            ("MEALY_URL", "MEALIE_URL"),
            ("MEAL_URL", "MEALIE_URL"),
            ("MEALIE_APITOKEN", "MEALIE_API_TOKEN"),
            ("MEALIE_API_TOKENS", "MEALIE_API_TOKEN"),
            ("MEALIE_REQUIRED_DIALOG", "MEALIE_REQUIRE_DIALOG"),
            ("MEALIE_REQUIRE_DIALOGUE", "MEALIE_REQUIRE_DIALOG"),
            ("MEALIE_APPROVALS_TTL", "MEALIE_APPROVAL_TTL"),
            ("MEALIE_MAX_RESULTS_BYTES", "MEALIE_MAX_RESULT_BYTES"),
            ("MEALIE_MAX_CONCURENCY", "MEALIE_MAX_CONCURRENCY"),
            ("MEALIE_ACCEPT_LANGUAGES", "MEALIE_ACCEPT_LANGUAGE"),
            ("MEALIE_CAFILE", "MEALIE_CA_FILE"),
            ("MEALIE_INSECURE_TSL", "MEALIE_INSECURE_TLS"),
            ("MEALIE_FETCH_HOST", "MEALIE_FETCH_HOSTS"),
            ("MEALIE_FETCHED_HOSTS", "MEALIE_FETCH_HOSTS"),
            ("MEALIE_LOGS", "MEALIE_LOG"),
            ("ELICITATIONS", "ELICITATION"),
            ("ELICIATION", "ELICITATION"),
            ("ELLICITATION", "ELICITATION"),
            ("elicitation", "ELICITATION"),
            ("MÈALIE_URL", "MEALIE_URL"),
        ] {
            assert_eq!(judge(name), Stranger::Misspelt(ours), "{name}");
        }
    }

    #[test]
    fn oper_10_a_far_name_under_our_prefix_is_unknown_and_no_mistake() {
        for name in [
            "MEALIE_TOKEN",
            "MEALIE_API_KEY",
            "MEALIE_API_URL",
            "MEALIE_BASE_URL",
            "MEALIE_HOST",
            "MEALIE_PORT",
            "MEALIE_VERSION",
            "MEALIE_ELICITATION",
            "mealie_something",
            "MEALIE_",
        ] {
            assert_eq!(judge(name), Stranger::Unknown, "{name}");
        }
    }

    #[test]
    fn oper_10_names_of_others_are_left_alone() {
        // What desktops, shells, containers, CI and the usual tools set, and what our live tests read.
        let usual = "PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL TERM LANG LC_ALL TZ TMPDIR EDITOR VISUAL PAGER _ \
                     HOSTNAME MAIL DISPLAY WAYLAND_DISPLAY XDG_RUNTIME_DIR XDG_SESSION_TYPE DBUS_SESSION_BUS_ADDRESS \
                     SSH_AUTH_SOCK SSH_CONNECTION INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS \
                     http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY \
                     CI GITHUB_ACTIONS GITHUB_TOKEN GITLAB_CI DOCKER_HOST KUBERNETES_SERVICE_HOST KUBERNETES_PORT \
                     NODE_ENV NODE_OPTIONS NPM_TOKEN npm_config_cache PYTHONPATH VIRTUAL_ENV CARGO_HOME RUST_LOG \
                     RUST_BACKTRACE JAVA_HOME GOPATH DEBUG LOG_LEVEL PORT HOST BASE_URL API_URL API_TOKEN API_KEY \
                     BASE_URL DEFAULT_GROUP ALLOW_SIGNUP POSTGRES_SERVER SMTP_HOST OIDC_CLIENT_ID PUID PGID \
                     TOKEN_TIME MAX_WORKERS WEB_CONCURRENCY OPENAI_API_KEY OPENAI_BASE_URL ANTHROPIC_API_KEY \
                     CLAUDECODE CLAUDE_CODE_ENTRYPOINT VSCODE_PID VSCODE_IPC_HOOK TERM_PROGRAM COLORTERM \
                     APPDATA LOCALAPPDATA PROGRAMFILES SYSTEMROOT COMSPEC PATHEXT WINDIR USERPROFILE \
                     MEILI_URL MEILI_LOG MEILI_MASTER_KEY MEALIE IMITATION CITATION \
                     MEALIE_LIVE_URL MEALIE_LIVE_TOKEN MEALIE_LIVE_THROWAWAY";
        for name in usual.split_whitespace() {
            assert_eq!(judge(name), Stranger::Unrelated, "{name}");
        }
    }

    #[test]
    fn oper_10_no_two_of_ours_are_so_near_that_a_misspelling_could_mean_either() {
        for one in VARIABLES {
            for other in VARIABLES.iter().filter(|other| other.name != one.name) {
                let edits = edits(&without_underscores(one.name), &without_underscores(other.name));
                assert!(edits > MOST_EDITS, "{} and {}", one.name, other.name);
            }
        }
    }

    #[test]
    fn oper_10_the_distance_is_two_and_no_more() {
        assert_eq!(judge("ELICITATIONXX"), Stranger::Misspelt("ELICITATION"));
        assert_eq!(judge("ELICITATIONXXX"), Stranger::Unrelated);
        assert_eq!(judge("ELICITATI"), Stranger::Misspelt("ELICITATION"));
        assert_eq!(judge("ELICITAT"), Stranger::Unrelated);
        assert_eq!(judge("MEALIE_XX_LOG"), Stranger::Misspelt("MEALIE_LOG"));
        assert_eq!(judge("MEALIE_XXX_LOG"), Stranger::Unknown);
    }

    #[test]
    fn a_name_as_long_as_the_system_allows_is_judged_at_once() {
        assert_eq!(judge(&"M".repeat(100_000)), Stranger::Unrelated);
    }
}
