import { join } from "node:path";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Ended, Shell } from "./command.ts";

const dayMs = 86_400_000;
let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

/** What somebody with all rights in the database may do: no trigger runs. */
const tamper = (sql: string) => querySql(parley.databaseUrl, `set session_replication_role = replica; ${sql}`);

/** A workspace with this many records at least, and a shell in which its owner exports and verifies. */
async function logOf(acts: number) {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  await act(workspace, acts);
  const shell = await Shell.open({
    PARLEY_BASE_URL: parley.url,
    PARLEY_WORKSPACE_ID: workspace.workspaceId,
    PARLEY_WORKSPACE_TOKEN: workspace.owner.credentials["x-svc-auth-token"] ?? "",
  });
  const name = (file: string) => join(shell.folder, file);
  const kept = async (file: string) => {
    expect((await shell.run("audit", "export", name(file))).code).toBe(0);
    return `${name(file)}.checkpoint`;
  };
  const verified = async (file: string, ...checkpoints: readonly string[]) => {
    const ended = await shell.run("--json", "audit", "verify", name(file), "--checkpoint", ...checkpoints, "--keys", `${name(file)}.keys`);
    return { ...ended, codes: codesOf(ended) };
  };
  const { workspaceId } = workspace;
  return { workspace, workspaceId, shell, name, kept, verified, [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose]() };
}

async function act({ owner, apiKey }: Workspace, times: number): Promise<void> {
  for (let each = 0; each < times; each++) await owner.data("/v2/workspace/apikey/update", { apiKey, apiKeyName: `name ${each}` });
}

const codesOf = ({ out }: Ended): string[] => JSON.parse(out).findings.map(({ code }: { code: string }) => code);

test.each([
  ["the oldest records", "sequence <= 3", "cut_head"],
  [
    "all but the last three records",
    "sequence <= (select max(sequence) - 3 from workspace.audit_records where workspace_id = r.workspace_id)",
    "cut_head",
  ],
  ["the newest records", "sequence = (select max(sequence) from workspace.audit_records where workspace_id = r.workspace_id)", "missing"],
])(
  "when %s were deleted, an export says so, and an earlier checkpoint shows what is gone, though the log goes on",
  async (_, which, code) => {
    await using log = await logOf(8);
    const first = await log.kept("first.ndjson");
    const second = await log.kept("second.ndjson");

    await tamper(`delete from workspace.audit_records r where workspace_id = '${log.workspaceId}' and ${which}`);
    const exported = await log.shell.run("audit", "export", log.name("cut.ndjson"));
    const byOne = await log.verified("cut.ndjson", first);
    const byTwo = await log.verified("cut.ndjson", second, first);

    expect(exported).toMatchObject({ code: 6, err: expect.stringContaining("somebody changed it in the database") });
    expect([byOne.code, byTwo.code]).toEqual([6, 6]);
    expect(byOne.codes).toContain(code);
    expect(byTwo.codes).toContain(code);
  },
);

test.each([
  ["the oldest records", 3],
  ["all but the last three records", 6],
])("when %s were deleted and the chain was rewritten to begin after them, an earlier checkpoint shows it", async (_, upTo) => {
  await using log = await logOf(8);
  const earlier = await log.kept("earlier.ndjson");

  await tamper(`delete from workspace.audit_records where workspace_id = '${log.workspaceId}' and sequence <= ${upTo};
    update workspace.audit_chains set first_sequence = ${upTo + 1}, removed_until_ms = removed_until_ms - ${400 * dayMs}::bigint
      where workspace_id = '${log.workspaceId}'`);
  const newest = await log.kept("cut.ndjson");
  const found = await log.verified("cut.ndjson", newest, earlier);

  expect(found.code).toBe(6);
  expect(JSON.parse(found.out).findings).toMatchObject([{ code: "cut_head", sequence: 1 }]);
});

test("when the newest records were deleted and the chain was rewritten to end before them, an earlier checkpoint shows it", async () => {
  await using log = await logOf(8);
  const earlier = await log.kept("earlier.ndjson");

  await tamper(`delete from workspace.audit_records where workspace_id = '${log.workspaceId}' and sequence > 5;
    update workspace.audit_chains set sequence = 5, hash = (select hash from workspace.audit_records
      where workspace_id = '${log.workspaceId}' and sequence = 5) where workspace_id = '${log.workspaceId}'`);
  const newest = await log.kept("cut.ndjson");

  expect((await log.verified("cut.ndjson", newest, earlier)).codes).toContain("cut_tail");
});

test("records that the retention removed are no finding, with one checkpoint and with two", async () => {
  await using log = await logOf(8);
  await tamper(`update workspace.audit_records set sealed_at_ms = sealed_at_ms - ${366 * dayMs}::bigint
      where workspace_id = '${log.workspaceId}' and sequence <= 4;
    update workspace.audit_chains set removed_until_ms = removed_until_ms - ${366 * dayMs}::bigint where workspace_id = '${log.workspaceId}'`);
  const earlier = await log.kept("earlier.ndjson");
  await act(log.workspace, 1);

  // A start removes old records at once.
  const other = await startParley("all-in-one", { PARLEY_DATABASE_URL: parley.databaseUrl });
  const records = "select from workspace.audit_records where workspace_id = $1 and sequence <= 4";
  await until(async () => (await querySql(parley.databaseUrl, records, [log.workspaceId])).length === 0);
  await other.stop();
  const newest = await log.kept("removed.ndjson");

  expect(await log.verified("removed.ndjson", newest)).toMatchObject({ code: 0, codes: [] });
  expect(await log.verified("removed.ndjson", newest, earlier)).toMatchObject({ code: 0, codes: [] });
});

test("records whose personal data is gone are counted, however they were emptied", async () => {
  await using log = await logOf(4);
  await log.kept("whole.ndjson");
  await tamper(`update workspace.audit_records set actor_name = null, ip = null, user_agent = null, salt = null
    where workspace_id = '${log.workspaceId}' and sequence <= 2`);

  const newest = await log.kept("emptied.ndjson");
  const { out, code } = await log.verified("emptied.ndjson", newest);
  const shown = await log.shell.run(
    "audit",
    "verify",
    log.name("emptied.ndjson"),
    "--checkpoint",
    newest,
    "--keys",
    log.name("emptied.ndjson.keys"),
  );

  expect([code, JSON.parse(out).emptied]).toEqual([0, { actors: 2, users: 0 }]);
  expect(shown.err).toContain("Without personal data: 2 records have no name");
});
