import type { ConfigOf, ConfigShape } from "./setting.ts";

/** Work that is done by hand, as `main.js <command>`. Its config has been read by its own shape, so that the shape need no longer be known. */
export interface Command {
  /** What it does, for `--help`. */
  readonly description: string;
  /** What it reads; nothing else of the module has to be configured. */
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
