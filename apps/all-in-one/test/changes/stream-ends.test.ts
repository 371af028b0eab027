import { type OwnPostgres, ownPostgres, until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

let server: OwnPostgres;
let databaseUrl: string;

beforeAll(async () => {
  // Uses a server of its own, because transactions of other tests on a shared one would delay the feed.
  server = await ownPostgres();
  databaseUrl = await server.start();
}, 120_000);

afterAll(() => server?.[Symbol.asyncDispose]());

describe("the end of a stream", () => {
  test.each(["gateway", "activity"])(
    "comes when the %s stops, which does not wait for readers",
    async (app) => {
      await using parley = await startParley("separate", { PARLEY_DATABASE_URL: databaseUrl, PARLEY_SHUTDOWN_GRACE_MS: "60000" });
      const { customer } = await createWorkspace(parley.url, parley.adminToken);
      using reader = await ChangesReader.open(customer, {});
      await reader.named("bookmark");
      const stopping = parley.processOf(app);
      const beganMs = performance.now();
      stopping.kill("SIGTERM");

      await reader.named("end");
      await until(() => reader.ended === "whole");
      await until(() => stopping.exitCode !== null);

      expect(stopping.exitCode).toBe(0);
      expect(performance.now() - beganMs).toBeLessThan(50_000);
    },
    180_000,
  );

  test("is a temporary failure when the activity service is killed", async () => {
    await using parley = await startParley("separate", { PARLEY_DATABASE_URL: databaseUrl });
    const { customer } = await createWorkspace(parley.url, parley.adminToken);
    using reader = await ChangesReader.open(customer, {});
    await reader.named("bookmark");
    parley.processOf("activity").kill("SIGKILL");

    expect((await reader.named("error"))[0]?.data).toMatchObject({ status: "UNAVAILABLE" });
    await until(() => reader.ended === "whole");
  }, 60_000);
});

test("between separate processes a stream returns changes as they occur, continues behind an id, and ends with its token", async () => {
  await using parley = await startParley("separate", { PARLEY_DATABASE_URL: databaseUrl });
  const { customer, owner, apiKey } = await createWorkspace(parley.url, parley.adminToken);
  const { token } = await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "revoked" });
  const documents = [{ documentId: "welcome" }];
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents, createOrganization: true });
  using reader = await ChangesReader.open(customer.as({ ...customer.credentials, "x-svc-auth-token": token }), {});
  await reader.named("bookmark");
  for (const annotationId of ["a", "b"]) {
    const commentAnnotations = [{ annotationId, commentData: [{ commentId: "c", from: { userId: "alice" }, commentText: "Hello." }] }];
    await customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "welcome", commentAnnotations });
  }

  expect(await reader.annotations(2)).toEqual(["a", "b"]);
  using again = await ChangesReader.open(customer, {}, { "last-event-id": reader.events.find(({ event }) => event === "change")?.id });
  expect(await again.annotations(1)).toEqual(["b"]);
  await owner.data("/v2/workspace/authtokens/revoke", { apiKey, token });
  expect((await reader.named("error", 1, 5_000))[0]?.data).toMatchObject({ status: "UNAUTHENTICATED" });
}, 120_000);
