import { expect, test } from "vitest";
import { useWorkspace } from "../support/use-workspace.ts";

const { workspace } = useWorkspace();

test("a new API key is returned with a token if one is requested, and without otherwise", async () => {
  const path = "/v2/workspace/apikey/create";
  const bare = await workspace.owner.data(path, { ownerEmail: "a@example.com" });
  const { apiKey, authToken } = await workspace.owner.data(path, { ownerEmail: "a@example.com", createAuthToken: true });

  expect(Object.keys(bare)).toEqual(["apiKey"]);
  const { authTokens } = await workspace.owner.data("/v2/workspace/authtokens/get", { apiKey });
  expect(authTokens.map(({ token }: { token: string }) => token)).toEqual([authToken]);
  const made = workspace.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authToken });
  expect((await made.post("/v2/workspace/domains/get", {})).status).toBe(200);
});

test.each(["/v2/workspace/authtokens/revoke", "/v2/workspace/tokens/revoke"])(
  "%s reports a missing token and one named twice",
  async (path) => {
    const key = path.includes("authtokens") ? { apiKey: workspace.apiKey } : {};

    const missing = await workspace.owner.post(path, key);
    const twice = await workspace.owner.post(path, { ...key, token: "sk_x", tokenId: "x" });

    expect(missing.body.error.message).toBe("data needs token or tokenId.");
    expect(twice.body.error.message).toBe("tokenId and token exclude each other: send one of the two.");
  },
);

test.each(["revoked", "lowered", "rotated without an overlap"])("a token that is %s loses its rights within 5 seconds", async (how) => {
  const { owner, apiKey } = workspace;
  const { token, tokenId } = await owner.data("/v2/workspace/authtokens/create", { apiKey });
  const caller = workspace.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
  const add = async () => (await caller.post("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] })).status;
  expect(await add()).toBe(200);

  const named = { apiKey, tokenId };
  if (how === "revoked") await owner.data("/v2/workspace/authtokens/revoke", named);
  else if (how === "lowered") await owner.data("/v2/workspace/authtokens/update", { ...named, role: "read" });
  else await owner.data("/v2/workspace/authtokens/rotate", { ...named, overlapSeconds: 0 });

  await expect.poll(add, { timeout: 5_000 }).toBe(how === "lowered" ? 403 : 401);
});

test("a rotated token and its replacement are both valid during the overlap, with the same rights", async () => {
  const { owner, apiKey } = workspace;
  const rights = { name: "job", role: "act", organizationIds: ["acme"], resources: ["users"] };
  const old = await owner.data("/v2/workspace/authtokens/create", { apiKey, ...rights });

  const fresh = await owner.data("/v2/workspace/authtokens/rotate", { apiKey, tokenId: old.tokenId, overlapSeconds: 60 });

  expect(fresh).toMatchObject({ ...rights, expiresAt: null, replacedBy: null });
  for (const { token } of [old, fresh]) {
    const caller = workspace.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
    expect((await caller.post("/v2/users/get", { organizationId: "acme" })).status).toBe(200);
  }
  const { authTokens } = await owner.data("/v2/workspace/authtokens/get", { apiKey });
  expect(authTokens.find((each: { tokenId: string }) => each.tokenId === old.tokenId)).toMatchObject({
    replacedBy: fresh.tokenId,
    expiresAt: fresh.previousExpiresAt,
  });
});
