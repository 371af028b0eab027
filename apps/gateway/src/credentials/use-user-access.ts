import type { Client } from "@connectrpc/connect";
import { InboxService } from "@parley/contracts/notifications";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { accessChangedTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import type { CredentialsService } from "@parley/contracts/workspace";
import { DocumentAccess } from "@parley/document-access";
import { DocumentEntry } from "@parley/document-access/document-entry";
import { invalid } from "@parley/kernel";
import { listener } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { KeysFor } from "./gateway-keys.ts";
import type { Grant } from "./grants.ts";
import { tokenTimeMs } from "./token-time.ts";
import { UserAccessCache } from "./user-access.ts";
import { UserCredentials } from "./user-credentials.ts";
import { longestToken, UserTokens } from "./user-token.ts";

// The age of a cached place plus the interval between two checks of a stream stays below 5 s.
const placesMaxAgeMs = 3_500;

interface TokenRequest {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly grants: readonly Grant[];
  readonly expiresInMs: number;
}

/** Gives users in browsers access to the gateway: makes and reads their tokens, and knows which places are open. */
export function useUserAccess(host: Host, client: Client<typeof CredentialsService>, keysFor: KeysFor) {
  const tokens = new UserTokens(keysFor("parley user tokens"));
  const access = new UserAccessCache(client);
  const directory = host.client(OrganizationDirectoryService);
  const places = new DocumentAccess(directory, { withPaths: true, maxAgeMs: placesMaxAgeMs });
  const users = host.client(UsersService);
  const entry = new DocumentEntry(users);
  return {
    credentials: new UserCredentials({ tokens, access }),
    users,
    inbox: host.client(InboxService),
    places: {
      placesOf: places.placesOf.bind(places),
      currentPlacesOf: places.currentPlacesOf.bind(places),
      enterable: entry.enterable.bind(entry),
    },
    invalidate: (apiKeyId: string) => access.invalidate(apiKeyId),
    onAccessChange: listener(accessChangedTopic, ({ message: { apiKeyId } }) => {
      places.invalidate(apiKeyId);
      entry.invalidate(apiKeyId);
    }),
    async issue({ expiresInMs, ...user }: TokenRequest) {
      const issuedAtMs = await tokenTimeMs(client, directory, user);
      const { token, expiresAtMs } = tokens.issue({ ...user, issuedAtMs }, expiresInMs);
      if (token.length > longestToken)
        throw invalid("permissions.resources", `permissions.resources would make a token of more than ${longestToken} characters.`);
      return { token, expiresAt: expiresAtMs };
    },
  };
}
