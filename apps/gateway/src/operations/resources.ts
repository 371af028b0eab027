interface Resource {
  /** The heading of its operations. */
  readonly title: string;
  readonly text: string;
}

/** The subjects of the operations, in the order of the reference; keyed by the first word of an operation's `sdk` name. */
export const resources = {
  organizations: {
    title: "Organizations",
    text: "The customers of your application. All content lies in one of them; disabling one closes it to its users.",
  },
  folders: { title: "Folders", text: "A tree that orders the documents of an organization." },
  documents: { title: "Documents", text: "What your users comment on: a page, a file, a dashboard." },
  locations: { title: "Locations", text: "Places within a document that threads, recordings and notifications point at." },
  users: { title: "Users", text: "The people of an organization, document or folder: adding, finding, exporting and erasing them." },
  userTokens: {
    title: "User tokens",
    text: "What lets the browsers of users call `/v2/me/…` themselves, in their own name and in the places that a token names.",
  },
  me: {
    title: "Users in their browsers",
    text: "What a user's page calls with `authorization: Bearer <token>`, from a page of the allowed domains: it acts as the user of the token, and as nobody else.",
  },
  removals: { title: "Removals", text: "The jobs behind deletions: how far each is, and pausing it." },
  groups: { title: "Groups", text: "Users of an organization under one name." },
  threads: { title: "Threads", text: "Comment annotations: a place in a document with a status, a priority, an assignee and comments." },
  comments: { title: "Comments", text: "The comments of a thread." },
  reactions: { title: "Reactions", text: "What users answer to a comment with an emoji or a word." },
  recordings: { title: "Recordings", text: "Descriptions of audio, video and screen recordings, the files of which are elsewhere." },
  activities: { title: "Activities", text: "The activity log: what happened in a document, and what you add to it." },
  changes: { title: "Changes", text: "What happened in all documents, in order, from where you were: to keep a copy, or to follow live." },
  notifications: { title: "Notifications", text: "The inboxes of users, and what they want to be notified of." },
  webhooks: { title: "Webhooks", text: "Where events are sent to, what became of each delivery, and sending one again." },
  emails: { title: "E-mails", text: "How an API key sends e-mails, what became of each, and the addresses to which nothing is sent." },
  ai: { title: "Ask AI", text: "A text and an instruction for a model of OpenAI, Anthropic or Gemini, with the key of your workspace." },
  domains: { title: "Allowed domains", text: "The domains on which an API key may be used." },
  apiKeys: { title: "API keys", text: "Each API key is an environment of its own with its data, tokens and webhooks." },
  authTokens: {
    title: "Auth tokens",
    text: "The secrets of an API key. Several may be valid at a time, so that one can be replaced without an outage.",
  },
  workspaceTokens: {
    title: "Workspace tokens",
    text: "The secrets of a workspace, which open its API keys. Several may be valid at a time, so that one can be replaced without an outage.",
  },
  audit: {
    title: "Audit log",
    text: "Who did what in administration, from where and with which outcome, in a chain that shows every change.",
  },
  workspaces: { title: "Workspaces", text: "What owns API keys and the AI models configuration." },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

/** Those with operations of an API key, to which a token of it can be bound. */
export const apiKeyResources = [
  "organizations",
  "folders",
  "documents",
  "locations",
  "users",
  "groups",
  "removals",
  "userTokens",
  "threads",
  "comments",
  "reactions",
  "recordings",
  "activities",
  "changes",
  "notifications",
  "emails",
  "webhooks",
  "ai",
  "apiKeys",
  "domains",
] as const satisfies readonly ResourceName[];

export type ApiKeyResource = (typeof apiKeyResources)[number];

/** The menu of the reference. */
export const resourceGroups: readonly { readonly name: string; readonly resources: readonly ResourceName[] }[] = [
  { name: "Places", resources: ["organizations", "folders", "documents", "locations"] },
  { name: "People", resources: ["users", "groups", "removals", "userTokens"] },
  { name: "Collaboration", resources: ["threads", "comments", "reactions", "recordings", "activities", "changes"] },
  { name: "Browsers", resources: ["me"] },
  { name: "Notifications", resources: ["notifications", "emails"] },
  { name: "Webhooks", resources: ["webhooks"] },
  { name: "AI", resources: ["ai"] },
  { name: "Workspace", resources: ["workspaces", "workspaceTokens", "apiKeys", "authTokens", "domains", "audit"] },
];
