//! Records code objects of the bytecode corpus.

use std::path::Path;
use std::process::Command;

/// Runs `record.py` with each interpreter and writes `fixtures/vXYZ.json`.
pub fn record(root: &Path, interpreters: &[String]) -> Result<(), String> {
    if interpreters.is_empty() {
        return Err("record-bytecode needs at least one interpreter".to_owned());
    }
    let folder = root.join("tests/bytecode");
    for interpreter in interpreters {
        let version = version(interpreter)?;
        let output = folder.join(format!("fixtures/v{version}.json"));
        let script = folder.join("record.py");
        run(Command::new(interpreter).args(["-W", "ignore"]).arg(script).arg("corpus").arg(&output))?;
        println!("{}", output.display());
    }
    Ok(())
}

/// The interpreter's version as in the names of the recordings: `312`.
fn version(interpreter: &str) -> Result<String, String> {
    let code = "import sys; print('%d%d' % sys.version_info[:2], end='')";
    run(Command::new(interpreter).args(["-c", code]))
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{command:?}: {error}"))
}
