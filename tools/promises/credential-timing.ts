import { newAuthToken, newId } from "@parley/kernel";
import { startInstallation } from "../installation/installation.ts";
import type { Workspace } from "../installation/workspace.ts";
import { readNumbers } from "../read-numbers.ts";
import { trimmed, welch } from "./welch.ts";

// `npm run promise:timing [-- --tries 10000] [--no-build]`: sends requests in turn with an unknown API key, with a wrong token of an
// existing one, and with a revoked token, each token once. Exits with 1 when the time of a refusal distinguishes any two of them.
const { numbers, values } = readNumbers({ tries: 10_000 }, { "no-build": { type: "boolean" } });
const { tries } = numbers;
if (tries < 100) throw new Error("--tries takes a number, at least 100.");

const fastestShare = 0.9;
// The usual threshold of tests for timing leaks, and the smallest difference that is visible over a network.
const [mostT, mostUs] = [4.5, 20];
const atOnce = 16;
const kinds = ["unknown API key", "wrong token", "revoked token"] as const;
type Kind = (typeof kinds)[number];

await using installation = await startInstallation({
  shape: "all-in-one",
  // No limit on wrong credentials, because the look-up is timed.
  environment: { PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND: "0" },
  builds: !values["no-build"],
});
const workspace = await installation.workspace();
const tookUs = await timed(workspace, await revokedTokens(workspace));
process.exitCode = kinds.flatMap((kind, n) => kinds.slice(n + 1).map((other) => isAlike(kind, other))).every(Boolean) ? 0 : 1;

async function revokedTokens({ apiKey, owner }: Workspace): Promise<string[]> {
  const tokens: string[] = [];
  // A few at a time: one after another would take longer than the measurement.
  const more = async () => {
    const { token } = await owner.ask("/v2/workspace/authtokens/create", { apiKey });
    await owner.ask("/v2/workspace/authtokens/revoke", { apiKey, token });
    tokens.push(token);
  };
  while (tokens.length < tries) await Promise.all(Array.from({ length: Math.min(atOnce, tries - tokens.length) }, more));
  return tokens;
}

// The kinds are measured one after another, so that other load on the machine affects all of them alike.
async function timed({ apiKey, customer }: Workspace, revoked: readonly string[]): Promise<Record<Kind, number[]>> {
  const tookUs: Record<Kind, number[]> = { "unknown API key": [], "wrong token": [], "revoked token": [] };
  for (const [n, token] of revoked.entries()) {
    const credentials: Record<Kind, [apiKey: string, token: string]> = {
      "unknown API key": [newId("pk_live"), newAuthToken()],
      "wrong token": [apiKey, newAuthToken()],
      "revoked token": [apiKey, token],
    };
    for (const kind of [...kinds.slice(n % kinds.length), ...kinds.slice(0, n % kinds.length)]) {
      const [key, authToken] = credentials[kind];
      const startNs = process.hrtime.bigint();
      const { status } = await customer.post("/v2/organizations/get", {}, 60_000, { "x-svc-api-key": key, "x-svc-auth-token": authToken });
      tookUs[kind].push(Number(process.hrtime.bigint() - startNs) / 1_000);
      if (status !== 401) throw new Error(`The ${kind} got status ${status}, not 401.`);
    }
  }
  return tookUs;
}

function isAlike(kind: Kind, other: Kind): boolean {
  const { difference, t } = welch(...trimmed(tookUs[kind], tookUs[other], fastestShare));
  const alike = Math.abs(t) <= mostT || Math.abs(difference) <= mostUs;
  console.log(
    `${alike ? "ok  " : "FAIL"} ${kind} and ${other}: ${difference.toFixed(1)} µs apart, t = ${t.toFixed(2)}, ${tries} tries each`,
  );
  return alike;
}
