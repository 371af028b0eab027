import { once } from "node:events";
import { createServer } from "node:http";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "./customer.ts";
import { startParley } from "./parley.ts";

test("a request is one trace from the gateway over RPC to its SQL, continuing the caller's", async () => {
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
  // What is still buffered is sent when a process stops.
  await parley.stop();

  const spansOfTrace = () =>
    Buffer.concat(received).toString("latin1").split(Buffer.from(traceId, "hex").toString("latin1")).slice(1).join("\n");
  await until(() => spansOfTrace().includes("directory.organizations"));
  for (const name of ["POST /v2/organizations/get", "OrganizationDirectoryService/GetOrganizations", "directory.organizations"]) {
    expect(spansOfTrace()).toContain(name);
  }
  for (const service of ["parley-gateway", "parley-organization-directory"])
    expect(Buffer.concat(received).toString("latin1")).toContain(service);
  collector.closeAllConnections();
  await new Promise((closed) => collector.close(closed));
});
