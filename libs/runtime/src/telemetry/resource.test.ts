import { hostname } from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { telemetryResource } from "./resource.ts";

test("two processes of a service on one host differ in their instance, and a restarted one does not", () => {
  const instances = [9090, 9091, 9090].map((opsPort) => instanceOf(opsPort));

  expect(instances).toEqual([`${hostname()}:9090`, `${hostname()}:9091`, `${hostname()}:9090`]);
  expect(instanceOf(0)).toBe(`${hostname()}:${process.pid}`);
  expect(telemetryResource({ serviceName: "parley-users", opsPort: 9090 }).attributes).toMatchObject({
    "service.name": "parley-users",
    "service.version": manifest.version,
  });
});

test("the standard variable replaces the instance, as for pods that a collector knows by another name", () => {
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "service.instance.id=pod-7,deployment.environment.name=test");
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(instanceOf(9090)).toBe("pod-7");
});

function instanceOf(opsPort: number): unknown {
  return telemetryResource({ serviceName: "parley-users", opsPort }).attributes["service.instance.id"];
}
