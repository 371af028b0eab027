import { statementsOf, unscopedAccess } from "@parley/testing";
import { expect, inject, test } from "vitest";
import { startService } from "./service.ts";

// Plans name the tables only while their rows are on one server.
test.skipIf(inject("citusWorkers").length > 0)(
  "every statement names the key of its rows; only the delivery of webhooks and mails works across keys",
  async () => {
    await using service = await startService();
    const own = statementsOf("notifications");

    expect(own.length).toBeGreaterThan(10);
    const across = own.filter(({ crossTenant }) => crossTenant !== undefined).map(({ name }) => name);
    expect(across.filter((name) => !/^notifications\.(webhook|email|delivery)_/.test(name))).toEqual([]);
    expect(await unscopedAccess(service.databaseUrl, own)).toEqual([]);
  },
);
