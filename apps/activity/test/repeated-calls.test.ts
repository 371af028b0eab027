import { openConnection, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alice, welcome } from "./activity.ts";
import { startTelling, type Telling } from "./telling.ts";

// A service that was suspended executes the requests in its buffer when it resumes. By then the gateway, or the customer with the same
// idempotency key, has sent the request again to another process.
let telling: Telling;

beforeAll(async () => {
  telling = await startTelling();
});

afterAll(() => telling?.[Symbol.asyncDispose]());

const attemptAt = (key: string, number: number) => ({
  headers: { "x-parley-repeat-key": key, "x-parley-attempt": `${number} ${Date.now()}`, ...(number > 0 && { "x-parley-repetition": "1" }) },
});

const update = (annotationId: string, text: string, options = {}) =>
  telling.activity.administration.updateComments({ ...welcome, annotationId, commentIds: ["c1"], change: { text } }, options);

async function textOf(annotationId: string): Promise<string | undefined> {
  return (await telling.activity.annotation(annotationId))?.comments.find(({ commentId }) => commentId === "c1")?.text;
}

test("an abandoned attempt of an update does not run again after other updates", async () => {
  const annotationId = await telling.thread();
  await update(annotationId, "One.", attemptAt("one", 4));
  await update(annotationId, "Two.", attemptAt("two", 0));

  const late = await update(annotationId, "One.", attemptAt("one", 0)).catch(({ message }: Error) => message);

  expect(late).toContain("This attempt is too old");
  expect(await textOf(annotationId)).toBe("Two.");
  expect((await telling.told()).map(({ target }) => target?.commentText)).toEqual(["One.", "Two."]);
});

test("a newer attempt waits for an older one that is running, and finds its result", async () => {
  const annotationId = await telling.thread();
  const lock = await openConnection(telling.activity.databaseUrl);
  await lock.query("begin; lock table activity.comments in share mode");
  const waiting = (type: string) =>
    until(async () => (await telling.sql(`select from pg_locks where not granted and locktype = '${type}'`)).length === 1);
  const older = update(annotationId, "One.", attemptAt("held", 0));
  await waiting("relation");
  const newer = update(annotationId, "One.", attemptAt("held", 4));
  await waiting("advisory");

  await lock.query("commit");

  for (const { results } of await Promise.all([older, newer])) expect(results).toMatchObject([{ success: true }]);
  expect(await telling.told()).toHaveLength(1);
  await lock.end();
});

test("an abandoned attempt does not add a comment by a single statement without webhooks either", async () => {
  const annotationId = await telling.thread();
  telling.activity.surroundings.webhooks.delete(welcome.apiKeyId);
  const comments = [{ author: alice, comment: { commentId: "late", text: "Late." } }];
  const add = (number: number) =>
    telling.activity.administration.addComments({ ...welcome, annotationId, comments }, attemptAt("add", number));
  await add(1);
  await telling.activity.administration.deleteComments({ ...welcome, annotationId, commentIds: ["late"] });

  await expect(add(0)).rejects.toThrow("This attempt is too old");

  const found = await telling.activity.annotation(annotationId);
  expect(found?.comments.map(({ commentId }) => commentId)).toEqual(["c1", "c2"]);
});
