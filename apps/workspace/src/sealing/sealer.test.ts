import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { Sealer, type WrappedDataKey } from "./sealer.ts";
import { dataKeyVersionOf, MasterKeys, newDataKey, SealingError } from "./sealing.ts";

const place = { field: "auth_token", keyId: "pk_test_1" };

function harness(maxKept = 10) {
  const masterKeys = new MasterKeys([{ id: "k1", key: randomBytes(32) }]);
  const keys = new Map<string, WrappedDataKey[]>();
  const state = { asked: 0 };
  const source = {
    newest: async (workspaceId: string) => keys.get(workspaceId)?.at(-1),
    ofVersion: async (workspaceId: string, version: number) => {
      state.asked++;
      return keys.get(workspaceId)?.find((key) => key.version === version);
    },
  };
  const rotate = (workspaceId: string) => {
    const known = keys.get(workspaceId) ?? [];
    const dataKey = newDataKey(workspaceId, known.length + 1);
    keys.set(workspaceId, [...known, { version: dataKey.version, wrapped: masterKeys.wrap(dataKey) }]);
  };
  return { sealer: new Sealer(masterKeys, source, maxKept), rotate, state };
}

test("after a rotation new secrets are sealed under the new data key and old ones still open", async () => {
  const { sealer, rotate } = harness();
  rotate("ws_1");
  const before = await sealer.seal("ws_1", place, "first");

  rotate("ws_1");
  const after = await sealer.seal("ws_1", place, "second");

  expect([dataKeyVersionOf(before), dataKeyVersionOf(after)]).toEqual([1, 2]);
  expect(await sealer.open("ws_1", place, before)).toBe("first");
  expect(await sealer.open("ws_1", place, after)).toBe("second");
});

test("a data key is fetched once while it is in use, and no more are kept than allowed", async () => {
  const { sealer, rotate, state } = harness(2);
  const sealed = new Map<string, string>();
  for (const workspaceId of ["ws_1", "ws_2", "ws_3"]) {
    rotate(workspaceId);
    sealed.set(workspaceId, await sealer.seal(workspaceId, place, workspaceId));
  }
  const open = (workspaceId: string) => sealer.open(workspaceId, place, sealed.get(workspaceId) ?? "");

  for (const workspaceId of ["ws_1", "ws_2", "ws_1", "ws_2", "ws_1"]) await open(workspaceId);
  expect(state.asked).toBe(2);

  await open("ws_3");
  await open("ws_1");
  expect(state.asked).toBe(3);
  await open("ws_2");
  expect(state.asked).toBe(4);
});

test("a workspace without a data key seals and opens nothing", async () => {
  const { sealer } = harness();

  await expect(sealer.seal("ws_1", place, "secret")).rejects.toThrow(SealingError);
  await expect(sealer.open("ws_1", place, "s1.1.AAAA")).rejects.toThrow("no data key of version 1");
});
