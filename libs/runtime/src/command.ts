import type { ConfigOf, ConfigShape } from "./setting.ts";

/**
 * A command that operators run as `main.js <command>`. Its config was read by its own shape, so the shape's type need not be known here.
 */
export interface Command {
  /** What it does, for `--help`. */
  readonly description: string;
  /** Its settings; nothing else of the module has to be configured. */
  readonly config: ConfigShape;
  /** Returns a sentence that says what was done. */
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
