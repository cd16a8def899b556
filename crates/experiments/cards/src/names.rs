//! Unique names of players.

use quadrille_report::format::shortened;

/// Returns names for reports, in the same order. Equal names get numbers, as in `greedy 1` and
/// `greedy 2`.
pub fn apart(names: &[&str]) -> Vec<String> {
    let names: Vec<String> = names.iter().map(|name| shortened(name)).collect();
    let alike = |name: &String, of: &[String]| of.iter().filter(|other| *other == name).count();
    let apart = |(at, name): (usize, &String)| match alike(name, &names) {
        1 => name.clone(),
        _ => format!("{name} {}", 1 + alike(name, &names[..at])),
    };
    names.iter().enumerate().map(apart).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn players_of_one_name_are_numbered() {
        assert_eq!(super::apart(&["greedy", "random", "greedy"]), ["greedy 1", "random", "greedy 2"]);
        // Names that differ only in a part that is not shown are numbered as well.
        let long = ["a", "b"].map(|middle| format!("cmd:{0}{middle}{0}", "x".repeat(100)));
        let shown = super::apart(&long.each_ref().map(String::as_str));
        assert!(shown[0].ends_with("x 1") && shown[1].ends_with("x 2") && shown[0].len() < 80, "{shown:?}");
    }
}
