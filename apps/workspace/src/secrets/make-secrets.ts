import { hash, randomBytes } from "node:crypto";
import { declaredCallers } from "@parley/contracts/callers";
import { derivedFrom, gatewayKeyOf, notificationsKeyOf, randomText, type SealingKeys } from "@parley/kernel";
import { keysText } from "@parley/runtime";

interface Kept {
  readonly masterKeys: SealingKeys | undefined;
  readonly adminToken: string | undefined;
  readonly serviceTokens: readonly string[];
}

const callers = [...new Set(Object.values(declaredCallers).flat())].sort();

/**
 * The variables with all secrets of an installation: a token for each service, which the others know only by its digest, and the keys that
 * each service needs. Given secrets are kept; tokens that were accepted before stay accepted.
 */
export function makeSecrets({ masterKeys, adminToken, serviceTokens }: Kept): Record<string, string> {
  const keys = masterKeys ?? [{ id: "k1", key: randomBytes(32) }];
  const tokens = callers.map((caller) => ({ caller, token: randomText(43) }));
  const accepted = tokens.map(({ caller, token }) => `${caller}:sha256:${hash("sha256", token)}`);
  return {
    PARLEY_ADMIN_TOKEN: adminToken ?? `admin_${randomText(43)}`,
    PARLEY_MASTER_KEYS: keysText(keys),
    ...derivedKeys(keys),
    PARLEY_SERVICE_TOKENS: [...serviceTokens, ...accepted].join(","),
    ...Object.fromEntries(tokens.map(({ caller, token }) => [`PARLEY_${caller.toUpperCase().replaceAll("-", "_")}_SERVICE_TOKEN`, token])),
  };
}

/** The variables with the keys of other services, derived from the master keys. */
export function derivedKeys(masterKeys: SealingKeys) {
  return {
    PARLEY_GATEWAY_KEYS: keysText(derivedFrom(masterKeys, gatewayKeyOf)),
    PARLEY_NOTIFICATIONS_KEYS: keysText(derivedFrom(masterKeys, notificationsKeyOf)),
  };
}
