interface OwnKeys {
  /** The interface in which a customer declares the keys; undefined when keys are of any kind. */
  readonly name: string | undefined;
  /** Whether the struct is sent: an undeclared key does not compile there, because it may be misspelt. */
  readonly isSent: boolean;
}

const nouns: Readonly<Record<string, string>> = {
  OrganizationKeys: "an organization",
  FolderKeys: "a folder",
  DocumentKeys: "a document",
  LocationKeys: "a location",
  UserKeys: "a user",
  AttachmentKeys: "an attachment",
};

const owners: Readonly<Record<string, OwnKeys>> = {
  OrganizationInput: { name: "OrganizationKeys", isSent: true },
  OrganizationsListItem: { name: "OrganizationKeys", isSent: false },
  FolderInput: { name: "FolderKeys", isSent: true },
  Folder: { name: "FolderKeys", isSent: false },
  DocumentInput: { name: "DocumentKeys", isSent: true },
  DocumentsListItem: { name: "DocumentKeys", isSent: false },
  LocationInput: { name: "LocationKeys", isSent: true },
  LocationRefInput: { name: "LocationKeys", isSent: true },
  LocationsDeleteDataRequestLocation: { name: "LocationKeys", isSent: true },
  LocationsListItem: { name: "LocationKeys", isSent: false },
  LocationRef: { name: "LocationKeys", isSent: false },
  UserInput: { name: "UserKeys", isSent: true },
  NamedUserInput: { name: "UserKeys", isSent: true },
  UserProperties: { name: "UserKeys", isSent: true },
  User: { name: "UserKeys", isSent: false },
  NamedUser: { name: "UserKeys", isSent: false },
  WebhookContact: { name: "UserKeys", isSent: false },
  AttachmentInput: { name: "AttachmentKeys", isSent: true },
  PlacedMetadata: { name: undefined, isSent: false },
  NotificationsListItemMetadata: { name: undefined, isSent: false },
  NotificationLevels: { name: undefined, isSent: false },
  NotificationConfigChange: { name: undefined, isSent: false },
};

/** How a struct has keys of the customer's own. A struct that is missing stops the generator: whether it is sent is decided by hand. */
export function ownKeysOf(struct: string): OwnKeys {
  const own = owners[struct];
  if (own === undefined) throw new Error(`${struct} has keys of the customer's own: add to own-keys.ts whether it is sent.`);
  return own;
}

/** The interfaces that a customer merges declarations into. */
export const ownKeysInterfaces = Object.entries(nouns)
  .map(
    ([name, noun]) => `/**
 * Your own keys of ${noun}. There are none until you declare them, so that a misspelt known key does not compile:
 * \`declare module "@parley/sdk" { interface ${name} { plan?: string } }\`. Or spread them once: \`...{ plan: "gold" }\`.
 */
export interface ${name} {}
`,
  )
  .join("\n");
