import manifest from "../../package.json" with { type: "json" };
import { printConfig } from "../config/print-config.ts";
import { ConfigError, readCommandConfig, readConfigs } from "../config/process-config.ts";
import type { Command } from "../module/command.ts";
import type { Module } from "../module/module.ts";

const serve = "serve";
const ownDescriptions = {
  [serve]: "Serve until SIGTERM or SIGINT; the default.",
  "config check": "Check the configuration; starts nothing.",
  "config print": "Print every variable with the value that holds, secrets masked; starts nothing.",
} as const;

/** Whether the words after `main.js` mean serving. */
export function asksToServe(words: readonly string[]): boolean {
  return words.length === 0 || words.join(" ") === serve;
}

/** Runs the command that the words after `main.js` name, and returns the text to print. Fails with `ConfigError` for an unknown command. */
export async function runCommandLine(
  modules: readonly Module[],
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const asked = words.join(" ");
  switch (asked) {
    case "--help":
    case "-h":
    case "help":
      return help(modules);
    case "--version":
      return `Parley ${manifest.version}, Node ${process.versions.node}`;
    case "config check":
      readConfigs(modules, environment);
      return "The configuration is complete.";
    case "config print":
      return printConfig(modules, environment);
    default:
      return runCommand(modules, asked, environment);
  }
}

async function runCommand(modules: readonly Module[], name: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const commands = modules.flatMap((module) => module.commands?.[name] ?? []);
  if (commands.length === 0)
    throw new ConfigError([`There is no command ${name.slice(0, 100)}; known are ${knownCommands(modules).join(", ")}.`]);
  const done: string[] = [];
  for (const command of commands) done.push(await command.run(readCommandConfig(command, environment) as never));
  return done.join("\n");
}

function help(modules: readonly Module[]): string {
  const described = new Map<string, string>(Object.entries(ownDescriptions));
  for (const [name, { description }] of modules.flatMap(({ commands = {} }) => Object.entries<Command>(commands)))
    described.set(name, description);
  const width = Math.max(...[...described.keys()].map((name) => name.length));
  const lines = [...described].map(([name, description]) => `  ${name.padEnd(width)}  ${description}`);
  return [`Usage: node main.js [command]   (${modules.map(({ name }) => name).join(", ")})`, "", ...lines].join("\n");
}

function knownCommands(modules: readonly Module[]): string[] {
  return [...Object.keys(ownDescriptions), ...new Set(modules.flatMap(({ commands = {} }) => Object.keys(commands)))];
}
