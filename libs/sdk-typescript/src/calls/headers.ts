import type { Operation } from "./operation.ts";
import type { ParleyOptions } from "./options.ts";

const defaultPrefix = "x-svc-";

/** The credential headers for the level that an operation requires. */
export class CredentialHeaders {
  readonly #options: ParleyOptions;
  readonly #byLevel = new Map<Operation["auth"], Readonly<Record<string, string>>>();

  constructor(options: ParleyOptions) {
    this.#options = options;
  }

  of({ auth, name }: Operation): Readonly<Record<string, string>> {
    const known = this.#byLevel.get(auth);
    if (known !== undefined) return known;
    const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json", ...this.#options.headers };
    for (const [header, option] of this.#needed(auth)) {
      const value = this.#options[option];
      if (value === undefined || value === "") throw new TypeError(`${name} needs ${option}, which this client was not given.`);
      headers[header] = value;
    }
    this.#byLevel.set(auth, headers);
    return headers;
  }

  #needed(
    auth: Operation["auth"],
  ): readonly (readonly [string, "apiKey" | "authToken" | "workspaceId" | "workspaceToken" | "adminToken"])[] {
    const prefix = this.#options.headerPrefix ?? defaultPrefix;
    // A user's token changes over time, so the sender of the request adds it.
    if (auth === "user") return [];
    if (auth === "admin") return [[`${prefix}admin-token`, "adminToken"]];
    if (auth === "workspace")
      return [
        [`${prefix}workspace-id`, "workspaceId"],
        [`${prefix}auth-token`, "workspaceToken"],
      ];
    return [
      [`${prefix}api-key`, "apiKey"],
      [`${prefix}auth-token`, "authToken"],
    ];
  }
}
