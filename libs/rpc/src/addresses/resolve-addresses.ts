import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

/** All addresses of a host name. Fails as `node:dns` does. */
export type ResolveAddresses = (host: string) => Promise<readonly string[]>;

/**
 * Resolves as every other program on the machine does, so that the names of containers, of Services with their search domains and of
 * `/etc/hosts` are found. A headless Service, or a compose service with `--scale`, has an address for each replica.
 */
export const systemAddresses: ResolveAddresses = async (host) => {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
};
