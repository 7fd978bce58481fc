//! The command line: arguments in, text and an exit status out.
//!
//! One file for each command. They call `driver` and `build`, and print through [`console`]; what a command
//! finds out about the input is a diagnostic, never a separate message.

mod annotate;
mod arguments;
mod c_arguments;
mod check;
mod compile;
mod console;
mod cython;
mod debug;
mod doctor;
mod explain;
mod lsp;
mod maps;
mod new;
mod products;
mod progress;
mod simulate;
mod status;
mod strip;
mod stub;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use status::Status;

const EXAMPLES: &str = "\
Start here:
  offcy new heat                          a project that builds, tests and ships
  offcy doctor                            what this machine can build
  offcy compile mod.pyx                   mod.c and mod.cpython-*.so, next to mod.pyx
  offcy compile --offload-arch sm_90 mod.pyx
                                          the same, with its regions for an NVIDIA GPU
  offcy maps mod.pyx                      what each region moves, and why
  offcy simulate -- python script.py      the same script on a simulated GPU
  offcy annotate mod.pyx                  a page: what each line costs, its C, maps, diagnostics

Exit status: 0 all is well; 1 errors in the input; 2 wrong usage; 3 something about the
toolchain or the machine (no working compiler, a folder that cannot be written).

Colours are for terminals; NO_COLOR=1 switches them off, CLICOLOR_FORCE=1 on.";

/// Compiles Cython modules whose parallel loops can run on a GPU: .pyx to C with OpenMP target
/// pragmas to Python extension modules.
#[derive(Parser)]
#[command(name = "offcy", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(after_help = new::EXAMPLES)]
    New(new::Arguments),
    #[command(after_help = compile::EXAMPLES)]
    Compile(Box<compile::Arguments>),
    #[command(after_help = check::EXAMPLES)]
    Check(check::Arguments),
    #[command(after_help = strip::EXAMPLES)]
    Strip(strip::Arguments),
    #[command(after_help = maps::EXAMPLES)]
    Maps(maps::Arguments),
    #[command(after_help = stub::EXAMPLES)]
    Stub(stub::Arguments),
    #[command(after_help = annotate::EXAMPLES)]
    Annotate(annotate::Arguments),
    #[command(after_help = explain::EXAMPLES)]
    Explain(explain::Arguments),
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(simulate::Arguments),
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::Arguments),
    #[command(after_help = lsp::EXAMPLES)]
    Lsp(lsp::Arguments),
    #[command(after_help = cython::EXAMPLES)]
    Cython(Box<cython::Arguments>),
    #[command(after_help = debug::EXAMPLES)]
    Debug(debug::Arguments),
}

/// Runs the command that the process was called with.
pub fn run() -> ExitCode {
    if let Some(done) = crate::build::stand_in(std::env::args_os()) {
        return done;
    }
    match Arguments::try_parse_from(cython::spelled(std::env::args_os())) {
        Ok(arguments) => dispatch(arguments.command),
        Err(error) => {
            // A closed pipe is not an error.
            let _ = error.print();
            if error.use_stderr() { Status::Usage.into() } else { Status::Success.into() }
        }
    }
}

fn dispatch(command: Command) -> ExitCode {
    let status = match command {
        Command::Simulate(arguments) => return simulate::run(arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Compile(arguments) => compile::run(*arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Strip(arguments) => strip::run(arguments),
        Command::Maps(arguments) => maps::run(arguments),
        Command::Annotate(arguments) => annotate::run(arguments),
        Command::Stub(arguments) => stub::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::Cython(arguments) => cython::run(*arguments),
        Command::Debug(arguments) => debug::run(arguments),
    };
    status.into()
}

/// Reports arguments that are each valid but do not go together.
fn refuse_usage(command: &str, message: String) -> Status {
    refuse(ErrorKind::ArgumentConflict, command, message)
}

/// Reports an argument as clap does.
fn refuse(kind: ErrorKind, command: &str, message: String) -> Status {
    let mut arguments = Arguments::command();
    // Usage shows the program's name then.
    arguments.build();
    let error = match arguments.find_subcommand_mut(command) {
        Some(command) => command.error(kind, message),
        None => arguments.error(kind, message),
    };
    let _ = error.print();
    Status::Usage
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn every_help_has_an_example() {
        for command in super::Arguments::command().get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            let example = format!("  offcy {}", command.get_name());
            assert!(help.contains(&example), "{help}");
        }
    }

    #[test]
    fn the_arguments_are_well_formed() {
        super::Arguments::command().debug_assert();
    }
}
