//! Text that is written line by line, in blocks.

use std::fmt::Write as _;

pub trait Lines: Sized {
    /// The text so far, and how many blocks are open.
    fn written(&mut self) -> (&mut String, &mut usize);

    fn line(&mut self, text: &str) {
        let (written, depth) = self.written();
        let _ = writeln!(written, "{:indent$}{text}", "", indent = *depth * 4);
    }

    /// Statements inside of what the header opens.
    fn inside(&mut self, header: &str, write: impl FnOnce(&mut Self)) {
        self.line(header);
        *self.written().1 += 1;
        write(self);
        *self.written().1 -= 1;
    }
}
