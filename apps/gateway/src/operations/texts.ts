/** Texts of fields that mean the same in many operations: `organizationId: id().meta(texts.organizationId)`. Others are at their fields. */
export const texts = {
  actionUser: { description: "The acting user." },
  annotationId: { description: "Id of the thread." },
  annotationIds: { description: "Ids of threads." },
  apiKey: { description: "Public identifier of the API key (`pk_…`)." },
  apiKeyName: { description: "Name of the API key." },
  assignedTo: { description: "The user to whom the thread is assigned." },
  commentAnnotations: { description: "The threads, at most 1,000." },
  commentData: { description: "The comments." },
  commentId: { description: "Id of the comment." },
  commentIds: { description: "Ids of comments." },
  createOrganization: { description: "Creates the organization if it does not exist." },
  createdAt: { description: "When it was created, in milliseconds since the epoch." },
  displayName: { description: "Display name." },
  documentId: { description: "Id of the document." },
  documentIds: { description: "Ids of documents." },
  emailAddress: { description: "E-mail address." },
  expiresAt: { description: "When it expires, in milliseconds since the epoch; null if it does not." },
  folderId: { description: "Id of the folder." },
  groupId: { description: "Id of the group." },
  itemId: { description: "Id of the item." },
  jobId: { description: "Id of the job." },
  lastUpdated: { description: "When it was last changed, in milliseconds since the epoch." },
  location: { description: "The place within the document." },
  locationId: { description: "Id of the location." },
  locationName: { description: "Name of the location." },
  notificationIds: { description: "Ids of notifications." },
  organizationId: { description: "Id of the organization." },
  organizationIds: { description: "Ids of organizations." },
  ownKeys: { description: "Your own keys and values, kept as given." },
  pageSize: { description: "Maximum number of entries in a page." },
  pageToken: { description: "Token of the page, from the previous response; absent for the first page." },
  reactions: { description: "The reactions." },
  statusIds: { description: "Only threads with one of these statuses." },
  success: { description: "Whether it succeeded." },
  threadType: { description: "The kind of thread, in a word of your choice." },
  to: { description: "End of the period (exclusive), in milliseconds since the epoch." },
  tokenId: { description: "Identifies the token when it is revoked; not a secret." },
  userId: { description: "Id of the user." },
  userIds: { description: "Ids of users." },
} as const;

/** What becomes of the events of an endpoint that is switched off. */
export const whileDisabled =
  "Meanwhile nothing is sent: deliveries that wait are held until they are resent, and further events are not stored for it, so they are not delivered later either. The feed of changes (`/v2/changes/get`) has them.";

/** The Markdown of a description: a paragraph, and a list of rules. */
export function described(paragraph: string, ...rules: readonly string[]): string {
  return `${paragraph}\n\n${listOf(rules)}`;
}

export function listOf(rules: readonly string[]): string {
  return rules.map((rule) => `- ${rule}`).join("\n");
}
