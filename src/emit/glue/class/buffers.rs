//! The slots of the buffer protocol.

use super::Emitted;
use crate::emit::writer::Writer;

/// By which Python requests a buffer, and releases it.
const METHODS: [(&str, &str, &str); 2] = [
    ("__getbuffer__", "Py_bf_getbuffer", "bf_getbuffer"),
    ("__releasebuffer__", "Py_bf_releasebuffer", "bf_releasebuffer"),
];

/// The functions of the slots: the methods, and what Python wants done around them.
pub fn functions(class: Emitted<'_, '_>, out: &mut Writer) {
    for (method, _, part) in METHODS {
        let Some(wrapper) = class.own_special(method) else { continue };
        let name = class.symbols.part(part);
        out.gap();
        if method == "__getbuffer__" {
            out.line(format!("static int {name}(PyObject *_self, Py_buffer *_buffer, int _flags)"));
            out.open("");
            out.line(format!("return offcy_give_buffer({wrapper}, _self, _buffer, _flags);"));
        } else {
            out.line(format!("static void {name}(PyObject *_self, Py_buffer *_buffer)"));
            out.open("");
            out.line(format!("offcy_take_buffer_back({wrapper}, _self, _buffer);"));
        }
        out.close();
    }
}

/// The slots that a class has, and the parts of it that they fill.
pub fn slots(class: Emitted<'_, '_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = METHODS.into_iter().filter(move |(method, ..)| class.own_special(method).is_some());
    own.map(|(_, slot, part)| (slot, part))
}
