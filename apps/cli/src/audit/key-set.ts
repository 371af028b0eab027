import { readFile } from "node:fs/promises";
import { type AuditKeySet, auditKeySet } from "@parley/audit";
import { Unreached, UsageError } from "../terminal/problem.ts";

const timeoutMs = 10_000;

/** The public keys that an installation publishes. */
export async function keySetAt(baseUrl: string): Promise<AuditKeySet> {
  const url = `${baseUrl.replace(/\/$/, "")}/.well-known/jwks.json`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return auditKeySet.parse(await response.json());
  } catch (error) {
    throw new Unreached(`The keys at ${url} could not be read: ${error instanceof Error ? error.message : error}.`);
  }
}

/** The public keys of a file. */
export async function keySetIn(file: string): Promise<AuditKeySet> {
  try {
    return auditKeySet.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new UsageError(`${file} has no readable keys: ${error instanceof Error ? error.message : error}.`);
  }
}
