//! The plug-in for PETSc, which PETSc itself loads where its options name it.

use std::ffi::OsString;

pub const VARIABLE: &str = "PETSC_OPTIONS";
const OPTION: &str = "-dll_append";

/// The user's own options for PETSc, and one that names the plug-in. Of two options of one name PETSc
/// takes the last one, so that the plug-in goes into a list that is there.
pub fn options(plugin: &str, own: Option<&str>) -> Result<(String, String), String> {
    if plugin.contains(',') {
        return Err(format!(
            "the plug-in's path is \"{plugin}\", but PETSc splits the value of {OPTION} at commas; \
             copy libsamebits.so and the plug-in elsewhere, and name the library by --library"
        ));
    }
    let own = own.unwrap_or("").trim_end();
    let mut words: Vec<String> = own.split(' ').map(str::to_string).collect();
    let option = words.iter().rposition(|word| word == OPTION);
    let list = option.and_then(|option| {
        (option + 1..words.len()).find(|at| !words[*at].is_empty() && !words[*at].starts_with('-'))
    });
    match list {
        Some(list) if words[list].split(',').any(|path| path == plugin) => {}
        Some(list) => words[list] = format!("{},{plugin}", words[list]),
        None => words.extend([OPTION.into(), plugin.into()]),
    }
    Ok((VARIABLE.into(), words.join(" ").trim_start().into()))
}

/// An option of the program's is stronger than the variable.
pub fn check(arguments: &[OsString]) -> Result<(), String> {
    if arguments.iter().any(|argument| argument == OPTION) {
        return Err(format!(
            "the command has an {OPTION} of its own, for which PETSc would ignore that of --petsc; put \
             it into {VARIABLE}, to which --petsc adds the plug-in"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_own_options_stay() {
        let value = |own| options("/l/p.so", own).unwrap().1;
        assert_eq!(value(None), "-dll_append /l/p.so");
        assert_eq!(value(Some(" ")), "-dll_append /l/p.so");
        assert_eq!(value(Some("-ksp_type  cg ")), "-ksp_type  cg -dll_append /l/p.so");
        assert_eq!(value(Some("-dll_append  a.so -x 1")), "-dll_append  a.so,/l/p.so -x 1");
        assert_eq!(value(Some("-x 1 -dll_append b.so,/l/p.so")), "-x 1 -dll_append b.so,/l/p.so");
        // What PETSc does not take for a list.
        assert_eq!(value(Some("-dll_append")), "-dll_append -dll_append /l/p.so");
        assert_eq!(value(Some("-dll_append -x")), "-dll_append -x -dll_append /l/p.so");
    }

    #[test]
    fn what_would_hide_the_plug_in_is_refused() {
        assert!(options("/a,b/p.so", None).unwrap_err().contains("commas"));
        let check =
            |command: &str| check(&command.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(check("-n 2 ./a -dll_append b.so").unwrap_err().contains(VARIABLE));
        assert_eq!(check("-n 2 ./a -dll_prepend b.so"), Ok(()));
    }
}
