import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findGo, findPython, olderNode } from "../clients/language.ts";
import { repository } from "./fences.ts";

/** Starts a program of a guide, given its text and an empty folder; or returns why it cannot. */
type Start = (text: string, folder: string, environment: Readonly<Record<string, string>>) => ChildProcess | string;

/** Each way to run a guide's programs, with the language of their fences. */
export const runtimes: readonly (readonly [name: string, language: string, start: Start])[] = [
  ["JavaScript on this Node", "js", (text, folder, environment) => javascript(process.execPath, text, folder, environment)],
  [
    "JavaScript on an older Node",
    "js",
    (text, folder, environment) => {
      const node = olderNode();
      return node === undefined ? "there is no older Node on the PATH" : javascript(node, text, folder, environment);
    },
  ],
  ["Python", "py", python],
  ["Go", "go", golang],
];

function javascript(node: string, text: string, folder: string, environment: Readonly<Record<string, string>>): ChildProcess {
  mkdirSync(join(folder, "node_modules/@parley"), { recursive: true });
  symlinkSync(join(repository, "libs/sdk-typescript/dist"), join(folder, "node_modules/@parley/sdk"));
  writeFileSync(join(folder, "program.mjs"), text);
  return spawn(node, ["program.mjs"], { cwd: folder, env: { PATH: process.env.PATH, ...environment } });
}

function python(text: string, folder: string, environment: Readonly<Record<string, string>>): ChildProcess | string {
  writeFileSync(join(folder, "program.py"), text);
  try {
    const client = { PYTHONPATH: join(repository, "libs/sdk-python/src"), PYTHONDONTWRITEBYTECODE: "1" };
    return spawn(findPython(), ["program.py"], { cwd: folder, env: { PATH: process.env.PATH, ...client, ...environment } });
  } catch (error) {
    return `Python with httpx cannot be had: ${error instanceof Error ? error.message.slice(0, 200) : error}`;
  }
}

function golang(text: string, folder: string, environment: Readonly<Record<string, string>>): ChildProcess | string {
  const go = findGo();
  if (go === undefined) return "there is no Go on the PATH";
  const client = "github.com/parley/parley-go";
  writeFileSync(join(folder, "program.go"), text);
  writeFileSync(
    join(folder, "go.mod"),
    `module guide\n\ngo 1.24\n\nrequire ${client} v0.0.0\n\nreplace ${client} => ${join(repository, "libs/sdk-go")}\n`,
  );
  execFileSync(go, ["build", "-o", "program", "."], { cwd: folder, stdio: "inherit" });
  return spawn("./program", [], { cwd: folder, env: { PATH: process.env.PATH, ...environment } });
}
