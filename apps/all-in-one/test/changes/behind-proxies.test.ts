import { ownPostgres, proxyNames, startProxy } from "@parley/testing";
import { expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { Customer, createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";
import { inDocument, userToken, visitor } from "../user-access/visitor.ts";

const welcome = { organizationId: "acme", documentId: "welcome" };
// A proxy that buffers holds back data until it has a full page of memory, which these events never fill.
const soonMs = 5_000;
const limitBytes = 1024 * 1024;

test.for(proxyNames)(
  "behind %s in its shortest configuration, streams return each change at once and continue after their end",
  {
    timeout: 120_000,
  },
  async (name, { skip }) => {
    // Uses a server of its own, because transactions of other tests on a shared one would delay the feed.
    await using server = await ownPostgres();
    await using parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: await server.start(), PARLEY_CHANGES_STREAM_MS: "10000" });
    await using proxy = await startProxy(name, parley.url);
    if (proxy === undefined) return skip(`${name} is not installed`);
    const workspace = await createWorkspace(parley.url, parley.adminToken);
    const customer = new Customer(proxy.url, workspace.customer.credentials);
    const documents = [{ documentId: "welcome" }];
    await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents, createOrganization: true });
    const page = visitor({ customer }, await userToken({ ...workspace, customer }, "alice", [inDocument("welcome", "viewer")]));
    const comment = async (annotationId: string) => {
      const commentAnnotations = [{ annotationId, commentData: [{ commentId: "c", from: { userId: "alice" }, commentText: "Hello." }] }];
      await customer.data("/v2/commentannotations/add", { ...welcome, commentAnnotations });
    };

    using reader = await ChangesReader.open(customer, {});
    using pages = await ChangesReader.open(
      page,
      { ...welcome, documentId: undefined, documentIds: ["welcome"] },
      {},
      { path: "/v2/me/changes/stream" },
    );
    await Promise.all([reader, pages].map((each) => each.named("bookmark", 1, soonMs)));
    for (const [index, id] of ["a", "b", "c"].entries()) {
      await comment(id);
      for (const each of [reader, pages]) expect((await each.named("change", index + 1, soonMs)).at(-1)?.data.annotationId).toBe(id);
    }
    await reader.named("end");

    await comment("d");
    using again = await ChangesReader.open(customer, {}, { "last-event-id": reader.events.findLast(({ id }) => id !== undefined)?.id });
    expect(await again.annotations(1)).toEqual(["d"]);
    const waiting = customer.post("/v2/changes/get", { cursor: again.events.findLast(({ id }) => id !== undefined)?.id, waitMs: 20_000 });
    await comment("e");
    expect((await waiting).body.result.data).toMatchObject([{ annotationId: "e" }]);
  },
);

test.for(proxyNames)(
  "behind %s a body up to the limit reaches Parley, and one of 20 MB is refused with 413 soon",
  {
    timeout: 120_000,
  },
  async (name, { skip }) => {
    await using parley = await startParley("all-in-one");
    await using proxy = await startProxy(name, parley.url);
    if (proxy === undefined) return skip(`${name} is not installed`);
    const { customer } = await createWorkspace(parley.url, parley.adminToken);
    const padded = (bytes: number) => JSON.stringify({ data: {} }).padEnd(bytes);
    const send = (bytes: number) =>
      new Customer(proxy.url).send("/v2/organizations/get", padded(bytes), {
        headers: { "content-type": "application/json", ...customer.credentials },
      });

    expect((await send(limitBytes)).status).toBe(200);
    const beganMs = performance.now();
    const { status } = await send(20 * limitBytes);

    expect(status).toBe(413);
    expect(performance.now() - beganMs).toBeLessThan(10_000);
  },
);
