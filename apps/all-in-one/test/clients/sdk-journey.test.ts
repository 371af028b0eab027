import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Call, Language, languages } from "./language.ts";

interface Step {
  readonly call: Omit<Call, "client">;
  readonly outcome: Readonly<Record<string, unknown>>;
}

const steps = JSON.parse(readFileSync(join(import.meta.dirname, "journey.json"), "utf8")) as Step[];
let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});
afterAll(() => parley?.stop());

test.each(Object.entries(languages))(
  "a program with the client in %s does what a customer does, and gets the same answers",
  { timeout: 180_000 },
  async (name, start) => {
    const language = start();
    if (!(language instanceof Language)) {
      console.warn(`SKIPPED: the journey with the client in ${name}, because ${language}.`);
      return;
    }
    await using running = language;
    const { workspaceId, apiKey, authToken, owner } = await createWorkspace(parley.url, parley.adminToken);
    const workspaceToken = owner.credentials["x-svc-auth-token"];
    const client = { baseUrl: parley.url, apiKey, authToken, workspaceId, workspaceToken };

    for (const { call, outcome } of steps) {
      const actual = await running.call({ ...call, client });

      expect(actual, `${call.operation} gave ${JSON.stringify(actual)}`).toMatchObject(outcome);
    }
  },
);
