// Made by `npm run generate` from the list of operations.

import type { Client } from "../calls/client.ts";
import { Changes } from "../changes/changes.ts";
import { Webhooks } from "../webhooks/webhooks.ts";
import { Workspaces, ApiKeys, AuthTokens, WorkspaceTokens, Ai, Domains, Emails, Audit, Organizations, Folders, Documents, Locations, Users, Groups, UserTokens, Removals, Threads, Comments, Reactions, Recordings, Activities, Notifications } from "./resources.ts";

/** Every resource of the interface. */
export class Resources {
  /** What owns API keys and the AI models configuration. */
  readonly workspaces: Workspaces;
  /** Each API key is an environment of its own with its data, tokens and webhooks. */
  readonly apiKeys: ApiKeys;
  /** The secrets of an API key. Several may be valid at a time, so that one can be replaced without an outage. */
  readonly authTokens: AuthTokens;
  /** The secrets of a workspace, which open its API keys. Several may be valid at a time, so that one can be replaced without an outage. */
  readonly workspaceTokens: WorkspaceTokens;
  /** A text and an instruction for a model of OpenAI, Anthropic or Gemini, with the key of your workspace. */
  readonly ai: Ai;
  /** The domains on which an API key may be used. */
  readonly domains: Domains;
  /** Where events are sent to, what became of each delivery, and sending one again. */
  readonly webhooks: Webhooks;
  /** How an API key sends e-mails, what became of each, and the addresses to which nothing is sent. */
  readonly emails: Emails;
  /** Who did what in administration, from where and with which outcome, in a chain that shows every change. */
  readonly audit: Audit;
  /** The customers of your application. All content lies in one of them; disabling one closes it to its users. */
  readonly organizations: Organizations;
  /** A tree that orders the documents of an organization. */
  readonly folders: Folders;
  /** What your users comment on: a page, a file, a dashboard. */
  readonly documents: Documents;
  /** Places within a document that threads, recordings and notifications point at. */
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
  /** What users answer to a comment with an emoji or a word. */
  readonly reactions: Reactions;
  /** Descriptions of audio, video and screen recordings, the files of which are elsewhere. */
  readonly recordings: Recordings;
  /** The activity log: what happened in a document, and what you add to it. */
  readonly activities: Activities;
  /** What happened in all documents, in order, from where you were: to keep a copy, or to follow live. */
  readonly changes: Changes;
  /** The inboxes of users, and what they want to be notified of. */
  readonly notifications: Notifications;

  constructor(client: Client) {
    this.workspaces = new Workspaces(client);
    this.apiKeys = new ApiKeys(client);
    this.authTokens = new AuthTokens(client);
    this.workspaceTokens = new WorkspaceTokens(client);
    this.ai = new Ai(client);
    this.domains = new Domains(client);
    this.webhooks = new Webhooks(client);
    this.emails = new Emails(client);
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
    this.activities = new Activities(client);
    this.changes = new Changes(client);
    this.notifications = new Notifications(client);
  }
}
