import type { Client, ServiceImpl } from "@connectrpc/connect";
import type { InboxService, NotificationsService } from "@parley/contracts/notifications";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import type { Database } from "@parley/database";
import type { NewWork } from "@parley/messaging";
import type { Access } from "./access/access.ts";

/** What a handler may touch. */
export interface Context {
  readonly database: Database;
  readonly directory: Client<typeof OrganizationDirectoryService>;
  readonly users: Client<typeof UsersService>;
  readonly access: Access;
  /** The work by which a notification is told by mail; undefined when the API key sends none. */
  readonly fanOutOf: (apiKeyId: string) => Promise<((ref: number) => NewWork) | undefined>;
  /** Told when what is left of a deleted notification could not be removed now. */
  readonly onSweepFailure: (error: unknown) => void;
}

type Implementation = ServiceImpl<typeof NotificationsService>;
type InboxImplementation = ServiceImpl<typeof InboxService>;

export type Handler<Method extends keyof Implementation> = Implementation[Method];
export type InboxHandler<Method extends keyof InboxImplementation> = InboxImplementation[Method];
