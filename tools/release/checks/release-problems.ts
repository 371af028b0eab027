import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasGo } from "../../deploy/go-programs.ts";
import { kubernetesTools } from "../../deploy/kubernetes-tools.ts";
import { workspaceRoot } from "../../workspace-root.ts";
import { npmTools, pythonTools } from "./release-tools.ts";

/** Runs each registry's own checker on the artefacts in a folder, and returns the problems. A missing checker is skipped with a warning. */
export function releaseProblems(folder: string): string[] {
  const scratch = mkdtempSync(join(tmpdir(), "parley-release-check-"));
  try {
    return [
      ...npmProblems(folder),
      ...pythonProblems(folder),
      ...goProblems(folder, scratch),
      ...chartProblems(folder),
      ...bufProblems(folder),
      ...sbomProblems(folder),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function npmProblems(folder: string): string[] {
  const tools = npmTools();
  return filesOf(folder, "npm/*.tgz").flatMap((file) => [
    ...ran(join(tools, "publint"), ["--strict", "--pack", "false", file]),
    // A command line has no types. The client consists of ES modules only, which CommonJS can import.
    ...(file.includes("-cli-") ? [] : ran(join(tools, "attw"), [file, "--profile", "esm-only", "--no-emoji", "--no-color"])),
  ]);
}

function pythonProblems(folder: string): string[] {
  return ran(join(pythonTools(), "twine"), ["check", "--strict", ...filesOf(folder, "python/*")]);
}

function goProblems(folder: string, scratch: string): string[] {
  if (!hasGo()) return skipped("go vet of the module", "Go is not installed");
  return filesOf(folder, "go/**/*.zip").flatMap((file) => {
    const unpacked = ran("unzip", ["-q", file, "-d", scratch]);
    const [module = ""] = globSync("**/go.mod", { cwd: scratch });
    const root = join(scratch, module, "..");
    return unpacked.length > 0 ? unpacked : ran("go", ["vet", "./..."], root);
  });
}

function chartProblems(folder: string): string[] {
  const tools = kubernetesTools();
  if (tools === undefined) return skipped("helm lint of the chart", "helm is built with Go, which is not installed");
  return filesOf(folder, "chart/*.tgz").flatMap((file) =>
    ran(tools.helm, ["lint", "--strict", file, "--set", "kafka.brokers={kafka:9092}"]),
  );
}

function bufProblems(folder: string): string[] {
  return filesOf(folder, "protos/*.binpb").flatMap((file) =>
    ran(join(workspaceRoot, "node_modules/.bin/buf"), ["build", file, "-o", "/dev/null"]),
  );
}

function sbomProblems(folder: string): string[] {
  const program =
    "import sys\nfrom cyclonedx.schema import SchemaVersion\nfrom cyclonedx.validation.json import JsonStrictValidator\nvalidator = JsonStrictValidator(SchemaVersion.V1_6)\n" +
    "found = [(name, error) for name in sys.argv[1:] if (error := validator.validate_str(open(name, encoding='utf-8').read())) is not None]\n" +
    "[print(name, error) for name, error in found]\nsys.exit(1 if found else 0)";
  return ran(join(pythonTools(), "python"), ["-c", program, ...filesOf(folder, "sbom/*.json")]);
}

function filesOf(folder: string, pattern: string): string[] {
  const found = globSync(pattern, { cwd: folder }).toSorted();
  if (found.length === 0) throw new Error(`${folder} has no ${pattern}.`);
  return found.map((file) => join(folder, file));
}

function skipped(what: string, why: string): string[] {
  console.warn(`SKIPPED: ${what}, because ${why}.`);
  return [];
}

function ran(program: string, parameters: readonly string[], cwd?: string): string[] {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd,
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (status === 0) {
    console.log(
      `${name} ${parameters
        .filter((each) => !each.includes("\n"))
        .map((each) => each.slice(each.lastIndexOf("/") + 1))
        .join(" ")
        .slice(0, 120)}: clean.`,
    );
    return [];
  }
  return [`${name} ${parameters.at(-1)}: ${error?.message ?? `${stdout}${stderr}`}`];
}
