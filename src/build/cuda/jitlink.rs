//! libnvJitLink, NVIDIA's device code linker as a library: loaded from its place when needed.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;

use libloading::Library;

/// The result of linking.
pub struct Linked {
    /// `None` if it failed.
    pub image: Option<Vec<u8>>,
    /// The linker's messages: errors, warnings.
    pub log: String,
}

type Handle = *mut c_void;
type Create = unsafe extern "C" fn(*mut Handle, c_uint, *const *const c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Handle) -> c_int;
type AddData = unsafe extern "C" fn(Handle, c_int, *const c_void, usize, *const c_char) -> c_int;
type Complete = unsafe extern "C" fn(Handle) -> c_int;
type GetSize = unsafe extern "C" fn(Handle, *mut usize) -> c_int;
type GetBytes = unsafe extern "C" fn(Handle, *mut u8) -> c_int;

/// `NVJITLINK_INPUT_CUBIN`
const CUBIN: c_int = 1;

/// Links objects, each with its name for messages.
pub fn link(library: &Path, options: &[String], objects: &[(PathBuf, Vec<u8>)]) -> Linked {
    match Link::open(library).and_then(|api| api.link(options, objects)) {
        Ok(linked) => linked,
        Err(why) => Linked { image: None, log: format!("error   : `{}`: {why}", library.display()) },
    }
}

/// The functions of the library, by the names that they have in all of CUDA 12.
struct Link {
    create: Create,
    destroy: Destroy,
    add_data: AddData,
    complete: Complete,
    cubin_size: GetSize,
    cubin: GetBytes,
    errors_size: GetSize,
    errors: GetBytes,
    words_size: GetSize,
    words: GetBytes,
    _library: Library,
}

impl Link {
    fn open(path: &Path) -> Result<Link, String> {
        // SAFETY: NVIDIA's library does nothing relevant when it is loaded.
        let library = unsafe { Library::new(path) }.map_err(|error| error.to_string())?;
        macro_rules! function {
            ($name:literal) => {{
                let name = concat!("__nvJitLink", $name, "_12_0");
                // SAFETY: the types are those of nvJitLink.h of CUDA 12.0 to 12.9; `_library` keeps it loaded.
                *unsafe { library.get(name.as_bytes()) }.map_err(|error| error.to_string())?
            }};
        }
        Ok(Link {
            create: function!("Create"),
            destroy: function!("Destroy"),
            add_data: function!("AddData"),
            complete: function!("Complete"),
            cubin_size: function!("GetLinkedCubinSize"),
            cubin: function!("GetLinkedCubin"),
            errors_size: function!("GetErrorLogSize"),
            errors: function!("GetErrorLog"),
            words_size: function!("GetInfoLogSize"),
            words: function!("GetInfoLog"),
            _library: library,
        })
    }

    fn link(&self, options: &[String], objects: &[(PathBuf, Vec<u8>)]) -> Result<Linked, String> {
        let text = |bytes: &[u8]| CString::new(bytes).map_err(|_| "a name with a NUL".to_string());
        let options: Vec<CString> =
            options.iter().map(|option| text(option.as_bytes())).collect::<Result<_, _>>()?;
        let names: Vec<CString> =
            objects.iter().map(|(path, _)| text(path.as_os_str().as_bytes())).collect::<Result<_, _>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut handle: Handle = ptr::null_mut();
        // SAFETY: the options, names and objects live until the end; the handle is destroyed once.
        unsafe {
            let status = (self.create)(&mut handle, pointers.len() as c_uint, pointers.as_ptr());
            if status != 0 {
                let options = options.iter().map(|option| option.to_string_lossy()).collect::<Vec<_>>();
                return Err(format!("it refuses the options {} (status {status})", options.join(" ")));
            }
            let mut status = 0;
            for ((_, object), name) in objects.iter().zip(&names) {
                let added =
                    (self.add_data)(handle, CUBIN, object.as_ptr().cast(), object.len(), name.as_ptr());
                status = if status == 0 { added } else { status };
            }
            if status == 0 {
                status = (self.complete)(handle);
            }
            let image = (status == 0).then(|| bytes(handle, self.cubin_size, self.cubin)).flatten();
            let mut log = String::new();
            for (size, get) in [(self.errors_size, self.errors), (self.words_size, self.words)] {
                let part = bytes(handle, size, get).unwrap_or_default();
                let end = part.iter().position(|byte| *byte == 0).unwrap_or(part.len());
                log.push_str(&String::from_utf8_lossy(&part[..end]));
                log.push('\n');
            }
            if image.is_none() && log.trim().is_empty() {
                log = format!("error   : libnvJitLink ended with status {status}");
            }
            (self.destroy)(&mut handle);
            Ok(Linked { image, log })
        }
    }
}

/// What the library returns in two calls: the size, and the bytes.
unsafe fn bytes(handle: Handle, size: GetSize, get: GetBytes) -> Option<Vec<u8>> {
    let mut length = 0;
    // SAFETY: the caller's handle is alive; the buffer is one byte longer than the library asked.
    unsafe {
        if size(handle, &mut length) != 0 || length == 0 {
            return None;
        }
        let mut buffer = vec![0; length + 1];
        if get(handle, buffer.as_mut_ptr()) != 0 {
            return None;
        }
        buffer.truncate(length);
        Some(buffer)
    }
}
