//! The library, loaded as often as there are variants of it.

use std::ffi::{c_void, CStr, CString};
use std::path::PathBuf;
use std::sync::Mutex;
use std::{env, fs};

/// The values of SAMEBITS_MATH_VARIANT that this processor accepts.
pub const VARIANTS: [&str; 2] = ["x86-64", "x86-64-v3"];

pub struct Library(*mut c_void);

/// The file that cargo built beside this test.
pub fn file() -> PathBuf {
    let test = env::current_exe().expect("a test knows its file");
    test.with_file_name("libsamebits_math.so")
}

impl Library {
    /// A copy of its own, so that its constructor runs, under this variable's value.
    pub fn load(variant: &str) -> Library {
        static ONE_AT_A_TIME: Mutex<u32> = Mutex::new(0);
        let mut count = ONE_AT_A_TIME.lock().unwrap();
        *count += 1;
        let copy = env::temp_dir().join(format!("samebits-math-{}-{count}.so", std::process::id()));
        fs::copy(file(), &copy).expect("the library can be copied");
        let path = CString::new(copy.to_str().expect("the path is text")).unwrap();
        env::set_var("SAMEBITS_MATH_VARIANT", variant);
        // SAFETY: a library whose constructor only sets pointers.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        env::remove_var("SAMEBITS_MATH_VARIANT");
        let _ = fs::remove_file(&copy);
        assert!(!handle.is_null(), "{}", error());
        Library(handle)
    }

    /// A function's address.
    pub fn find(&self, name: &str) -> *mut c_void {
        let name = CString::new(name).unwrap();
        // SAFETY: an open library.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        assert!(!address.is_null(), "the library has no {name:?}");
        address
    }
}

fn error() -> String {
    // SAFETY: the text of the last error, which there was.
    unsafe { CStr::from_ptr(libc::dlerror()) }.to_string_lossy().into_owned()
}
