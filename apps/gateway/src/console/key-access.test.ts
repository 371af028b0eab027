import { type Client, Code, ConnectError } from "@connectrpc/connect";
import { ConsoleRole, type CredentialsService } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import { expect, test } from "vitest";
import { KeyAccess } from "./key-access.ts";

const revoked = new ConnectError("All links made at that time have been revoked.", Code.NotFound);

function start() {
  const state = { nowMs: 1_000, isRevoked: false, isDown: false };
  const workspace = {
    getApiKeyAccess: async ({ portalLink }: { portalLink?: { epoch: number } }) => {
      if (state.isDown) throw new Error("The workspace service does not respond.");
      if (state.isRevoked && portalLink?.epoch === 0) throw new RemoteFailure("CredentialsService", "GetApiKeyAccess", revoked);
      return { advancedQueriesEnabled: true, disabled: false, rights: { role: ConsoleRole.READ } };
    },
  };
  const access = new KeyAccess(workspace as unknown as Client<typeof CredentialsService>, () => state.nowMs);
  return { state, of: (epoch?: number) => access.of("ws_1", "pk_1", epoch === undefined ? undefined : { tokenId: "t_1", epoch }) };
}

test("a revoked link is refused within 5 s even without an invalidation, and other links are not", async () => {
  const { state, of } = start();
  expect(await of(0)).toMatchObject({ advancedQueriesEnabled: true, disabled: false });

  state.isRevoked = true;
  state.nowMs += 5_000;

  expect(await of()).toBeDefined();
  expect(await of(1)).toBeDefined();
  expect(await of(0)).toBeUndefined();
});

test("while the workspace service does not respond, a link is refused 5 s after it was last known to be valid", async () => {
  const { state, of } = start();
  await of(0);

  state.isDown = true;
  state.nowMs += 2_500;
  expect(await of(0)).toBeDefined();
  state.nowMs += 2_500;

  await expect(of(0)).rejects.toThrow("does not respond");
});
