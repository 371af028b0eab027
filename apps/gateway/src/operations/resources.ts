interface Resource {
  /** The heading of the group. */
  readonly title: string;
  readonly text: string;
}

/** The groups of operations, in the order of the reference; keyed by the first word of an operation's `sdk` name. */
export const resources = {
  organizations: {
    title: "Organizations",
    text: "The customers of your application. All content belongs to one; disabling an organization closes it to its users.",
  },
  folders: { title: "Folders", text: "A tree that orders the documents of an organization." },
  documents: { title: "Documents", text: "What your users comment on: a page, a file, a dashboard." },
  locations: { title: "Locations", text: "Places within a document that threads, recordings and notifications refer to." },
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
  reactions: { title: "Reactions", text: "Users' responses to a comment with an emoji or a word." },
  recordings: { title: "Recordings", text: "Descriptions of audio, video and screen recordings, whose files are stored elsewhere." },
  activities: { title: "Activities", text: "The activity log: the events of a document, and records of your own." },
  changes: { title: "Changes", text: "The changes in all documents, in order, from a cursor: to keep a copy, or to follow live." },
  notifications: { title: "Notifications", text: "The inboxes of users, and their notification settings." },
  webhooks: { title: "Webhooks", text: "The endpoints of events, the log of deliveries, and sending deliveries again." },
  emails: { title: "E-mails", text: "The e-mail settings of an API key, the log of e-mails, and suppressed addresses." },
  ai: {
    title: "Ask AI",
    text: "Sends a text and an instruction to a model of OpenAI, Anthropic or Gemini, with the key of your workspace.",
  },
  domains: { title: "Allowed domains", text: "The domains on which an API key may be used." },
  apiKeys: { title: "API keys", text: "Each API key is a separate environment with its own data, tokens and webhooks." },
  authTokens: {
    title: "Auth tokens",
    text: "The secrets of an API key. Several may be valid at a time, so that one can be replaced without an outage.",
  },
  workspaceTokens: {
    title: "Workspace tokens",
    text: "The secrets of a workspace, which give access to its API keys. Several may be valid at a time, so that one can be replaced without an outage.",
  },
  audit: {
    title: "Audit log",
    text: "Administrative acts with actor, origin and outcome, in a hash chain that reveals any later change.",
  },
  workspaces: { title: "Workspaces", text: "The owner of API keys and the AI models configuration." },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

/** Resources with operations of an API key, to which its tokens can be bound. */
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
