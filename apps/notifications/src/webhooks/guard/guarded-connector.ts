import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { BlockedAddress, type EgressGuard } from "./egress-guard.ts";

/**
 * How a pool opens its connections: the name is resolved by the guard, all of its addresses are checked, and the socket that came of it is
 * * checked once more before the request is written. A connection that is kept alive stays with the address that it was opened to, so a name that
 * leads elsewhere later changes nothing for it.
 */
export function guardedConnector(guard: EgressGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(guard), allowH2: false, keepAlive: true });
  return (options, callback) => {
    try {
      guard.refuseLiteral(new URL(`${options.protocol}//${options.hostname}`));
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (guard.isAllowed(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      callback(new BlockedAddress(options.hostname), null);
    });
  };
}

function guardedLookup(guard: EgressGuard): LookupFunction {
  return (host, options, callback) => {
    guard.addressesOf(host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}
