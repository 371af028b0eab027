import type { Client } from "@connectrpc/connect";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { accessChangedTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { DocumentAccess } from "@parley/document-access";
import { invalid } from "@parley/kernel";
import { listener } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { KeysFor } from "./gateway-keys.ts";
import type { Grant } from "./grants.ts";
import { UserCredentials } from "./user-credentials.ts";
import { UserDoors } from "./user-doors.ts";
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
export function useDoor(host: Host, workspace: Client<typeof WorkspaceService>, keysFor: KeysFor) {
  const tokens = new UserTokens(keysFor("parley user tokens"));
  const doors = new UserDoors(workspace);
  const places = new DocumentAccess(host.client(OrganizationDirectoryService), { withFolders: true, maxAgeMs: placesMaxAgeMs });
  return {
    credentials: new UserCredentials({ tokens, doors }),
    users: host.client(UsersService),
    places,
    invalidate: (apiKeyId: string) => doors.invalidate(apiKeyId),
    onAccessChange: listener(accessChangedTopic, ({ message }) => places.invalidate(message.apiKeyId)),
    async issue({ expiresInMs, ...user }: TokenRequest) {
      const { nowMs } = await workspace.getTokenTime({});
      const { token, expiresAtMs } = tokens.issue({ ...user, issuedAtMs: Number(nowMs) }, expiresInMs);
      if (token.length > longestToken)
        throw invalid("permissions.resources", `permissions.resources would make a token of more than ${longestToken} characters.`);
      return { token, expiresAt: expiresAtMs };
    },
  };
}
