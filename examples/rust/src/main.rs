//! Prints the regions that are pressed. From a clone:
//!
//!     cargo run --offline --manifest-path examples/rust/Cargo.toml [GLOB of region paths]...

fn main() -> Result<(), touchd::Error> {
    for press in touchd::presses(std::env::args().skip(1)) {
        println!("pressed {}", press?.region.unwrap_or_default());
    }
    Ok(())
}
