import { type ConfigOf, flag, optionalText, publicUrl, setting, text } from "@parley/runtime";
import * as z from "zod";
import { type Grant, parseGrants } from "./grants.ts";

const thisMachine = ["localhost", "127.0.0.1", "[::1]"];

/** The settings for signing in to the console with an identity provider. */
export const oidcSettings = {
  publicUrl: publicUrl(),
  oidcIssuer: setting("PARLEY_OIDC_ISSUER", {
    description:
      "Issuer of the OpenID provider with which people sign in to the console, as in its discovery document; unset: only with tokens of workspaces.",
    schema: z
      .string()
      .refine(isIssuer, "must be an https URL, or an http one of this machine, without a query")
      .transform((line) => new URL(line))
      .optional(),
    problem: ({ oidcIssuer, oidcClientId, publicUrl: url }) => {
      if (oidcIssuer === undefined || (oidcClientId !== undefined && url !== undefined)) return undefined;
      return `PARLEY_OIDC_ISSUER needs ${oidcClientId === undefined ? "PARLEY_OIDC_CLIENT_ID" : "PARLEY_PUBLIC_URL"} beside it.`;
    },
  }),
  oidcClientId: optionalText("PARLEY_OIDC_CLIENT_ID", {
    description: "Client id of the console at the OpenID provider; its redirect URI is PARLEY_PUBLIC_URL with /console/oidc/callback.",
  }),
  oidcClientSecret: optionalText("PARLEY_OIDC_CLIENT_SECRET", {
    description: "Client secret of the console at the OpenID provider; unset for a public client.",
    secret: true,
  }),
  oidcScopes: text("PARLEY_OIDC_SCOPES", {
    description: "Scopes to request from the OpenID provider, separated by spaces.",
    default: "openid profile email",
  }),
  oidcClaim: text("PARLEY_OIDC_CLAIM", {
    description:
      "Claim of the ID token that decides what a person may do: a string or a list of strings. `email` counts only with `email_verified`.",
    default: "groups",
  }),
  oidcGrants: setting<readonly Grant[]>("PARLEY_OIDC_GRANTS", {
    description:
      "Comma-separated `value=workspace:role`: a person with the value in the claim may read, act or administrate in the workspace. Others may not sign in.",
    schema: grantsSchema(),
    defaultText: "",
  }),
  oidcSignOut: flag("PARLEY_OIDC_SIGN_OUT", {
    description:
      "Whether people who sign out of the console are redirected to sign out at the OpenID provider too, if it offers that; PARLEY_PUBLIC_URL with /console/sign-in must be allowed there first.",
    default: false,
  }),
  oidcName: text("PARLEY_OIDC_NAME", {
    description: "The OpenID provider's name on the console's button.",
    default: "your organization",
  }),
};

export type OidcConfig = ConfigOf<typeof oidcSettings>;

function isIssuer(line: string): boolean {
  const url = URL.parse(line);
  if (url === null || url.search !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && thisMachine.includes(url.hostname));
}

function grantsSchema(): z.ZodType<readonly Grant[], string | undefined> {
  return z
    .string()
    .default("")
    .transform((line, context) => {
      try {
        return parseGrants(line);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        context.addIssue(error.message);
        return z.NEVER;
      }
    });
}
