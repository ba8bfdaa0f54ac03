//! The control-flow graph of LLVM IR text, in the dot language.

use std::fmt::Write;

/// A block: its label, its instructions, the labels that it goes to.
struct Block<'a> {
    label: &'a str,
    lines: Vec<&'a str>,
    targets: Vec<&'a str>,
}

/// The graph of all functions that the text defines.
pub fn dot(llvm: &str) -> String {
    let mut out = String::from("digraph CFG {\n  node [shape=box, fontname=monospace];\n");
    let mut lines = llvm.lines();
    let mut number = 0;
    while let Some(line) = lines.next() {
        if line.starts_with("define ") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            function(&mut out, number, line, &blocks(&body));
            number += 1;
        }
    }
    out.push_str("}\n");
    out
}

fn blocks<'a>(body: &[&'a str]) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    for &line in body.iter().filter(|line| !line.trim().is_empty()) {
        if let Some(label) = label_of(line) {
            blocks.push(Block { label, lines: Vec::new(), targets: Vec::new() });
            continue;
        }
        if blocks.is_empty() {
            blocks.push(Block { label: "entry", lines: Vec::new(), targets: Vec::new() });
        }
        if let Some(block) = blocks.last_mut() {
            block.lines.push(line.trim());
            block.targets.extend(targets(line));
        }
    }
    blocks
}

/// A line `name:`, with a comment behind it perhaps.
fn label_of(line: &str) -> Option<&str> {
    let (label, rest) = line.split_once(':')?;
    let is_label = !label.is_empty() && !label.contains(char::is_whitespace) && !label.starts_with(';');
    (is_label && (rest.trim().is_empty() || rest.trim_start().starts_with(';'))).then_some(label.trim_matches('"'))
}

/// The names after `label %`.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("label %").skip(1).map(|rest| rest.split([',', ' ', ']']).next().unwrap_or(rest).trim_matches('"'))
}

fn function(out: &mut String, number: usize, title: &str, blocks: &[Block<'_>]) {
    let title = title.split(['@', '(']).nth(1).unwrap_or(title);
    let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label=\"{}\";", escaped(title));
    for block in blocks {
        let text: String = block.lines.iter().map(|line| format!("{}\\l", escaped(line))).collect();
        let label = escaped(block.label);
        let _ = writeln!(out, "    \"{number}.{label}\" [label=\"{label}:\\l{text}\"];");
        for target in &block.targets {
            let _ = writeln!(out, "    \"{number}.{label}\" -> \"{number}.{}\";", escaped(target));
        }
    }
    out.push_str("  }\n");
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
