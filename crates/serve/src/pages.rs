//! The pages and their files, embedded in the program.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

/// A file of the pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    /// The path after `/pages/`.
    pub(crate) path: &'static str,
    text: &'static str,
}

macro_rules! embedded {
    ($($path:literal),* $(,)?) => {
        &[$(Page { path: $path, text: include_str!(concat!("../pages/", $path)) }),*]
    };
}

/// All files of the folder `pages`.
pub(crate) const PAGES: &[Page] = embedded![
    "application.js",
    "chart.js",
    "compare.js",
    "completion.js",
    "dom.js",
    "draft.js",
    "editor.js",
    "endgames-puzzles.js",
    "endgames-solver.js",
    "endgames-table.js",
    "endgames.css",
    "endgames.js",
    "experiment.js",
    "icon.svg",
    "index.html",
    "ladders.js",
    "languages/en.js",
    "languages/ja.js",
    "languages/zh.js",
    "live.js",
    "play/cards.css",
    "play/cards.js",
    "play/connection.js",
    "play/hand.js",
    "play/links.js",
    "play/names.js",
    "play/play.css",
    "play/play.js",
    "play/records.js",
    "play/rules.js",
    "play/setup.js",
    "play/table.js",
    "play/terms.js",
    "play/thoughts.js",
    "mastermind-advice.js",
    "mastermind-board.js",
    "mastermind.css",
    "mastermind.js",
    "random.js",
    "run.js",
    "runs.js",
    "server.js",
    "style.css",
    "words.js",
];

/// The addresses of the pages; each shows the same document, whose script chooses the view.
pub(crate) const ADDRESSES: &[&str] = &[
    "/",
    "/new",
    "/run",
    "/compare",
    "/ladders",
    "/random",
    "/play",
    "/records",
    "/mastermind",
    "/endgames",
];

/// Returns the document that all pages share.
pub(crate) async fn document() -> Response {
    file("index.html")
}

/// Returns a file of the pages.
pub(crate) async fn page(axum::extract::Path(path): axum::extract::Path<String>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    let Some(page) = PAGES.iter().find(|page| page.path == path) else {
        return axum::http::StatusCode::NOT_FOUND.into_response();
    };
    let kind = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    ([(CONTENT_TYPE, kind)], page.text).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn files(folder: &Path, within: &str) -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        let named = entries.map(|entry| (entry.path(), entry.file_name().into_string().unwrap()));
        let files = named.flat_map(|(path, name)| {
            let name = format!("{within}{name}");
            if path.is_dir() { files(&path, &format!("{name}/")) } else { BTreeSet::from([name]) }
        });
        files.collect()
    }

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages");
        let embedded: BTreeSet<String> = PAGES.iter().map(|page| page.path.to_owned()).collect();
        assert_eq!(embedded, files(&folder, ""));
    }

    fn text(path: &str) -> &'static str {
        PAGES.iter().find(|page| page.path == path).expect("an embedded file").text
    }

    /// Every address has a view, and every view an address: otherwise a link in the page would work
    /// and a reload would not.
    #[test]
    fn addresses_are_those_of_the_views() {
        let (_, views) = text("application.js").split_once("const VIEWS = {").expect("the views");
        let (views, _) = views.split_once("\n};").expect("the end of the views");
        let named = views.lines().filter_map(|line| line.trim().strip_prefix('\'')?.split_once('\''));
        let views: BTreeSet<&str> = named.map(|(address, _)| address).collect();
        assert_eq!(views, ADDRESSES.iter().copied().collect());
    }

    /// Every language has a word for each rule and each setting of the card games.
    #[test]
    fn rules_have_words_in_every_language() {
        use quadrille::daifugo::rules::Rule;
        use quadrille::doudizhu::game::{Auction, Scoring};
        use quadrille::settings::Keys as _;

        let hearts = <quadrille::experiments::hearts::settings::RuleSettings>::KEYS;
        for name in Rule::ALL.map(Rule::name).into_iter().chain(hearts.iter().map(|key| key.name)) {
            assert!(text("play/terms.js").contains(name), "terms.js has no {name}");
        }
        let switches = Rule::ALL.map(|rule| format!("'play.switch.{}'", rule.name())).into_iter();
        let scorings = Scoring::ALL.map(|scoring| format!("'play.choice.scoring.{}'", scoring.name()));
        let auctions = Auction::ALL.map(|auction| format!("'play.choice.auction.{}'", auction.name()));
        for word in switches.chain(scorings).chain(auctions) {
            for language in ["en", "ja", "zh"] {
                let words = text(&format!("languages/{language}.js"));
                assert!(words.contains(&word), "{language} has no {word}");
            }
        }
    }

    #[test]
    fn the_first_page_is_small() {
        let bytes: usize = PAGES.iter().map(|page| page.text.len()).sum();
        assert!(bytes < 400_000, "{bytes} bytes in all files");
    }

    #[test]
    fn pages_never_write_markup_and_name_no_other_host() {
        for page in PAGES {
            let forbidden =
                ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://"];
            for word in forbidden {
                assert!(!page.text.contains(word), "{}: {word}", page.path);
            }
            let other =
                page.text.split("http://").skip(1).find(|rest| !rest.starts_with("www.w3.org/2000/svg"));
            assert!(other.is_none(), "{}", page.path);
        }
    }
}
