/**
 * The public surface as lists that can be compared: kinds (`settings`), the things of each kind (a service, an operation, a type), and the
 * members of each thing (a variable, a field, a method) with what is promised of them. It consists of texts, so that the surface of a
 * release can be stored in a file and read by any later release.
 */
export type Surface = Readonly<Record<Kind, Things>>;

export type Things = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Each kind with the direction of its values: callers send them or read them. Values that are sent may later allow more, and values that
 * are read may later contain more.
 */
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

/** The prefix of a field that callers must send. */
export const required = "required ";

/** The suffix of a field that may be missing in a response. */
export const maybe = "?";

/** The suffix of a member that is a default. A changed default is reported, but breaks no caller. */
export const defaultMark = " by default";
