import { randomBytes } from "node:crypto";
import { runCommandLine } from "@parley/runtime";
import { expect, test } from "vitest";
import { workspaceModule } from "../module.ts";

async function printed(words: string, environment: Record<string, string> = {}): Promise<Record<string, string>> {
  const lines = (await runCommandLine([workspaceModule], words.split(" "), environment)).split("\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

test("new secrets differ each time, and the accepted digests are those of the presented tokens", async () => {
  const one = await printed("make-secrets compose");
  const other = await printed("make-secrets compose");
  const values = new Set([...Object.values(one), ...Object.values(other)]);

  expect(one.PARLEY_DEVELOPMENT).toBe("false");
  // All but PARLEY_DEVELOPMENT differ.
  expect(values.size).toBe(2 * Object.keys(one).length - 1);
  expect(one.PARLEY_SERVICE_TOKENS?.split(",")).toHaveLength(7);
  expect(one.PARLEY_SERVICE_TOKENS).not.toContain(one.PARLEY_USERS_SERVICE_TOKEN);
});

test("given secrets are kept, and tokens that were accepted stay accepted", async () => {
  const given = {
    PARLEY_MASTER_KEYS: ["new", "old"].map((id) => `${id}:${randomBytes(32).toString("base64")}`).join(","),
    PARLEY_ADMIN_TOKEN: "an-admin-token-of-at-least-32-characters",
  };

  const made = await printed("make-secrets compose", { ...given, PARLEY_SERVICE_TOKENS: "the-token-that-all-shared" });

  expect(made).toMatchObject(given);
  expect(made.PARLEY_SERVICE_TOKENS).toMatch(/^the-token-that-all-shared,activity:sha256:/);
  expect(made).toMatchObject(await printed("derive-keys", given));
  expect(made.PARLEY_GATEWAY_KEYS).toMatch(/^new:\S{44},old:\S{44}$/);
});
