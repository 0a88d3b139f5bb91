//! Objects that stand in front of another one of the same trait, and do some things as that one.

/// Methods, all of them `unsafe` or none, that do as those of the object behind: `self.$within(…)`
/// hands this object to the closure that makes the call.
#[doc(hidden)]
#[macro_export]
macro_rules! delegated {
    ($within:ident: $(
        unsafe fn $name:ident(&self $(, $argument:ident: $type:ty)*) $(-> $result:ty)?;
    )*) => {
        $(
            unsafe fn $name(&self $(, $argument: $type)*) $(-> $result)? {
                // SAFETY: upheld by the caller.
                self.$within(|behind| unsafe { behind.$name($($argument),*) })
            }
        )*
    };
    ($within:ident: $(
        fn $name:ident(&self $(, $argument:ident: $type:ty)*) $(-> $result:ty)?;
    )*) => {
        $(
            fn $name(&self $(, $argument: $type)*) $(-> $result)? {
                self.$within(|behind| behind.$name($($argument),*))
            }
        )*
    };
}
pub use delegated;
