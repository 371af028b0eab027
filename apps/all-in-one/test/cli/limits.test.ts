import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Shell } from "./command.ts";

let parley: Parley;
let workspace: Workspace;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  shell = await Shell.open({
    PARLEY_BASE_URL: parley.url,
    PARLEY_API_KEY: workspace.apiKey,
    PARLEY_WORKSPACE_ID: workspace.workspaceId,
    PARLEY_WORKSPACE_TOKEN: workspace.owner.credentials["x-svc-auth-token"] ?? "",
  });
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test("limits of the profile's key or a named one are set and removed by name, and shown for every key", async () => {
  const { apiKey: second } = await workspace.owner.data("/v2/workspace/apikey/create", {
    ownerEmail: "owner@example.com",
    type: "testing",
  });

  const set = await shell.run("limits", "documents=50", "users=none", "requestsPerSecond=700");
  const other = await shell.run("limits", "comments=9", "--on-api-key", second);
  const all = await shell.run("limits");
  const one = await shell.json("limits", "--on-api-key", second);
  await shell.run("limits", "documents=none");

  expect([set.code, other.code, all.code]).toEqual([0, 0, 0]);
  expect(set.err + set.out).toContain(`The limits of ${workspace.apiKey} have been set`);
  const [heading = "", ...lines] = all.out.trimEnd().split("\n");
  expect(heading.split(/\s{2,}/)).toEqual("API KEY,NAME,REQUESTS/S,STREAMS,DOCUMENTS,USERS,ANNOTATIONS,COMMENTS,ENDPOINTS".split(","));
  expect(lines.map((line) => line.split(/\s{2,}/).filter((cell) => /^(\d+|-)$/.test(cell)))).toEqual([
    ["700", "-", "50", "-", "-", "-", "-"],
    ["-", "-", "-", "-", "-", "9", "-"],
  ]);
  expect(one).toMatchObject([{ apiKey: second, limits: { comments: 9, documents: null } }]);
  expect(await shell.json("limits")).toMatchObject([{ limits: { documents: null, requestsPerSecond: 700 } }, {}]);
});

test.each([["documents=0"], ["boxes=1"], ["documents"], ["documents=-1"]])(
  "%s sets nothing, and the message lists valid names",
  async (word) => {
    const { code, err } = await shell.run("limits", word);

    expect([code, err]).toEqual([2, expect.stringContaining(`${word} is not a limit such as documents=5000`)]);
  },
);

test("limits beyond the operator's maximum are refused with the message of the API", async () => {
  const { code, err } = await shell.run("limits", "streams=11");

  expect([code, err]).toEqual([4, expect.stringContaining("limits.streams must be at most 10: only the operator of this installation")]);
});
