//! The files that are computed: the kernels' tables, and the values that they are compared with.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What writes the files, where they are, and how many they are.
const WRITTEN: [(&str, &str, usize); 2] = [
    ("tables/generate.py", "src/vector/tables", 6),
    ("tables/reference.py", "tests/vector/reference", 18),
];

#[test]
fn computed_files_are_as_computed() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (script, folder, count) in WRITTEN {
        let anew = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(&anew);
        fs::create_dir_all(&anew).expect("the folder can be made");
        let status = Command::new("python3").arg(package.join(script)).arg(&anew).status();
        assert!(status.is_ok_and(|status| status.success()), "{script} needs python3 with mpmath");
        let files: Vec<_> =
            fs::read_dir(&anew).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(files.len(), count, "{script}");
        for file in files {
            let (old, new) = (package.join(folder).join(&file), anew.join(&file));
            let same = fs::read(&old).is_ok_and(|old| old == fs::read(&new).unwrap());
            assert!(same, "{} is not what {script} writes", old.display());
        }
    }
}
