use std::process::ExitCode;

fn main() -> ExitCode {
    offcy::cli::run()
}
