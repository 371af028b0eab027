import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { demoFile, writeDemo } from "./demo-credentials.ts";
import { openDemo } from "./open-demo.ts";

const environment = { PARLEY_DATABASE_URL: "postgres://parley@localhost:5432/parley" };
const credentials = { workspaceId: "ws_1", workspaceAuthToken: "sk_workspace", apiKey: "pk_1", authToken: "sk_key" };

// No gateway listens at this port: the test fails if `openDemo` tries to fill a demo.
const opened = (config: { dataDir: string; demo: boolean; printsSecrets: boolean }) =>
  openDemo({ ...config, examplePort: 0 }, "http://127.0.0.1:9", environment);

test("an existing demo is shown if one is requested and secrets may be printed; otherwise the file with its credentials is named", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeDemo(dataDir, environment, credentials, "http://127.0.0.1:8");
  const hidden = { shown: undefined, hidden: join(dataDir, "demo.json") };

  expect(await opened({ dataDir, demo: true, printsSecrets: true })).toMatchObject({ shown: credentials, hidden: undefined });
  expect(await opened({ dataDir, demo: true, printsSecrets: false })).toEqual(hidden);
  expect(await opened({ dataDir, demo: false, printsSecrets: true })).toEqual(hidden);
  expect(await opened({ dataDir, demo: false, printsSecrets: false })).toEqual(hidden);
});

test("the file of a demo contains the URL of the latest start", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeDemo(dataDir, environment, credentials, "http://127.0.0.1:8");

  await opened({ dataDir, demo: true, printsSecrets: false });

  expect(JSON.parse(await readFile(demoFile(dataDir), "utf8"))).toMatchObject({ ...credentials, baseUrl: "http://127.0.0.1:9" });
});

test("no demo is filled if none is requested", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));

  expect(await opened({ dataDir, demo: false, printsSecrets: true })).toEqual({ shown: undefined, hidden: undefined });
});
