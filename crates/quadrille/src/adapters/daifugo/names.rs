//! Players' names, each once.

/// The names in their order; where several players have the same one they are numbered.
pub(super) fn apart(names: &[&str]) -> Vec<String> {
    let alike = |name: &str, of: &[&str]| of.iter().filter(|other| **other == name).count();
    let apart = |(at, &name): (usize, &&str)| match alike(name, names) {
        1 => name.to_owned(),
        _ => format!("{name} {}", 1 + alike(name, &names[..at])),
    };
    names.iter().enumerate().map(apart).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn players_of_one_name_are_numbered() {
        assert_eq!(super::apart(&["greedy", "random", "greedy"]), ["greedy 1", "random", "greedy 2"]);
    }
}
