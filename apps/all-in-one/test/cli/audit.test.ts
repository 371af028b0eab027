import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Shell } from "./command.ts";

let parley: Parley;
let workspace: Workspace;
let shell: Shell;
let jobId: string;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  const { owner, customer } = workspace;
  for (const apiKeyName of ["=HYPERLINK(1)", "two", "three"]) {
    await owner.data("/v2/workspace/apikey/create", { ownerEmail: "a@example.com", apiKeyName });
  }
  ({ jobId } = await customer.data("/v2/users/data/delete", { userIds: ["ada", "bob"] }));
  shell = await Shell.open({
    PARLEY_BASE_URL: parley.url,
    PARLEY_WORKSPACE_ID: workspace.workspaceId,
    PARLEY_WORKSPACE_TOKEN: owner.credentials["x-svc-auth-token"] ?? "",
  });
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

/** Exports the log, and returns its lines and the result of its verification. */
async function exported(name: string) {
  const file = join(shell.folder, name);
  const { code, err } = await shell.run("audit", "export", file);
  expect(code, err).toBe(0);
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  const verify = async (changed: readonly string[], ...more: readonly string[]) => {
    await writeFile(file, changed.map((line) => `${line}\n`).join(""));
    return shell.run("audit", "verify", file, "--checkpoint", `${file}.checkpoint`, "--keys", `${file}.keys`, ...more);
  };
  return { file, lines, verify };
}

test("an exported log is verified without the installation, and each manipulation is located", async () => {
  const { lines, verify } = await exported("log.ndjson");
  const [newest = "", ...older] = lines;
  const third = older[1] ?? "";
  const sequence = JSON.parse(third).sequence;

  const whole = await verify(lines);
  const attacks = [
    await verify(lines.with(2, third.replace('"outcome":"success"', '"outcome":"refused"'))),
    await verify(lines.toSpliced(2, 1)),
    await verify(lines.toSpliced(2, 0, third)),
    await verify(lines.with(2, lines[3] ?? "").with(3, third)),
    await verify(older),
  ];

  expect(whole.out).toContain("is whole and unchanged");
  expect([whole.code, ...attacks.map(({ code }) => code)]).toEqual([0, 6, 6, 6, 6, 6]);
  expect(attacks.map(({ out }) => out.split("\n")[0])).toEqual([
    expect.stringContaining(`Record ${sequence} (`),
    `Record ${sequence} is missing.`,
    expect.stringContaining(`a second record ${sequence}`),
    expect.stringContaining(`Record ${sequence} (line 4) is out of order`),
    `Record ${JSON.parse(newest).sequence} is missing after the newest record.`,
  ]);
});

test("a record changed in the database is detected in the next export, by the export itself and by an earlier checkpoint", async () => {
  const before = await exported("before.ndjson");
  await querySql(parley.databaseUrl, "update workspace.audit_records set action = 'nothing' where workspace_id = $1 and sequence = 2", [
    workspace.workspaceId,
  ]);

  const after = await exported("after.ndjson");
  const found = await after.verify(after.lines, "--json");

  await querySql(
    parley.databaseUrl,
    "update workspace.audit_records set action = 'apiKeys.create' where workspace_id = $1 and sequence = 2",
    [workspace.workspaceId],
  );
  expect(JSON.parse(found.out)).toMatchObject({ findings: [{ code: "changed", sequence: 2 }], findingsCount: 1 });
  expect((await before.verify(before.lines)).code).toBe(0);
});

test("the log remains valid after its persons are erased, and no longer names them", async () => {
  await until(async () => (await workspace.customer.data("/v2/users/data/delete/status", { jobId })).isDeleteCompleted);

  const { lines, verify } = await exported("erased.ndjson");

  const targets = lines.map((line) => JSON.parse(line)).find(({ action }) => action === "users.deleteData").targets;
  expect(targets).toMatchObject([
    { type: "user", id: null },
    { type: "user", id: null },
    { type: "removal", id: jobId },
  ]);
  expect((await verify(lines)).code).toBe(0);
});

test("a table for spreadsheets contains no formula, and verify says which files it accepts", async () => {
  const file = join(shell.folder, "log.csv");
  const { code } = await shell.run("audit", "export", file, "--format", "csv", "--actions", "apiKeys.create");
  const [head = "", ...rows] = (await readFile(file, "utf8")).trim().split("\r\n");

  const refused = await shell.run("audit", "verify", file, "--checkpoint", "x.y.z", "--keys", join(shell.folder, "log.ndjson.keys"));

  expect(code).toBe(0);
  expect(head).toMatch(/^sequence,time,action,outcome,/);
  expect(rows).toHaveLength(3);
  expect(rows.join()).not.toMatch(/(^|,)[=+@]/);
  expect(refused.out).toContain("Line 1 is not a record of the audit log.");
});

test("a certificate of a removal is verified without the installation, and a changed one, another subject and unknown keys are detected", async () => {
  await until(async () => (await workspace.owner.post("/v2/workspace/removals/certificate/get", { jobId })).status === 200, 40_000);
  const kept = await workspace.owner.data("/v2/workspace/removals/certificate/get", { jobId });
  const [head = "", payload = "", signature = ""] = kept.certificate.split(".");
  const [file, keys, none] = ["certificate.json", "keys.json", "none.json"].map((name) => join(shell.folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(keys, await (await fetch(`${parley.url}/.well-known/jwks.json`)).text());
  await writeFile(none, JSON.stringify({ keys: [] }));
  const verify = async (content: object, ...more: readonly string[]) => {
    await writeFile(file, JSON.stringify(content));
    return shell.run("erase", "verify", file, "--keys", keys, ...more);
  };
  const forged = JSON.stringify({ ...JSON.parse(Buffer.from(payload, "base64url").toString("utf8")), completedAt: 1 });
  const changed = [head, Buffer.from(forged).toString("base64url"), signature].join(".");

  const genuine = await verify(kept, "--subject", "user:ada", "user:bob");

  expect(genuine).toMatchObject({ code: 0, out: expect.stringContaining("It is genuine.") });
  expect(genuine.out).toContain(jobId);
  expect(await verify({ ...kept, certificate: changed })).toMatchObject({
    code: 6,
    err: expect.stringContaining("signature is not valid"),
  });
  expect(await verify(kept, "--subject", "user:eve")).toMatchObject({ code: 6, err: expect.stringContaining("It is not about user:eve.") });
  const unknown = await shell.run("erase", "verify", file, "--keys", none);
  expect(unknown).toMatchObject({ code: 6, err: expect.stringContaining("not among the public keys") });
});
