import { createInterface } from "node:readline";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

test("a request has one line in the log, with its principal and without the token", async () => {
  await using parley = await startParley("separate");
  const lines: string[] = [];
  const gateway = parley.processOf("gateway");
  if (gateway.stdout !== null) createInterface({ input: gateway.stdout }).on("line", (line) => lines.push(line));
  const { customer, apiKey, authToken } = await createWorkspace(parley.url, parley.adminToken);
  const path = "/v2/organizations/get";

  const { headers } = await customer.post(`${path}?token=${authToken}`, {});
  await customer.as({}).post(path, {});

  const requests = () => lines.map((line) => JSON.parse(line)).filter((line) => line.path === path);
  await until(async () => requests().length >= 2);
  expect(requests()).toEqual([
    expect.objectContaining({ level: "info", msg: "request", requestId: headers["x-request-id"], apiKeyId: apiKey, status: 200 }),
    expect.objectContaining({ level: "info", msg: "request", status: 401 }),
  ]);
  expect(requests()[1]).not.toHaveProperty("apiKeyId");
  expect(lines.join("\n")).not.toContain(authToken);
});
