import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { ownTopics } from "../support/own-topics.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { erasedWhileWriting } from "./erased-while-writing.ts";
import { addWritingPlaces, WritingPage } from "./writing-page.ts";

const { brokers, environment } = await ownTopics();

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  if (brokers === undefined) return;
  const settings = { PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "1000", ...withConstants({ erasureApiKeyWaitMs: 5_000 }) };
  parley = await startParley("separate", { ...environment, ...settings });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addWritingPlaces(workspace);
}, 120_000);

afterAll(() => parley?.stop());

const separateTest = test.skipIf(brokers === undefined);

separateTest(
  "thirty users of seven processes whose pages write in a loop while the users are erased leave no row in any table",
  async () => {
    const userIds = Array.from({ length: 30 }, (_, n) => `gone-x7q-${n}-`);

    const pages = await erasedWhileWriting(workspace, userIds, 5);

    expect(pages.flatMap(({ surprises }) => surprises)).toEqual([]);
    expect(await rowsWith(parley.databaseUrl, userIds)).toEqual([]);
  },
  300_000,
);

separateTest(
  "a user is erased while a service hangs that should refuse the user's page, and the page, which goes on writing elsewhere, leaves no row",
  async () => {
    const userId = "gone-while-hanging";
    const { customer } = workspace;
    const page = await WritingPage.open(workspace, userId);
    const hanging = parley.processOf("notifications");
    onTestFinished(async () => {
      hanging.kill("SIGCONT");
      await page.stop();
    });
    await until(() => page.accepted >= 10, 30_000);
    hanging.kill("SIGSTOP");

    const { jobId } = await customer.data("/v2/users/data/delete", { userIds: [userId] });
    const { accepted } = page;
    hanging.kill("SIGCONT");
    await until(async () => (await customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 90_000);
    await page.stop();

    expect(page.accepted).toBeGreaterThanOrEqual(accepted);
    expect(await rowsWith(parley.databaseUrl, [userId])).toEqual([]);
  },
  150_000,
);
