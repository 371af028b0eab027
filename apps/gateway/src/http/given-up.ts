/** What the hosted product has under these paths, and Parley does not. */
const givenUp: readonly (readonly [RegExp, string])[] = [
  [/^agents\//, "agents"],
  [/^memory\//, "memory of agents"],
  [/^workflow\//, "workflows"],
  [/^crdt\//, "shared editing"],
  [/^presence\//, "presence"],
  [/^livestate\//, "live state"],
  [/^users\/(invite|invitations)\//, "invitations"],
  [/^workspace\/(requested\/domains\/get|domains\/request|additional-url-request)$/, "requests of domains"],
  [/^workspace\/email\/send-login-link$/, "login links"],
  [/^workspace\/email\/status$/, "confirmation of e-mail addresses"],
  [/^workspace\/apikey\/copy$/, "copies of API keys"],
  [/^workspace\/authtoken\/ensure$/, "workspace tokens without a credential"],
  [/^auth\/token\/get$/, "tokens of users without places"],
  [/^(workspace\/permissionproviderconfig\/|auth\/generate_signature$)/, "permission provider"],
];

/** The sentence about a path of the hosted product that Parley does not have; undefined for any other path. */
export function givenUpAt(path: string): string | undefined {
  const operation = /^\/v[12]\/(.+)$/.exec(path)?.[1] ?? "";
  const thing = givenUp.find(([paths]) => paths.test(operation))?.[1];
  return thing === undefined
    ? undefined
    : `Parley has no ${thing}: "Moving code" (libs/moving-code.md) lists what Parley does not have, and what to use instead.`;
}
