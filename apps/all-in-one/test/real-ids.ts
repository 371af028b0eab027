import type { Workspace } from "./customer.ts";

/** Puts the running workspace's key and a token of it where an example shows made-up ones. */
export async function withRealIds(
  request: Record<string, unknown>,
  { apiKey, authToken, owner }: Workspace,
): Promise<Record<string, unknown>> {
  const text = JSON.stringify(request);
  if (!/"(pk|sk)_/.test(text)) return request;
  // Tokens that an example revokes must not be the one that the test itself uses.
  const spare =
    /"sk_/.test(text) && !/"authToken"/.test(text)
      ? (await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "example" })).authToken
      : authToken;
  return JSON.parse(text.replace(/"pk_[^"]*"/g, JSON.stringify(apiKey)).replace(/"sk_[^"]*"/g, JSON.stringify(spare)));
}
