//! Checks that folders match the import structure: files that import one another, directly or
//! indirectly, are in one folder.
//!
//! The test reads the sources. A file imports another if it has a `use` or a path that names a
//! module or an item of that file, except in tests and documentation. Names are followed through
//! re-exports to the file that defines the item. The re-exports themselves, `pub use` in `lib.rs`
//! and `mod.rs`, count as imports only if the module uses the name itself. Files that reach one
//! another by imports form a cycle, and a cycle must not leave its folder. `a.rs` and `a/mod.rs`
//! belong to the folder `a` if it exists.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// A path in a source file, or the path of a module below the root of its crate.
type Names = Vec<String>;

/// The sources of a crate.
#[derive(Default)]
struct Sources {
    files: Vec<File>,
    modules: BTreeMap<Names, Module>,
}

struct File {
    path: PathBuf,
    folder: PathBuf,
}

/// Contents of a module that matter for imports.
#[derive(Default)]
struct Module {
    file: usize,
    items: BTreeSet<String>,
    /// The names that `use` brings in, with their paths.
    uses: BTreeMap<String, Names>,
    globs: Vec<Names>,
    /// The paths that count as imports.
    paths: Vec<Names>,
}

impl Module {
    /// Adds the contents of another module with the same path.
    fn add(&mut self, other: Self) {
        self.items.extend(other.items);
        self.uses.extend(other.uses);
        self.globs.extend(other.globs);
        self.paths.extend(other.paths);
    }
}

impl Sources {
    /// Reads a crate from its `src`.
    fn read(src: &Path) -> Self {
        let mut sources = Self::default();
        let root = ["lib.rs", "main.rs"].map(|name| src.join(name)).into_iter().find(|root| root.exists());
        sources.read_file(&root.expect("a crate has a root"), Names::new(), src);
        sources
    }

    fn read_file(&mut self, path: &Path, module: Names, folder: &Path) {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let number = self.files.len();
        self.files.push(File { path: path.to_owned(), folder: folder.to_owned() });
        let re_exports = path.file_name().is_some_and(|name| name == "lib.rs" || name == "mod.rs");
        self.read_items(&parsed.items, module, number, folder, re_exports);
    }

