//! Typed IR in, LLVM IR and PTX out: `tests/emit/ptx/*.ir` against the `.ll` and `.ptx` beside each; and `ptxas` takes all of it.
//!
//! A file's functions are numbered from 0 for `call`; the first one is a kernel. Lines at the top change that: `// device` makes it a
//! device function, `// options: debug fastmath libdevice O0 launch=256,2 registers=32 abi=c` says how it is compiled.
//! `COLUBER_UPDATE=1` writes what comes out into the expected files. What needs libdevice or `ptxas` looks for them in
//! `build/cuda-venv`, and is left out where they are missing.

use coluber_codegen::{
    CodegenError, ComputeCapability, Debug, DeviceAbi, FastMath, LaunchBounds, OptLevel, PtxConfig, PtxOutput, Texts,
    Unit, UnitFunction, compile_ptx,
};
use coluber_ir::Typed;
use coluber_ir::parse::parse_all;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The processors that PTX is assembled for.
const CAPABILITIES: [(u32, u32); 5] = [(7, 5), (8, 0), (9, 0), (10, 0), (12, 0)];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of NVIDIA's packages.
fn cuda_file(name: &str) -> Option<PathBuf> {
    let packages = fs::read_dir(root().join("build/cuda-venv/lib")).ok()?.flatten();
    let vendor =
        packages.map(|python| python.path().join("site-packages/nvidia")).find_map(|p| fs::read_dir(p).ok())?;
    vendor.flatten().map(|package| package.path().join(name)).find(|path| path.exists())
}

fn libdevice() -> Option<Arc<[u8]>> {
    Some(fs::read(cuda_file("nvvm/libdevice/libdevice.10.bc")?).ok()?.into())
}

fn capability((major, minor): (u32, u32)) -> ComputeCapability {
    ComputeCapability::new(major, minor).expect("a known one")
}

/// A kernel with what the head of its file says.
struct Case {
    functions: Vec<Typed>,
    options: Vec<String>,
    device: bool,
}

impl Case {
    fn new(text: &str) -> Case {
        let options = text.lines().find_map(|line| line.strip_prefix("// options:")).unwrap_or("");
        Case {
            functions: parse_all(text).unwrap_or_else(|e| panic!("{e}")),
            options: options.split_whitespace().map(str::to_owned).collect(),
            device: text.lines().any(|line| line == "// device"),
        }
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|o| o == option)
    }

    fn numbers(&self, option: &str) -> Vec<u32> {
        let found = self.options.iter().find_map(|o| o.strip_prefix(option)?.strip_prefix('='));
        found.map(|list| list.split(',').map(|n| n.parse().expect("a number")).collect()).unwrap_or_default()
    }

    /// None where libdevice is needed and missing.
    fn config(&self, cc: (u32, u32)) -> Option<PtxConfig> {
        let mut config = PtxConfig { verify: true, ..PtxConfig::new(capability(cc)) };
        config.debug = self.has("debug");
        config.fast_math = self.has("fastmath");
        if self.has("O0") {
            config.level = OptLevel::O0;
        }
        if self.has("abi=c") {
            config.abi = DeviceAbi::C;
        }
        let launch = self.numbers("launch");
        config.bounds = LaunchBounds {
            max_threads: launch.first().copied(),
            min_blocks: launch.get(1).copied(),
            max_cluster: launch.get(2).copied().filter(|_| cc.0 >= 9),
        };
        config.max_registers = self.numbers("registers").first().copied();
        if self.has("libdevice") {
            config.libdevice = Some(libdevice()?);
        }
        Some(config)
    }

    fn compile(&self, config: &PtxConfig) -> Result<PtxOutput, CodegenError> {
        let mut unit = Unit::new("emit");
        for (spec, ir) in self.functions.iter().enumerate() {
            let mut function = UnitFunction::new(ir, spec as u32, &*ir.name);
            function.file = "emit.py".into();
            function.entry = spec == 0 && !self.device;
            function.exported = spec == 0 && self.device;
            if config.debug || self.has("lineinfo") {
                function.debug = Some(Debug { line: 3, optimised: !config.debug });
            }
            if config.fast_math {
                function.fast_math = FastMath::FAST;
            }
            unit.functions.push(function);
        }
        compile_ptx(&unit, config, Texts { llvm: true, optimised: true, ..Texts::NONE })
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("tests/emit/ptx")).expect("the folder");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ir"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn read(path: &Path) -> Case {
    Case::new(&fs::read_to_string(path).expect("a text"))
}

/// Without what depends on the version of LLVM.
fn plain(text: &str) -> String {
    let header = ["; ModuleID", "source_filename", "target ", "//", ".version"];
    // Calls are numbered through all modules of the process.
    let numberless = |line: &str| match line.split_once("// callseq") {
        Some((before, _)) => format!("{before}// callseq"),
        None => line.trim_end().to_owned(),
    };
    let lines = text.lines().map(numberless).filter(|line| !header.iter().any(|h| line.starts_with(h)));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned() + "\n"
}

