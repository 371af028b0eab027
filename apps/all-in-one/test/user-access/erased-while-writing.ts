import { until } from "@parley/testing";
import type { Workspace } from "../support/customer.ts";
import { WritingPage } from "./writing-page.ts";

const writesBefore = 10;
const completeWithinMs = 60_000;

/**
 * Erases users while a page of each goes on writing, `atOnce` users at a time, and returns the pages once every erasure is complete and
 * every page has stopped.
 */
export async function erasedWhileWriting(workspace: Workspace, userIds: readonly string[], atOnce: number): Promise<WritingPage[]> {
  const { customer } = workspace;
  const erased = async (userId: string) => {
    const page = await WritingPage.open(workspace, userId);
    try {
      await until(() => page.accepted >= writesBefore || page.surprises.length > 0, completeWithinMs);
      const { jobId } = await customer.data("/v2/users/data/delete", { userIds: [userId] });
      await until(async () => (await customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, completeWithinMs);
    } finally {
      await page.stop();
    }
    return page;
  };
  const pages: WritingPage[] = [];
  for (let from = 0; from < userIds.length; from += atOnce) {
    pages.push(...(await Promise.all(userIds.slice(from, from + atOnce).map(erased))));
  }
  return pages;
}