    fn read_items(&mut self, items: &[Item], place: Names, file: usize, folder: &Path, re_exports: bool) {
        let mut module = Module { file, ..Module::default() };
        let (mut re_exported, mut used) = (Vec::new(), BTreeSet::new());
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    let below = [&place[..], std::slice::from_ref(&name)].concat();
                    match &inner.content {
                        Some((_, items)) => self.read_items(items, below, file, folder, false),
                        None => self.read_module(&name, below, folder),
                    }
                }
                Item::Use(import) => {
                    let public = matches!(import.vis, Visibility::Public(_));
                    for (path, name) in leaves(&import.tree) {
                        match name.as_str() {
                            "*" => module.globs.push(path.clone()),
                            _ => drop(module.uses.insert(name.clone(), path.clone())),
                        }
                        if public && re_exports {
                            re_exported.push((path, name));
                        } else {
                            module.paths.push(path);
                        }
                    }
                }
                other => {
                    module.items.extend(name_of(other));
                    collect_paths(other.to_token_stream(), &mut module.paths);
                    collect_names(other.to_token_stream(), &mut used);
                }
            }
        }
        // A name that a module re-exports and also uses counts as an import.
        re_exported.retain(|(_, name)| used.contains(name));
        module.paths.extend(re_exported.into_iter().map(|(path, _)| path));
        // All alternatives of a module count, although only one of them is compiled.
        match self.modules.entry(place) {
            Entry::Vacant(entry) => drop(entry.insert(module)),
            Entry::Occupied(mut entry) => entry.get_mut().add(module),
        }
    }

    fn read_module(&mut self, name: &str, place: Names, folder: &Path) {
        let (inner, flat) = (folder.join(name), folder.join(format!("{name}.rs")));
        match (inner.join("mod.rs"), inner.is_dir()) {
            (nested, _) if nested.exists() => self.read_file(&nested, place, &inner),
            (_, true) => self.read_file(&flat, place, &inner),
            (_, false) => self.read_file(&flat, place, folder),
        }
    }

    /// Returns the file that defines the target of a path in a module; `None` for items of other
    /// crates and local names.
    fn definition(&self, from: &Names, path: &[String], depth: usize) -> Option<usize> {
        // Bounds the recursion in cyclic re-exports.
        if depth > 20 {
            return None;
        }
        let (mut place, mut rest) = match path.first()?.as_str() {
            "crate" => (Names::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..])
            }
            first if self.has_child(from, first) => (from.clone(), path),
            first => {
                // The first name is that of another crate, or a name that `use` imports.
                let module = self.modules.get(from)?;
                let import = match module.uses.get(first) {
                    Some(import) if import.first().is_some_and(|name| name == first) => return None,
                    Some(import) => import,
                    None => {
                        let brings = |glob: &&Names| {
                            self.place(from, glob).is_some_and(|place| self.has_child(&place, first))
                        };
                        let glob = module.globs.iter().find(brings)?;
                        return self.definition(from, &[&glob[..], path].concat(), depth + 1);
                    }
                };
                return self.definition(from, &[import, &path[1..]].concat(), depth + 1);
            }
        };
        while let Some(next) = rest.first().filter(|next| self.has_child(&place, next)) {
            place.push(next.clone());
            rest = &rest[1..];
        }
        let module = self.modules.get(&place)?;
        let Some(name) = rest.first() else { return Some(module.file) };
        if module.items.contains(name) {
            return Some(module.file);
        }
        if let Some(import) = module.uses.get(name) {
            return self.definition(&place, &[import, &rest[1..]].concat(), depth + 1);
        }
        // Unresolved names, such as variants and macro methods, are attributed to the module
        // itself.
        let brings = |glob: &&Names| self.place(&place, glob).is_some_and(|place| self.brings(&place, name));
        let glob = module.globs.iter().find(brings);
        glob.map_or(Some(module.file), |glob| self.definition(&place, &[&glob[..], rest].concat(), depth + 1))
    }

    /// Returns the module that a path names by its position in the crate.
    fn place(&self, from: &Names, path: &[String]) -> Option<Names> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let place = match path.first()?.as_str() {
            "crate" => path[1..].to_vec(),
            "self" => [&from[..], &path[1..]].concat(),
            _ => [&from[..from.len().checked_sub(ups)?], &path[ups..]].concat(),
        };
        self.modules.contains_key(&place).then_some(place)
    }

    /// Returns whether a module defines a name or imports it by name.
    fn brings(&self, place: &Names, name: &str) -> bool {
        let module = &self.modules[place];
        module.items.contains(name) || module.uses.contains_key(name) || self.has_child(place, name)
    }

    fn has_child(&self, place: &Names, name: &str) -> bool {
        self.modules.contains_key(&[&place[..], &[name.to_owned()]].concat())
    }

    /// Returns the files that each file imports, with the paths that name them.
    fn imports(&self) -> Vec<BTreeMap<usize, BTreeSet<String>>> {
        let mut imports = vec![BTreeMap::<usize, BTreeSet<String>>::new(); self.files.len()];
        for (place, module) in &self.modules {
            for path in &module.paths {
                if let Some(to) = self.definition(place, path, 0).filter(|&to| to != module.file) {
                    imports[module.file].entry(to).or_default().insert(path.join("::"));
                }
            }
        }
        imports
    }

    /// Returns the cycles between folders, each with its imports, one per line.
    fn cycles(&self) -> Vec<Vec<String>> {
        let imports = self.imports();
        let reached: Vec<BTreeSet<usize>> = (0..imports.len()).map(|file| reached(&imports, file)).collect();
        let mut cycles: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (from, tos) in imports.iter().enumerate() {
            for (&to, paths) in tos {
                let together = reached[to].contains(&from);
                if together && self.files[from].folder != self.files[to].folder {
                    // A cycle is identified by its first file.
                    let first = reached[from].iter().find(|&&file| reached[file].contains(&from));
                    let names = [from, to].map(|file| self.files[file].path.display().to_string());
                    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
                    let line = format!("{} imports {}: {}", names[0], names[1], paths.join(", "));
                    cycles.entry(*first.unwrap_or(&from)).or_default().push(line);
                }
            }
        }
        cycles.into_values().collect()
    }
}

