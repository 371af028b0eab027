import { type OwnPostgres, ownPostgres, until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangesReader } from "./changes-reader.ts";
import { createWorkspace } from "./customer.ts";
import { startParley } from "./parley.ts";

let server: OwnPostgres;
let databaseUrl: string;

beforeAll(async () => {
  // On a server of its own: on one that others use their transactions hold the feed back.
  server = await ownPostgres();
  databaseUrl = await server.start();
}, 120_000);

afterAll(() => server?.[Symbol.asyncDispose]());

describe("the end of a stream", () => {
  test("comes after its time, and the next one goes on", async () => {
    await using parley = await startParley("all-in-one", { PARLEY_CHANGES_STREAM_MS: "500", PARLEY_DATABASE_URL: databaseUrl });
    const { customer } = await createWorkspace(parley.url, parley.adminToken);
    using reader = await ChangesReader.open(customer, {});
    await reader.named("end");
    await until(() => reader.ended === "whole");
    const last = reader.events.findLast(({ id }) => id !== undefined);
    using next = await ChangesReader.open(customer, {}, { "last-event-id": last?.id });

    expect(reader.events.at(-1)?.event).toBe("end");
    expect((await next.named("bookmark"))[0]?.id).toBe(last?.id);
  }, 60_000);

  test.each(["gateway", "activity"])(
    "comes when the %s stops, which waits for no reader",
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

  test("is a failure that passes when the activity service is killed", async () => {
    await using parley = await startParley("separate", { PARLEY_DATABASE_URL: databaseUrl });
    const { customer } = await createWorkspace(parley.url, parley.adminToken);
    using reader = await ChangesReader.open(customer, {});
    await reader.named("bookmark");
    parley.processOf("activity").kill("SIGKILL");

    expect((await reader.named("error"))[0]?.data).toMatchObject({ status: "UNAVAILABLE" });
    await until(() => reader.ended === "whole");
  }, 60_000);
});
