// Made by `npm run generate` from the list of operations.

import type { Client } from "../calls/client.ts";
import { Changes } from "../changes/changes-watch.ts";
import { Webhooks } from "../webhooks/unwrap.ts";
import { Workspaces, ApiKeys, AuthTokens, WorkspaceTokens, Ai, Domains, Emails, Activities, Notifications, Audit, Organizations, Folders, Documents, Locations, Users, Groups, UserTokens, Removals, Threads, Comments, Reactions, Recordings } from "./resources.ts";

/** Every resource of the interface. */
export class Resources {
  /** The owner of API keys and the AI models configuration. */
  readonly workspaces: Workspaces;
  /** Each API key is a separate environment with its own data, tokens and webhooks. */
  readonly apiKeys: ApiKeys;
  /** The secrets of an API key. Several may be valid at a time, so that one can be replaced without an outage. */
  readonly authTokens: AuthTokens;
  /** The secrets of a workspace, which give access to its API keys. Several may be valid at a time, so that one can be replaced without an outage. */
  readonly workspaceTokens: WorkspaceTokens;
  /** Sends a text and an instruction to a model of OpenAI, Anthropic or Gemini, with the key of your workspace. */
  readonly ai: Ai;
  /** The domains on which an API key may be used. */
  readonly domains: Domains;
  /** The endpoints of events, the log of deliveries, and sending deliveries again. */
  readonly webhooks: Webhooks;
  /** The e-mail settings of an API key, the log of e-mails, and suppressed addresses. */
  readonly emails: Emails;
  /** The activity log: the events of a document, and records of your own. */
  readonly activities: Activities;
  /** The inboxes of users, and their notification settings. */
  readonly notifications: Notifications;
  /** Administrative acts with actor, origin and outcome, in a hash chain that reveals any later change. */
  readonly audit: Audit;
  /** The customers of your application. All content belongs to one; disabling an organization closes it to its users. */
  readonly organizations: Organizations;
  /** A tree that orders the documents of an organization. */
  readonly folders: Folders;
  /** What your users comment on: a page, a file, a dashboard. */
  readonly documents: Documents;
  /** Places within a document that threads, recordings and notifications refer to. */
  readonly locations: Locations;
  /** The people of an organization, document or folder: adding, finding, exporting and erasing them. */
  readonly users: Users;
  /** Users of an organization under one name. */
  readonly groups: Groups;
  /** What lets the browsers of users call `/v2/me/…` themselves, in their own name and in the places that a token names. */
  readonly userTokens: UserTokens;
  /** The jobs behind deletions: how far each is, and pausing it. */
  readonly removals: Removals;
  /** Comment annotations: a place in a document with a status, a priority, an assignee and comments. */
  readonly threads: Threads;
  /** The comments of a thread. */
  readonly comments: Comments;
  /** Users' responses to a comment with an emoji or a word. */
  readonly reactions: Reactions;
  /** Descriptions of audio, video and screen recordings, whose files are stored elsewhere. */
  readonly recordings: Recordings;
  /** The changes in all documents, in order, from a cursor: to keep a copy, or to follow live. */
  readonly changes: Changes;

  constructor(client: Client) {
    this.workspaces = new Workspaces(client);
    this.apiKeys = new ApiKeys(client);
    this.authTokens = new AuthTokens(client);
    this.workspaceTokens = new WorkspaceTokens(client);
    this.ai = new Ai(client);
    this.domains = new Domains(client);
    this.webhooks = new Webhooks(client);
    this.emails = new Emails(client);
    this.activities = new Activities(client);
    this.notifications = new Notifications(client);
    this.audit = new Audit(client);
    this.organizations = new Organizations(client);
    this.folders = new Folders(client);
    this.documents = new Documents(client);
    this.locations = new Locations(client);
    this.users = new Users(client);
    this.groups = new Groups(client);
    this.userTokens = new UserTokens(client);
    this.removals = new Removals(client);
    this.threads = new Threads(client);
    this.comments = new Comments(client);
    this.reactions = new Reactions(client);
    this.recordings = new Recordings(client);
    this.changes = new Changes(client);
  }
}
