import { readFileSync } from "node:fs";
import * as z from "zod";

/** One configuration value: its source, its validation, and a description for the person who sets it. */
export interface Setting<Value> {
  /** Environment variable, prefix included. `<name>_FILE` names a file that holds the value instead. */
  readonly name: string;
  /** Variable that is read when `name` is not set. */
  readonly fallbackName?: string;
  readonly description: string;
  /** Parses the text. It receives undefined when neither variable is set; a setting is required if its schema refuses undefined. */
  readonly schema: z.ZodType<Value, string | undefined>;
  /** The default as a person would write it, for help texts. */
  readonly defaultText?: string;
  /** Never printed. */
  readonly secret?: boolean;
  /**
   * Returns a message if the value conflicts with the other values of its module; `sharing` is the number of modules in the process that
   * have the setting.
   */
  readonly problem?: (values: Readonly<Record<string, unknown>>, sharing: number) => string | undefined;
}

/** A value that no operator has a reason to set, so it is no setting. Tests replace it by `withConstants`. */
interface Constant<Value> {
  readonly constant: Value;
}

// biome-ignore lint/suspicious/noExplicitAny: a shape holds settings of any value; ConfigOf recovers each
export type ConfigShape = Readonly<Record<string, Setting<any> | Constant<any>>>;
export type ConfigOf<Shape extends ConfigShape> = {
  readonly [Key in keyof Shape]: Shape[Key] extends Setting<infer Value> | Constant<infer Value> ? Value : never;
};

type About = Pick<Setting<unknown>, "description" | "fallbackName" | "secret" | "problem">;

/** A whole number between two bounds. */
export function integer(name: string, about: About & { default: number; min: number; max: number }): Setting<number> {
  const number = z.coerce.number(`must be a whole number`).int("must be a whole number").min(about.min).max(about.max);
  return { ...about, name, schema: optional(number, about.default), defaultText: String(about.default) };
}

/** A TCP port; 0 lets the system choose a free one. */
export function port(name: string, about: About & { default: number }): Setting<number> {
  return integer(name, { ...about, min: 0, max: 65_535 });
}

/** Any text, required unless it has a default. */
export function text(name: string, about: About & { default?: string }): Setting<string> {
  const value = z.string("is required").min(1, "must not be empty");
  if (about.default === undefined) return { ...about, name, schema: value as z.ZodType<string, string | undefined> };
  return { ...about, name, schema: optional(value, about.default), defaultText: about.default };
}

/** Text that may be absent. */
export function optionalText(name: string, about: About): Setting<string | undefined> {
  return { ...about, name, schema: z.string().min(1).optional() };
}

/** A secret that may be absent; if present, it has at least `leastLength` characters. */
export function optionalSecret(name: string, about: About & { leastLength: number }): Setting<string | undefined> {
  const schema = z.string().min(about.leastLength, `must have at least ${about.leastLength} characters`).optional();
  return { ...about, name, schema, secret: true };
}

/** `true` or `false`. */
export function flag(name: string, about: About & { default: boolean }): Setting<boolean> {
  const value = z.enum(["true", "false"], "must be true or false").transform((word) => word === "true");
  return { ...about, name, schema: optional(value, about.default), defaultText: String(about.default) };
}

/** One of a few words. */
export function choice<const Word extends string>(
  name: string,
  about: About & { options: readonly [Word, ...Word[]]; default: NoInfer<Word> },
): Setting<Word> {
  const words = about.options.join(", ");
  return { ...about, name, schema: optional(z.enum(about.options, `must be one of ${words}`), about.default), defaultText: about.default };
}

/** A comma-separated list; absent means empty. */
export function list(name: string, about: About): Setting<readonly string[]> {
  const value = z.string().transform((line) =>
    line
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  );
  return { ...about, name, schema: optional(value, []), defaultText: "" };
}

/** A setting with its own parsing. */
export function setting<Value>(
  name: string,
  about: About & { schema: z.ZodType<Value, string | undefined>; defaultText?: string },
): Setting<Value> {
  return { ...about, name };
}

/** A constant of a module's config. */
export function constant<Value extends number>(value: Value): Constant<number> {
  return { constant: value };
}

/** An environment with other values of constants, for tests: no variable has them. */
export function withConstants(values: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [replacing(key), value])) as Readonly<Record<string, never>>;
}

const replacing = (key: string) => Symbol.for(`parley constant ${key}`) as unknown as string;

/** The settings of a shape. */
export function settingsOf(shape: ConfigShape): Setting<unknown>[] {
  return Object.values(shape).filter((declared) => !("constant" in declared)) as Setting<unknown>[];
}

/** Reads every setting of a shape, and adds a message to `problems` for each that is missing or wrong. */
export function readConfig<Shape extends ConfigShape>(shape: Shape, environment: NodeJS.ProcessEnv, problems: string[]): ConfigOf<Shape> {
  const values: Record<string, unknown> = {};
  for (const [key, declared] of Object.entries(shape)) {
    if ("constant" in declared) {
      values[key] = environment[replacing(key)] ?? declared.constant;
      continue;
    }
    try {
      const parsed = declared.schema.safeParse(textOf(declared, environment));
      if (parsed.success) values[key] = parsed.data;
      else for (const issue of parsed.error.issues) problems.push(`${namesOf(declared)} ${issue.message}. ${declared.description}`);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return values as ConfigOf<Shape>;
}

function namesOf({ name, fallbackName }: Setting<unknown>): string {
  return fallbackName === undefined ? name : `${name} (or ${fallbackName})`;
}

function optional<Value>(schema: z.ZodType<Value>, fallback: Value): z.ZodType<Value, string | undefined> {
  // A union would report only that the input is invalid, and lose the schema's own message.
  return schema.optional().transform((value) => value ?? fallback) as unknown as z.ZodType<Value, string | undefined>;
}

/** The given text of a setting. An empty variable counts as unset, because compose files and charts write it for "not given". */
export function textOf(
  { name, fallbackName }: Pick<Setting<unknown>, "name" | "fallbackName">,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  for (const variable of fallbackName === undefined ? [name] : [name, fallbackName]) {
    const value = environment[variable];
    if (value !== undefined && value !== "") return value;
    const file = environment[`${variable}_FILE`];
    if (file !== undefined && file !== "") return readSecretFile(`${variable}_FILE`, file);
  }
  return undefined;
}

function readSecretFile(variable: string, file: string): string {
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch (error) {
    throw new Error(`${variable} names the file ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** `PARLEY_PUBLIC_URL`: where browsers and mail clients reach the gateway, without a slash at its end; undefined when it is not set. */
export function publicUrl(): Setting<string | undefined> {
  return setting("PARLEY_PUBLIC_URL", {
    description:
      "Where browsers and mail clients reach the gateway. Without it mails carry no link to unsubscribe, links to the webhook pages are paths, and nobody signs in by OpenID Connect. With https, people sign in to the console there or on the gateway's own machine.",
    schema: z
      .string()
      .optional()
      .refine((line) => line === undefined || ["http:", "https:"].includes(URL.parse(line)?.protocol ?? ""), "must be an http or https URL")
      .transform((line) => line?.replace(/(?<!\/)\/+$/, "")),
    defaultText: "",
  });
}
