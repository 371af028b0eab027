import { expect, test } from "vitest";
import { type OidcOptions, signOutUrl } from "./oidc-routes.ts";

const reported: unknown[] = [];

function optionsWith(signsOut: boolean, endUrl: (idToken: string | undefined) => Promise<URL | undefined>): OidcOptions {
  const onSignOutFailed = (error: unknown) => void reported.push(error);
  return { signsOut, provider: { endUrl }, onSignOutFailed } as unknown as OidcOptions;
}

const provider = async (idToken: string | undefined) => new URL(`https://login.acme.example/out?hint=${idToken}`);

test("signing out redirects to the provider only where that is configured and the provider supports it", async () => {
  expect(await signOutUrl(optionsWith(true, provider), "t", "r")).toBe("https://login.acme.example/out?hint=t");
  expect(await signOutUrl(optionsWith(false, provider), "t", "r")).toBeUndefined();
  expect(
    await signOutUrl(
      optionsWith(true, async () => undefined),
      "t",
      "r",
    ),
  ).toBeUndefined();
});

test("a failing provider does not stop a person from signing out here, and is reported", async () => {
  const failure = new Error("The provider does not respond.");

  expect(
    await signOutUrl(
      optionsWith(true, () => Promise.reject(failure)),
      "t",
      "r",
    ),
  ).toBeUndefined();
  expect(reported).toEqual([failure]);
});
