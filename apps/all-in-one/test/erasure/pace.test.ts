import { withConstants } from "@parley/runtime";
import { startProcess, type TestProcess, until } from "@parley/testing";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { erasureSteps } from "./steps.ts";

let parley: TestProcess;

// Small chunks, so that a collection has enough of them for a meaningful measurement.
beforeAll(async () => {
  parley = await startProcess(modules, { ...withConstants({ erasureChunkRows: 50 }) });
});

afterAll(() => parley?.stop());

const { newWorkspace, plantUser, begin, status } = erasureSteps(() => parley);

/** How long removals of the activity service have worked and paused in their first pass, in seconds. */
async function firstLook(): Promise<{ worked: number; rested: number }> {
  const { body } = await request(`http://127.0.0.1:${parley.process.opsPort}/metrics`);
  const text = await body.text();
  const seconds = (part: string) =>
    Number(new RegExp(`^parley_erasure_seconds_total\\{schema="activity",stage="1",part="${part}"\\} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
  return { worked: seconds("statements") + seconds("commits"), rested: seconds("rests") };
}

test("a removal pauses most of the time while its service has requests", { timeout: 120_000 }, async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "beside", 2_000);
  let removing = true;
  const requests = (async () => {
    while (removing) await workspace.customer.data("/v2/recordings/get", { organizationId: "acme", documentId: "none" });
  })();

  try {
    const jobId = await begin(workspace, ["beside"]);
    // On an overloaded machine the removal is slow, because its pauses are proportional to its work.
    await until(async () => (await status(workspace, jobId)).isDeleteCompleted, 100_000);
  } finally {
    removing = false;
    await requests;
  }

  // Chunks without any rows are not followed by a pause.
  const { worked, rested } = await firstLook();
  expect(rested).toBeGreaterThan(worked);
});
