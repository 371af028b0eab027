import { expect, test } from "vitest";
import { tokenTimeMs } from "./token-time.ts";

const named = { apiKeyId: "pk_1", grants: [{ type: "document", organizationId: "acme", id: "plan", role: "viewer" }] } as const;

/** Two databases whose clocks differ by `aheadMs`. */
function clocks(aheadMs: number) {
  const asked: string[] = [];
  return {
    asked,
    workspace: {
      getTokenTime: async () => {
        asked.push("workspace");
        return { nowMs: BigInt(Date.now()) } as never;
      },
    },
    directory: {
      checkAccess: async () => {
        asked.push("directory");
        return { nowMs: BigInt(Date.now() + aheadMs) } as never;
      },
    },
  };
}

test("a token is no older than a place that existed before, although the clock that dates places is ahead", async () => {
  const { workspace, directory } = clocks(80);
  const createdAtMs = Date.now() + 80;

  expect(await tokenTimeMs(workspace, directory, named)).toBeGreaterThanOrEqual(createdAtMs);
});

test("a clock that is behind, or the same, makes no token wait", async () => {
  for (const aheadMs of [0, -5_000]) {
    const { workspace, directory, asked } = clocks(aheadMs);
    await tokenTimeMs(workspace, directory, named);
    expect(asked).toEqual(["directory", "workspace"]);
  }
});
