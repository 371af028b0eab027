import type { ConfigOf, ConfigShape } from "../settings/setting.ts";

/** A command that operators run as `main.js <command>`. `command` reads its config by its own shape, so this type leaves the shape out. */
export interface Command {
  /** What it does, for `--help`. */
  readonly description: string;
  /** The settings that it reads; the module's other settings need not be set. */
  readonly config: ConfigShape;
  /** Returns a sentence about the outcome. */
  readonly run: (config: never) => Promise<string>;
}

/** Declares a command; infers the types of its config. */
export function command<const Shape extends ConfigShape>(declaration: {
  readonly description: string;
  readonly config: Shape;
  readonly run: (config: ConfigOf<Shape>) => Promise<string>;
}): Command {
  return declaration as unknown as Command;
}
