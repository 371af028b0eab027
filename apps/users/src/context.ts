import type { Client, ServiceImpl } from "@connectrpc/connect";
import type { ActivityService } from "@parley/contracts/activity";
import type { NotificationsService } from "@parley/contracts/notifications";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import type { CredentialsService } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import type { Erasers } from "@parley/erasure";
import type { Quota } from "@parley/runtime";
import type { AccessDefaults } from "./members/access-defaults.ts";

/** The quotas of an API key. */
export type Quotas = Readonly<Record<"users" | "memberships" | "groups" | "groupMembers" | "removals", Quota>>;

/** The dependencies of handlers. */
export interface Context {
  readonly database: Database;
  readonly erasers: Erasers<"users">;
  readonly directory: Client<typeof OrganizationDirectoryService>;
  readonly activity: Client<typeof ActivityService>;
  readonly notifications: Client<typeof NotificationsService>;
  /** Undefined where none is configured: then no user has a token. */
  readonly tokens: Pick<Client<typeof CredentialsService>, "endUserTokens"> | undefined;
  /** The access types of documents that have none. */
  readonly accessDefaults: Pick<AccessDefaults, "of">;
  readonly limits: Quotas & {
    /** Longest metadata of one user, as JSON text in UTF-8. */
    readonly metadataBytes: number;
    /** Most bytes of user ids in one response about users removed from a group. */
    readonly removedBytes: number;
    /** Most bytes of items in one response about a user's data. */
    readonly userDataBytes: number;
    /** The longest time for which a request goes on that a gateway has admitted. */
    readonly requestMs: number;
  };
}

type Implementation = ServiceImpl<typeof UsersService>;

export type Handler<Method extends keyof Implementation> = Implementation[Method];