/// Returns the files that a file reaches by imports.
fn reached(imports: &[BTreeMap<usize, BTreeSet<String>>], file: usize) -> BTreeSet<usize> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(file) = open.pop() {
        open.extend(imports[file].keys().filter(|&&to| reached.insert(to)));
    }
    reached
}

/// Returns whether an item is compiled only for tests.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string().replace(' ', "");
            ["test", "doctest"].contains(&&*condition) || condition.starts_with("all(test,")
        }
        _ => false,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Returns the paths of a `use`, each with the name that it imports; `*` for all names.
fn leaves(tree: &UseTree) -> Vec<(Names, String)> {
    let below = |name: &syn::Ident, inner: Vec<(Names, String)>| {
        let name = name.to_string();
        // `a::{self}` names `a`.
        let whole = |(path, leaf): (Names, String)| match leaf.as_str() {
            "self" => (vec![name.clone()], name.clone()),
            _ => ([vec![name.clone()], path].concat(), leaf),
        };
        inner.into_iter().map(whole).collect()
    };
    match tree {
        UseTree::Path(path) => below(&path.ident, leaves(&path.tree)),
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) if name.ident == "self" => vec![(Names::new(), name.rename.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Glob(_) => vec![(Names::new(), "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

/// Collects names that are single or start a path, except those of fields, methods and definitions.
fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let (mut is_other, mut is_joint) = (false, false);
    for token in tokens {
        match &token {
            TokenTree::Group(group) => collect_names(group.stream(), names),
            TokenTree::Ident(name) if !is_other => drop(names.insert(name.to_string())),
            _ => {}
        }
        // The name after `:` may be a type of the module; the name after `::` is not.
        is_other = match &token {
            TokenTree::Punct(mark) if mark.as_char() == ':' => mark.spacing() == Spacing::Joint || is_other,
            // After `..` any name may follow; the second `.` of the range is not a field access.
            TokenTree::Punct(mark) => mark.as_char() == '.' && mark.spacing() == Spacing::Alone && !is_joint,
            TokenTree::Ident(name) => name == "fn",
            _ => false,
        };
        is_joint = matches!(&token, TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint);
    }
}

/// Collects every path of at least two names, including `use` inside of functions.
fn collect_paths(tokens: TokenStream, paths: &mut Vec<Names>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            // `pub(in super::super)` imports nothing.
            TokenTree::Ident(name)
                if name == "pub" && matches!(tokens.get(at + 1), Some(TokenTree::Group(_))) =>
            {
                at += 2;
            }
            TokenTree::Group(group) => {
                collect_paths(group.stream(), paths);
                at += 1;
            }
            TokenTree::Ident(_) => at = collect_path(&tokens, at, paths),
            _ => at += 1,
        }
    }
}

/// Collects the path that starts at a token, and returns its end.
fn collect_path(tokens: &[TokenTree], mut at: usize, paths: &mut Vec<Names>) -> usize {
    let is_continued = |at: usize| {
        let colon =
            |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
        colon(at) && colon(at + 1)
    };
    // In `<T as Trait>::Item` and `::std::mem`, the remaining path is not of this crate.
    let is_rest = at >= 2 && is_continued(at - 2);
    let mut path = Names::new();
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        path.push(name.to_string());
        at += 1;
        if !is_continued(at) {
            break;
        }
        match tokens.get(at + 2) {
            Some(TokenTree::Ident(_)) => at += 2,
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let mut inner = Vec::new();
                let text = format!("use {}::{group};", path.join("::"));
                if let Ok(import) = syn::parse_str::<syn::ItemUse>(&text) {
                    inner.extend(leaves(&import.tree).into_iter().map(|(path, _)| path));
                }
                paths.extend(inner);
                return at + 3;
            }
            _ => break,
        }
    }
    if path.len() > 1 && !is_rest {
        paths.push(path);
    }
    at
}

