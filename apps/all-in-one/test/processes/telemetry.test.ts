import { once } from "node:events";
import { createServer } from "node:http";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

test("a request is one trace of its own from the gateway over RPC to its SQL, with a link to the caller's trace", async () => {
  const received: Buffer[] = [];
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) received.push(chunk as Buffer);
    response.end();
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as { port: number };
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

  const parley = await startParley("separate", { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: "100" });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  await customer.post("/v2/organizations/get", {}, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  // Buffered data is sent when a process stops.
  await parley.stop();

  const sent = () => Buffer.concat(received).toString("latin1");
  const bytesOf = (hex: string) => Buffer.from(hex, "hex").toString("latin1");
  // A span is written as the id of its trace, its own id, (its parent's), its name, …; a link as the ids of a trace and a span.
  const ownTrace = () => {
    const begin = sent().lastIndexOf("\n\u0010", sent().indexOf("POST /v2/organizations/get"));
    return begin < 0 ? "none" : sent().slice(begin + 2, begin + 18);
  };
  const spansOfTrace = () => sent().split(ownTrace()).slice(1).join("\n");
  await until(() => spansOfTrace().includes("directory.organizations"));
  for (const name of ["POST /v2/organizations/get", "OrganizationDirectoryService/GetOrganizations", "directory.organizations"]) {
    expect(spansOfTrace()).toContain(name);
  }
  expect(ownTrace()).not.toBe(bytesOf(traceId));
  expect(sent().split(bytesOf(traceId))).toHaveLength(2);
  expect(sent()).toContain(`${bytesOf(traceId)}\u0012\u0008${bytesOf("00f067aa0ba902b7")}`);
  // The collector receives the metrics of /metrics under the same names.
  await until(() => sent().includes("parley_http_request_duration_seconds") && sent().includes("parley_outbox_rows"));
  for (const service of ["parley-gateway", "parley-organization-directory"])
    expect(Buffer.concat(received).toString("latin1")).toContain(service);
  expect(sent()).toContain("service.instance.id");
  expect(sent()).toContain("service.version");
  collector.closeAllConnections();
  await new Promise((closed) => collector.close(closed));
});
