import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addPlaces, inDocument, inFolder, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;
let everywhere: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
  everywhere = visitor(workspace, await userToken(workspace, "vera", [inOrganization("acme", "viewer")]));
  for (const documentId of ["welcome", "plan", "other"]) {
    await workspace.customer.data("/v2/notifications/add", {
      organizationId: "acme",
      documentId,
      notificationId: `of-${documentId}`,
      displayHeadlineMessageTemplate: "News",
      actionUser: { userId: "otto" },
      notifyUsers: [{ userId: "vera" }],
    });
  }
  await until(async () => (await entries()).length === 3);
});

afterAll(() => parley?.stop());

const organizationId = "acme";
const notificationIds = ["of-welcome", "of-plan", "of-other", "none"];
const entries = async (): Promise<{ notificationId: string; isRead: boolean }[]> => everywhere.data("/v2/me/inbox/get", { organizationId });
const readIds = async () =>
  (await entries())
    .filter(({ isRead }) => isRead)
    .map(({ notificationId }) => notificationId)
    .toSorted();

test.each([
  ["a document", inDocument("welcome", "viewer"), ["of-welcome"]],
  ["a folder", inFolder("outer", "viewer"), ["of-plan"]],
  ["the organization", inOrganization("acme", "viewer"), ["of-other", "of-plan", "of-welcome"]],
])("a token of %s marks the notifications of its documents, and does not learn of others", async (_, resource, expected) => {
  const page = visitor(workspace, await userToken(workspace, "vera", [resource]));
  const doneIn = (results: Record<string, { success: boolean }>) =>
    Object.keys(results)
      .filter((id) => results[id]?.success)
      .toSorted();
  await everywhere.data("/v2/me/inbox/unread", { organizationId, notificationIds });

  const read = await page.data("/v2/me/inbox/read", { organizationId, notificationIds });
  const markedRead = await readIds();
  await everywhere.data("/v2/me/inbox/read", { organizationId, notificationIds });
  const unread = await page.data("/v2/me/inbox/unread", { organizationId, notificationIds });

  expect([doneIn(read), markedRead, doneIn(unread)]).toEqual([expected, expected, expected]);
  expect(await readIds()).toEqual(["of-other", "of-plan", "of-welcome"].filter((id) => !expected.includes(id)));
  const told = (id: string) => JSON.stringify(read[id]).replaceAll(id, "it");
  for (const id of notificationIds.filter((each) => !expected.includes(each))) expect(told(id)).toBe(told("none"));
});
