//! Converts a compiled WebAssembly module into two files that a page loads: a module and a script.
//!
//! The result equals that of the program `wasm-bindgen --target web`. That program has other parts
//! too, which are not needed here and take minutes to compile.

use std::path::PathBuf;

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = arguments.as_slice() else {
        bail!("expected two paths: the module MODULE.wasm, and the folder to write to");
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder).with_context(|| format!("cannot generate the bindings of {}", module.display()))
}
