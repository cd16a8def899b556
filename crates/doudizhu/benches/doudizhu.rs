//! Benchmarks: `cargo bench -p quadrille-doudizhu`.

fn main() {
    divan::main();
}