#[test]
fn folders_do_not_import_one_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let folders = [root.join("crates"), root.join("crates/experiments")];
    let members = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let (mut found, mut files, mut imports) = (Vec::new(), 0, 0);
    let members = members.map(|member| member.expect("an entry").path().join("src"));
    let members = members.chain(["python/src", "web/life/wasm/src"].map(|src| root.join(src)));
    for src in members.filter(|src| src.exists()) {
        let sources = Sources::read(&src);
        files += sources.files.len();
        imports += sources.imports().iter().map(BTreeMap::len).sum::<usize>();
        found.extend(sources.cycles());
    }
    let shown: Vec<String> = found.iter().map(|cycle| cycle.join("\n")).collect();
    assert!(found.is_empty(), "{} cycles between folders:\n\n{}", found.len(), shown.join("\n\n"));
    assert!(files > 700 && imports > 2 * files, "{imports} imports between {files} files were seen");
}

/// Returns the cycles of a crate with these files.
fn cycles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    Sources::read(folder.path()).cycles()
}

#[test]
fn cycles_are_found_in_all_forms_of_imports() {
    let forms = [
        "use crate::b::B;\npub struct A(B);",
        "pub struct A(crate::b::B);",
        "pub struct A(super::b::B);",
        "use super::*;\npub struct A(b::B);",
        "pub struct A;\nfn f() {\n    use crate::{b::{B as C}};\n    let _: C;\n}",
        "pub struct A;\nfn f() {\n    assert!(crate::b::B::new() == 1);\n}",
        "use crate::B;\npub struct A(B);",
    ];
    for form in forms {
        let root = "mod a;\nmod b;\npub use b::B;";
        let there = [("lib.rs", root), ("a/mod.rs", form), ("b/mod.rs", "pub struct B(crate::a::A);")];
        assert_eq!(cycles_of(&there).len(), 1, "{form}");
        let back = [("lib.rs", root), ("a/mod.rs", form), ("b/mod.rs", "pub struct B;")];
        assert_eq!(cycles_of(&back).len(), 0, "{form}");
    }
}

#[test]
fn other_references_make_no_cycle() {
    let texts = [
        "pub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}",
        "/// As [`B`](crate::b::B).\npub struct A;",
        "pub(in crate::a) struct A;",
        "pub struct A(crate::elsewhere::B);",
    ];
    for text in texts {
        let files =
            [("lib.rs", "mod a;\nmod b;"), ("a/mod.rs", text), ("b/mod.rs", "pub struct B(crate::a::A);")];
        assert_eq!(cycles_of(&files), Vec::<Vec<String>>::new(), "{text}");
    }
    // Files of one folder may import one another, and a module may re-export a file that imports
    // it.
    let folder = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod x;\nmod y;\nmod z;\npub use z::Z;\npub struct A;"),
        ("a/x.rs", "pub struct X(super::y::Y);"),
        ("a/y.rs", "pub struct Y(super::x::X);"),
        ("a/z/mod.rs", "pub struct Z(super::A);"),
    ];
    assert_eq!(cycles_of(&folder), Vec::<Vec<String>>::new());
}

#[test]
fn long_cycles_and_parents_are_found() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;"),
        ("a/mod.rs", "use crate::b::B;\npub struct A(B);"),
        ("b/mod.rs", "use crate::c::C;\npub struct B(C);"),
        ("c/mod.rs", "use crate::a::A;\npub struct C(A);"),
    ];
    assert_eq!(cycles_of(&files)[0].len(), 3);
    let parent = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b;\npub struct A(b::B);\npub const N: usize = 1;"),
        ("a/b/mod.rs", "pub struct B([u8; super::N]);"),
    ];
    assert_eq!(cycles_of(&parent).len(), 1);
    let re_exporting = |item: &str| {
        let text = format!("mod b;\npub use b::B;\npub const N: usize = 1;\n{item}");
        let files =
            [("lib.rs", "mod a;"), ("a/mod.rs", &*text), ("a/b/mod.rs", "pub struct B([u8; super::N]);")];
        cycles_of(&files).len()
    };
    let uses = [
        "pub struct A(B);",
        "pub struct A { b: B }",
        "pub fn f() -> Option<B> { None }",
        "const R: R = ..B;",
    ];
    assert!(uses.iter().all(|item| re_exporting(item) == 1));
    assert!(
        ["pub struct A;", "fn f(c: C) {\n    c.B\n}", "fn B() {}"].iter().all(|item| re_exporting(item) == 0)
    );
}
