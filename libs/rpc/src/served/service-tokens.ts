import { hash, timingSafeEqual } from "node:crypto";
import type { DescMethod } from "@bufbuild/protobuf";

/** The owner of a token; without a name it is a token that all services share. */
interface Caller {
  readonly name: string | undefined;
}

interface Entry extends Caller {
  /** The token to present; undefined for an entry that knows another service's token only by its digest. */
  readonly token: string | undefined;
  readonly digest: Buffer;
}

const named = /^([a-z][a-z0-9-]*):(.+)$/;
const digested = /^sha256:([0-9a-f]{64})$/;
const scheme = "Bearer ";

/** The token in an `authorization` header. The name of the scheme has no case (RFC 9110), and some clients write it in lower case. */
export function tokenIn(authorization: string | undefined): string | undefined {
  return /^bearer (.*)$/i.exec(authorization ?? "")?.[1];
}

/**
 * The tokens that services present to each other: a list, so that a token can be replaced while both are in use. An entry is `token`,
 * `caller:token` or `caller:sha256:<digest in hex>`: a service that only has the digest of another's token cannot call in its name.
 */
export class ServiceTokens {
  readonly #entries: readonly Entry[];

  constructor(entries: readonly string[]) {
    if (entries.includes("")) throw new Error("A service token must not be empty.");
    this.#entries = entries.map(entryOf);
  }

  /** The owner of the token; compares with every entry in constant time; undefined when none matches. */
  callerOf(authorization: string | undefined): Caller | undefined {
    const token = tokenIn(authorization);
    if (token === undefined) return undefined;
    const given = digestOf(token);
    let found: Caller | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(given, entry.digest)) found ??= entry;
    return found;
  }

  /** Whether the token is one of this caller, or one without a name. */
  accepts(name: string, token: string): boolean {
    const digest = digestOf(token);
    return this.#entries.some((entry) => (entry.name ?? name) === name && timingSafeEqual(digest, entry.digest));
  }

  /** The token that a caller presents: the first with its name, else the first without a name. */
  presentedBy(name: string): string | undefined {
    const own = this.#entries.find((entry) => entry.name === name && entry.token !== undefined);
    return (own ?? this.#entries.find((entry) => entry.name === undefined))?.token;
  }
}

/** The length of an entry's secret; a digest counts as long enough. */
export function secretLength(entry: string): number {
  return entryOf(entry).token?.length ?? Number.POSITIVE_INFINITY;
}

/** The value of the `authorization` header that presents the token. */
export function bearer(token: string): string {
  return `${scheme}${token}`;
}

function entryOf(text: string): Entry {
  const [, name, rest = text] = named.exec(text) ?? [];
  const [, hex] = name === undefined ? [] : (digested.exec(rest) ?? []);
  if (hex !== undefined) return { name, token: undefined, digest: Buffer.from(hex, "hex") };
  return { name, token: rest, digest: digestOf(rest) };
}

function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Methods by their full name, `package.Service/Method`, each with the modules that declare that they call it. */
type DeclaredCallers = Readonly<Record<string, readonly string[]>>;

/**
 * Decides which caller may call which method: a module may call those that it declares, an operator's own caller those granted to it.
 * `grants` are texts such as `billing=parley.users.v1.UsersService` or `billing=parley.users.v1.UsersService/FindUsers`.
 */
export function permittedCallers(declared: DeclaredCallers, grants: readonly string[]): (caller: string, method: DescMethod) => boolean {
  const granted = new Set(grants);
  return (caller, { parent: { typeName }, name }) =>
    declared[`${typeName}/${name}`]?.includes(caller) === true ||
    granted.has(`${caller}=${typeName}`) ||
    granted.has(`${caller}=${typeName}/${name}`);
}
