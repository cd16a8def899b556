//! Benchmarks: `cargo bench -p quadrille-daifugo`.

fn main() {
    divan::main();
}
