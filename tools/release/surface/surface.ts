/**
 * What is public, as lists that can be compared: kinds (`settings`), things of a kind (a service, an operation, a type), and what each has (a variable, a field, a
 * method) with what is promised of it. Texts and not types, so that a release's can be kept in a file and read by any later one.
 */
export type Surface = Readonly<Record<Kind, Things>>;

export type Things = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Each kind, and which way its values go: what callers send may come to allow more, and what they read may come to hold more. */
export const kinds = {
  operations: "read",
  "request forms": "sent",
  "answer forms": "read",
  "webhook bodies": "read",
  RPCs: "read",
  "client for TypeScript": "read",
  "client for Python": "sent",
  "client for Go": "read",
  "command line": "sent",
  "exit codes": "read",
  settings: "sent",
  "chart values": "sent",
  metrics: "read",
} as const satisfies Record<string, "sent" | "read">;

export type Kind = keyof typeof kinds;

/** Begins what is promised of a field that has to be given. */
export const required = "required ";

/** Ends what is promised of a field that may be absent from an answer. */
export const maybe = "?";

/** Ends the name of a member that is a default: another one breaks nobody's call, and is told. */
export const defaultMark = " by default";
