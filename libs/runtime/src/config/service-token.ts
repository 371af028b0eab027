import { createHash } from "node:crypto";
import { ServiceTokens } from "@parley/rpc";

interface Tokens {
  readonly ownServiceToken: string | undefined;
  readonly serviceTokens: readonly string[];
}

/** The token that a module presents to other services: its process's own, or else one of the list; undefined if there is neither. */
export function presentedToken({ ownServiceToken, serviceTokens }: Tokens, module: string): string | undefined {
  return ownServiceToken ?? new ServiceTokens(serviceTokens).presentedBy(module);
}

/** The reason why other services would refuse a module's calls; undefined if they would not. All services have the same list. */
export function tokenProblem(tokens: Tokens, module: string): string | undefined {
  const token = presentedToken(tokens, module);
  if (token === undefined)
    return `PARLEY_SERVICE_TOKENS has no token that ${module} could present, neither one of its name nor one without a name, and PARLEY_OWN_SERVICE_TOKEN is not set.`;
  if (new ServiceTokens(tokens.serviceTokens).accepts(module, token)) return undefined;
  const digest = createHash("sha256").update(token).digest("hex");
  return `PARLEY_SERVICE_TOKENS does not have PARLEY_OWN_SERVICE_TOKEN of ${module}, so that other services would refuse it. Add ${module}:sha256:${digest} everywhere.`;
}
