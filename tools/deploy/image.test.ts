import { readConfigs } from "@parley/runtime";
import { expect, test } from "vitest";
import { readAllInOneConfig } from "../../apps/all-in-one/src/settings.ts";
import { imageConfig } from "../release/images/image-config.ts";
import { workspaceRoot } from "../workspace-root.ts";

const { Env } = imageConfig(workspaceRoot, "all-in-one", {});
const allInOne: Readonly<Record<string, string>> = Object.fromEntries(Env.map((pair) => pair.split("=")));

test("a container of the all-in-one image prints no secret, and creates no demo unless it is told to", () => {
  expect(readAllInOneConfig(allInOne)).toMatchObject({ dataDir: "/data", demo: false, printsSecrets: false });
  expect(readAllInOneConfig({ ...allInOne, PARLEY_DEMO: "true" })).toMatchObject({ demo: true, printsSecrets: false });
});

test("the ops port of the all-in-one image is reachable only within its container", () => {
  const { process } = readConfigs([], { ...allInOne, PARLEY_SERVICE_TOKENS: "a-service-token-of-enough-characters" });

  expect(process).toMatchObject({ host: "0.0.0.0", opsHost: "127.0.0.1" });
});
