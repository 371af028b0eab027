import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";
import { pythonTools } from "../checks/release-tools.ts";
import type { Component } from "../sboms/cyclonedx.ts";
import { repository } from "./links.ts";

/** The client for Python: the wheel and the source distribution that its build backend makes. */
export function pythonDistributions(context: ReleaseContext): Artefact[] {
  const name = "parley-collab";
  const sources = join(context.root, "libs/sdk-python");
  copyFileSync(join(context.root, "LICENSE"), join(sources, "LICENSE"));
  const manifest = join(sources, "pyproject.toml");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/^\[project\.optional-dependencies\]$/m, `${urls}\n$&`));
  const out = mkdtempSync(join(tmpdir(), "parley-python-"));
  try {
    execFileSync(join(pythonTools(), "hatchling"), ["build", "-d", out, "-t", "sdist", "-t", "wheel"], {
      cwd: sources,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(context.timeMs / 1_000) },
    });
    mkdirSync(join(context.folder, "python"), { recursive: true });
    const subject: Component = {
      type: "library",
      name,
      version: context.version,
      license: "Apache-2.0",
      purl: `pkg:pypi/${name}@${context.version}`,
    };
    return globSync("*", { cwd: out })
      .toSorted()
      .map((file) => {
        put(context, `python/${file}`, readFileSync(join(out, file)));
        const about = file.endsWith(".whl") ? "client for Python, wheel" : "client for Python, source distribution";
        return { path: `python/${file}`, about, subject, components: dependenciesIn(readFileSync(manifest, "utf8")) };
      });
  } finally {
    rmSync(out, { recursive: true });
  }
}

const urls = `[project.urls]\nHomepage = "${repository}"\nIssues = "${repository}/issues"\n`;

// Dependencies have a range and no version, because the installer chooses the version.
function dependenciesIn(manifest: string): Component[] {
  const [, list = ""] = /^dependencies = \[(.*)\]$/m.exec(manifest) ?? [];
  return [...list.matchAll(/"([a-z0-9-]+)([^"]*)"/g)].map(([, name = "", range = ""]) => ({
    type: "library",
    name,
    version: range,
    purl: `pkg:pypi/${name}`,
  }));
}