fn compare(path: &Path, got: &str) {
    if std::env::var_os("COLUBER_UPDATE").is_some() {
        fs::write(path, got).expect("written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(got == expected, "{}: got\n{got}\nexpected\n{expected}", path.display());
}

#[test]
fn texts_are_as_expected() {
    for path in cases() {
        let case = read(&path);
        let Some(config) = case.config((7, 5)) else {
            println!("{}: left out, there is no libdevice", path.display());
            continue;
        };
        let out = case.compile(&config).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        compare(&path.with_extension("ptx"), &plain(&out.ptx));
        // What libdevice brings along is not ours.
        if !case.has("libdevice") {
            compare(&path.with_extension("ll"), &plain(&out.optimised.expect("asked for")));
        }
    }
}

#[test]
fn ptxas_takes_all() {
    let Some(ptxas) = cuda_file("bin/ptxas") else {
        println!("left out: there is no ptxas");
        return;
    };
    let folder = std::env::temp_dir().join(format!("coluber-ptx-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for path in cases() {
        let case = read(&path);
        for cc in CAPABILITIES {
            let Some(config) = case.config(cc) else { continue };
            let out = case.compile(&config).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assemble(&ptxas, &folder, &capability(cc).sm(), &path, &out.ptx);
        }
    }
    fs::remove_dir_all(&folder).expect("removed");
}

fn assemble(ptxas: &Path, folder: &Path, sm: &str, path: &Path, ptx: &str) {
    let (source, object) = (folder.join("k.ptx"), folder.join("k.cubin"));
    fs::write(&source, ptx).expect("written");
    let mut command = Command::new(ptxas);
    // Device functions alone are no program.
    command.arg("-c").arg("-arch").arg(sm).arg(&source).arg("-o").arg(&object);
    let output = command.output().expect("ptxas runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} for {sm}: {errors}\n{ptx}", path.display());
}

#[test]
fn llvm_knows_each_processor() {
    let case = read(&root().join("tests/emit/ptx/vecadd.ir"));
    for cc in ComputeCapability::all() {
        let out = case.compile(&PtxConfig::new(cc)).expect("compiled");
        assert!(out.ptx.contains(&format!(".target {}", cc.sm())), "{cc}: {}", out.ptx);
    }
}

#[test]
fn the_ptx_version_is_the_lowest_of_the_processor() {
    let case = read(&root().join("tests/emit/ptx/vecadd.ir"));
    for (cc, version) in [((7, 5), "6.3"), ((8, 0), "7.0"), ((9, 0), "7.8"), ((10, 0), "8.6"), ((12, 0), "8.7")] {
        let out = case.compile(&PtxConfig::new(capability(cc))).expect("compiled");
        assert!(out.ptx.contains(&format!(".version {version}\n")), "{cc:?}: {}", out.ptx);
    }
}

#[test]
fn kernels_are_described() {
    let case = read(&root().join("tests/emit/ptx/vecadd.ir"));
    let out = case.compile(&PtxConfig::new(capability((8, 0)))).expect("compiled");
    let kernel = &out.kernels[0];
    assert_eq!(kernel.symbol, "vecadd");
    // An array has an owner, an address, an extent and a stride; the owner is no parameter.
    assert_eq!(kernel.params.iter().map(|p| p.word).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7, 9, 10, 11]);
    assert!(out.ptx.contains(".visible .entry vecadd("));
}

#[test]
fn memory_of_the_host_is_copied() {
    static TABLE: [u16; 3] = [0x1122, 0x3344, 0x5566];
    let table = format!("const memory {} 6", (&raw const TABLE).addr());
    let text = "function f(v0: int64, v1 \"a\": array(uint16, 1d, C)) -> none {
block0:
    v2: ptr = TABLE
    v3: ptr = ptr_add v2, v0
    v4: uint16 = load v3
    v5: ptr = elem_ptr v1, v0
    store v5, v4
    v9: none = const None
    return v9
}
";
    let case = Case::new(&text.replace("TABLE", &table));
    let out = case.compile(&PtxConfig::new(capability((8, 0)))).expect("compiled");
    assert!(out.ptx.contains(".global .align 16 .b8 constant_0[6] = {34, 17, 68, 51, 102, 85};"), "{}", out.ptx);
    assert!(out.ptx.contains("ld.global.nc"), "{}", out.ptx);
}

fn refused(text: &str, config: &PtxConfig) -> String {
    Case::new(text).compile(config).expect_err("refused").to_string()
}

#[test]
fn what_a_kernel_can_not_do_is_refused_by_name() {
    let config = PtxConfig::new(capability((8, 0)));
    let body = |line: &str, ret: &str| {
        format!("function f() -> {ret} {{\nblock0:\n{line}\n    v9: none = const None\n    return v9\n}}\n")
    };
    let alloc = "    v0: int64 = const 8\n    v1: owner = runtime<\"alloc\"> v0";
    assert!(refused(&body(alloc, "none"), &config).contains("f: making a new array or string is not possible"));
    let host = "    v0: int64 = const 8\n    host<\"input\"> v0";
    assert!(refused(&body(host, "none"), &config).contains("a call of Python (input)"));
    let result = "function f() -> int64 {\nblock0:\n    v0: int64 = const 8\n    return v0\n}\n";
    assert!(refused(result, &config).contains("a result of type int64"));
}
