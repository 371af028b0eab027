import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { repository } from "./guides/fences.ts";
import { findPython } from "./sdk-clients/language.ts";

const sources = join(repository, "libs/sdk-python/src");

test("the client for Python and code generated from the protos live in one environment", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-sdk-python-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // As protoc lays its modules: folders without an `__init__.py`, below the package of the protos.
  mkdirSync(join(folder, "parley/activity/v1"), { recursive: true });
  writeFileSync(join(folder, "parley/activity/v1/collaboration_pb2.py"), 'made_of = "the proto"\n');
  const program =
    "import parley_sdk; from parley.activity.v1 import collaboration_pb2; print(parley_sdk.Parley, collaboration_pb2.made_of)";

  const printed = execFileSync(findPython(), ["-c", program], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, PYTHONPATH: [sources, folder].join(delimiter), PYTHONDONTWRITEBYTECODE: "1" },
  });

  expect(printed).toBe("<class 'parley_sdk.client.Parley'> the proto\n");
});
