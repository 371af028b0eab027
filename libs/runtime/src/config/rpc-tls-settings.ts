import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { RpcTls } from "@parley/rpc";
import * as z from "zod";
import { type ConfigShape, type Setting, setting } from "../settings/setting.ts";

/** With TLS settings, every RPC port speaks only TLS. */
export const rpcTlsSettings = {
  rpcTlsCert: pem(
    "PARLEY_RPC_TLS_CERT",
    "Certificate of this process for calls between services, as PEM or the path of a file with it, the chain included. With it the RPC port speaks TLS alone, and URLs of services begin with https://.",
  ),
  rpcTlsKey: pem("PARLEY_RPC_TLS_KEY", "Private key of PARLEY_RPC_TLS_CERT, as PEM or the path of a file with it."),
  rpcTlsCa: pem(
    "PARLEY_RPC_TLS_CA",
    "Authority of the certificates of services, as PEM or the path of a file with it: callers without one of its certificates are refused, and services called by https:// must have one for the host of their URL. Without it callers need none and the system's authorities count. A process that serves RPCs needs PARLEY_RPC_TLS_CERT with it.",
  ),
} satisfies ConfigShape;

/** The problems of the three settings together; `serves` says whether the process has an RPC port. */
export function tlsProblems({ cert, key, ca }: RpcTls, serviceUrls: ReadonlyMap<string, string>, serves: boolean): string[] {
  if ((cert === undefined) !== (key === undefined)) return ["PARLEY_RPC_TLS_CERT and PARLEY_RPC_TLS_KEY must be set together."];
  const reason = cert !== undefined ? "PARLEY_RPC_TLS_CERT" : ca !== undefined ? "PARLEY_RPC_TLS_CA" : undefined;
  const plain = reason === undefined ? [] : [...serviceUrls.values()].filter((url) => !url.startsWith("https:"));
  const problems = plain.map((url) => `${url} must begin with https:// while ${reason} is set.`);
  // Without a certificate the port would speak plain text and accept every caller.
  if (serves && ca !== undefined && cert === undefined)
    problems.push("PARLEY_RPC_TLS_CA needs PARLEY_RPC_TLS_CERT and PARLEY_RPC_TLS_KEY in a process that serves RPCs.");
  try {
    createSecureContext({ cert, key, ca });
  } catch (error) {
    problems.push(`PARLEY_RPC_TLS_CERT, _KEY and _CA cannot be used together: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return problems;
}

function pem(name: string, description: string): Setting<string | undefined> {
  const schema = z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.includes("-----BEGIN")) return text;
      try {
        return readFileSync(text, "utf8");
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        context.addIssue({ code: "custom", message: `is neither PEM nor a readable file: ${text.slice(0, 100)} (${code})` });
        return z.NEVER;
      }
    });
  return setting(name, { description, secret: true, schema });
}
