import { derivedFrom, gatewayKeyOf, notificationsKeyOf, type SealingKeys } from "@parley/kernel";
import { keysText } from "@parley/runtime";

/** The variables with the keys of other services, derived from the master keys. */
export function derivedKeys(masterKeys: SealingKeys) {
  return {
    PARLEY_GATEWAY_KEYS: keysText(derivedFrom(masterKeys, gatewayKeyOf)),
    PARLEY_NOTIFICATIONS_KEYS: keysText(derivedFrom(masterKeys, notificationsKeyOf)),
  };
}
