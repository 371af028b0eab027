import { expect, onTestFinished, test, vi } from "vitest";
import { containerOf } from "./docker-engine.ts";

test("tests without a Docker engine say so in one line for the whole run, with the replacement and how to get containers", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => said.mockRestore());
  const start = vi.fn<() => Promise<string>>();

  const postgres = await containerOf("postgres:18", start, () => false);
  const kafka = await containerOf("apache/kafka:4.1.0", start, () => false);

  expect([postgres, kafka]).toEqual([undefined, undefined]);
  expect(start).not.toHaveBeenCalled();
  expect(said.mock.calls).toEqual([
    [expect.stringMatching(/NO TESTCONTAINERS: .*Postgres that npm brings along.*Start Docker, or set DOCKER_HOST/)],
  ]);
});
