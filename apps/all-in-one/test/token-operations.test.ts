import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

test("an API key is answered with the token that was asked for with it, and with none otherwise", async () => {
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
  "%s says whether the token is missing or named twice",
  async (path) => {
    const key = path.includes("authtokens") ? { apiKey: workspace.apiKey } : {};

    const missing = await workspace.owner.post(path, key);
    const twice = await workspace.owner.post(path, { ...key, token: "sk_x", tokenId: "x" });

    expect(missing.body.error.message).toBe("data needs token or tokenId.");
    expect(twice.body.error.message).toBe("tokenId and token exclude each other: send one of the two.");
  },
);
