import { holesInWall, statementsOf } from "@parley/testing";
import { expect, test } from "vitest";
import { startService } from "./service.ts";

test("every statement names the key of the rows that it touches, and none looks across keys", async () => {
  await using service = await startService();
  const own = statementsOf("notifications");

  expect(own.length).toBeGreaterThan(10);
  expect(own.filter(({ acrossKeys }) => acrossKeys !== undefined)).toEqual([]);
  expect(await holesInWall(service.databaseUrl, own)).toEqual([]);
});
