import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { startProcess } from "@parley/testing";
import { expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { createWorkspace } from "../support/customer.ts";

test("the ops port counts requests by operation and status, RPCs, and connections to Postgres", async () => {
  await using parley = await startProcess(modules);
  const { customer } = await createWorkspace(parley.process.addresses.get("gateway") ?? "", parley.environment.PARLEY_ADMIN_TOKEN ?? "");
  await customer.post("/v2/organizations/get", {});
  await customer.post("/v2/organizations/get", { wrong: 1 });
  await customer.post("/v2/made-up-path-1", {});

  const metrics = await fetch(`http://127.0.0.1:${parley.process.opsPort}/metrics`).then((answer) => answer.text());

  expect(metrics).toContain('parley_http_request_duration_seconds_count{operation="/v2/organizations/get",status="200"} 1');
  expect(metrics).toContain('parley_http_request_duration_seconds_count{operation="/v2/organizations/get",status="400"} 1');
  expect(metrics).toContain('parley_http_request_duration_seconds_count{operation="other",status="404"} 1');
  expect(metrics).not.toContain("made-up");
  expect(metrics).toMatch(/parley_rpc_server_duration_seconds_count\{[^}]*method="GetOrganizations",code="ok"[^}]*\} 1/);
  expect(metrics).toMatch(/parley_database_pool_connections\{schema="directory",state="open"\} [1-9]/);
});

test("every counter whose increase an alert takes exists with 0 before anything has happened", async () => {
  await using parley = await startProcess(modules);
  const alerts = await readFile(resolve(import.meta.dirname, "../../../../deploy/helm/parley/observability/alerts.yaml"), "utf8");
  const counters = [...alerts.matchAll(/increase\((\w+)(?:\{(.*?)\})?\[/g)];

  const metrics = await fetch(`http://127.0.0.1:${parley.process.opsPort}/metrics`).then((answer) => answer.text());

  const lines = metrics.split("\n");
  const isBorn = ([, name = "", selector = ""]: RegExpExecArray) =>
    lines.some((line) => line.startsWith(name) && line.includes(selector) && line.endsWith(" 0"));
  expect(counters.map(([, name]) => name)).toContain("parley_work_total");
  expect(counters.filter((counter) => !isBorn(counter)).map(([whole]) => whole)).toEqual([]);
});
