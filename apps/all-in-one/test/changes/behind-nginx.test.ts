import { ownPostgres, startNginx } from "@parley/testing";
import { expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { Customer, createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

const welcome = { organizationId: "acme", documentId: "welcome" };
// nginx holds back buffered data until it has a full page of memory, which these events never fill.
const soonMs = 5_000;

test("behind nginx in its package's configuration, a stream returns each change at once, and continues behind the last one after it was ended", {
  timeout: 120_000,
}, async ({ skip }) => {
  // Uses a server of its own, because transactions of other tests on a shared one would delay the feed.
  await using server = await ownPostgres();
  await using parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: await server.start(), PARLEY_CHANGES_STREAM_MS: "10000" });
  await using nginx = await startNginx(parley.url);
  if (nginx === undefined) return skip("nginx is not installed");
  const { customer: direct } = await createWorkspace(parley.url, parley.adminToken);
  const customer = new Customer(nginx.url, direct.credentials);
  const documents = [{ documentId: "welcome" }];
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents, createOrganization: true });
  const comment = async (annotationId: string) => {
    const commentAnnotations = [{ annotationId, commentData: [{ commentId: "c", from: { userId: "alice" }, commentText: "Hello." }] }];
    await customer.data("/v2/commentannotations/add", { ...welcome, commentAnnotations });
  };

  using reader = await ChangesReader.open(customer, {});
  await reader.named("bookmark", 1, soonMs);
  for (const [index, id] of ["a", "b", "c"].entries()) {
    await comment(id);
    expect((await reader.named("change", index + 1, soonMs)).at(-1)?.data.annotationId).toBe(id);
  }
  await reader.named("end");
  expect(reader.headers["x-accel-buffering"]).toBeUndefined();

  await comment("d");
  using again = await ChangesReader.open(customer, {}, { "last-event-id": reader.events.findLast(({ id }) => id !== undefined)?.id });
  expect(await again.annotations(1)).toEqual(["d"]);
  const waiting = customer.post("/v2/changes/get", { cursor: again.events.findLast(({ id }) => id !== undefined)?.id, waitMs: 20_000 });
  await comment("e");
  expect((await waiting).body.result.data).toMatchObject([{ annotationId: "e" }]);
});
