import { once } from "node:events";
import { until } from "@parley/testing";
import { Pool } from "undici";
import { expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

test("a gateway and a service asked to stop under load answer every request that reached them", async () => {
  await using parley = await startParley("separate");
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const headers = { "content-type": "application/json", ...customer.credentials };
  const pool = new Pool(parley.url, { connections: 8, pipelining: 1 });
  const statuses: number[] = [];
  const failures: string[] = [];
  let refused = false;
  const loops = Array.from({ length: 8 }, async () => {
    while (!refused) {
      try {
        const { statusCode, body } = await pool.request({ method: "POST", path: "/v2/organizations/get", headers, body: '{"data":{}}' });
        await body.dump();
        statuses.push(statusCode);
      } catch (error) {
        const { code = String(error) } = error as { code?: string };
        // A connection that could not be opened carried no request.
        if (code === "ECONNREFUSED") refused = true;
        else failures.push(code);
      }
    }
  });

  while (statuses.length < 200) await new Promise(setImmediate);
  const gateway = parley.processOf("gateway");
  const exited = once(gateway, "exit");
  gateway.kill("SIGTERM");
  await Promise.all(loops);
  const [code] = await exited;
  await pool.close();

  expect(failures).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(code).toBe(0);
});

test("a gateway that waits for load balancers before it stops still answers, and lets no connection be reused", async () => {
  await using parley = await startParley("separate", { PARLEY_SHUTDOWN_DELAY_MS: "60000" });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const before = await customer.post("/v2/organizations/get", {});

  parley.processOf("gateway").kill("SIGTERM");
  await until(async () => !(await fetch(`${parley.url}/readyz`)).ok);
  const { status, headers } = await customer.post("/v2/organizations/get", {});
  // The other processes must not wait as long.
  for (const pid of parley.processIds) process.kill(pid, "SIGKILL");

  expect(before.headers.connection).not.toBe("close");
  // A client that observes it has closed an idle connection before the gateway does.
  expect(before.headers["keep-alive"]).toBe("timeout=59");
  expect([status, headers.connection]).toEqual([200, "close"]);
});

test("while a service is down, requests that need it are answered 503 and name no internal host", async () => {
  await using parley = await startParley("separate", { PARLEY_REQUEST_TIMEOUT_MS: "3000" });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const directory = parley.processOf("organization-directory");
  directory.kill("SIGKILL");
  await once(directory, "exit");

  const { status, body, headers } = await customer.post("/v2/organizations/get", {});

  expect(status).toBe(503);
  expect(body.error).toMatchObject({ status: "UNAVAILABLE" });
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|organization_directory/);
  expect(headers["retry-after"]).toBe("1");
});

test("while a service hangs, requests that need it are answered 504, not as an internal error", async () => {
  await using parley = await startParley("separate", { PARLEY_REQUEST_TIMEOUT_MS: "3000" });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const workspace = parley.processOf("workspace");
  workspace.kill("SIGSTOP");

  const { status, body } = await customer.post("/v2/organizations/get", {});
  workspace.kill("SIGCONT");

  expect(status).toBe(504);
  expect(body.error).toMatchObject({ status: "DEADLINE_EXCEEDED" });
});
