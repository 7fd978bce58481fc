//! Passes that turn TIR into TIR: which locals are live ([`liveness`]), and offload regions taken out
//! of their functions ([`outline`]). [`flow`] is for those who follow facts through what comes out.

mod device_code;
mod device_functions;
mod exposed;
pub mod flow;
pub mod liveness;
mod local_set;
mod outline;
mod report;
#[cfg(test)]
mod tests;

pub use local_set::LocalSet;
pub use outline::outline;
