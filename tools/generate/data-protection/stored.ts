/** What a table holds, and for how long: until it is removed when nothing else is said. */
export interface Stored {
  readonly holds: string;
  /** Until when, where nobody removes it sooner; `PARLEY_…` names the setting. */
  readonly kept?: string;
  /** The field of an API key's retention by which it may be kept for fewer days. */
  readonly retention?: "activitiesDays" | "notificationsDays" | "deliveriesDays" | "mailsDays";
}

const messaging = {
  outbox: {
    holds: "Events on their way to other services, with the content that they are about.",
    kept: "seconds, until they are published",
  },
  dead_letters: { holds: "Events that could not be handled, for operators to look at.", kept: "PARLEY_DEAD_LETTER_RETENTION_DAYS" },
  inbox: { holds: "Ids of events that were handled.", kept: "PARLEY_INBOX_RETENTION_HOURS" },
  work: { holds: "Work that is to be done, by numbers.", kept: "until it is done" },
  erasure_marks: { holds: "Hashes of what was removed, so that late events do not bring it back.", kept: "60 days" },
  erasures: { holds: "Removals under way: ids of what they are about.", kept: "until they are complete" },
  erasures_done: { holds: "Which parts of removals were done, with counts.", kept: "90 days" },
} as const;

const ofCallers = { repeated_calls: { holds: "Hashes of calls that may be sent again.", kept: "28 hours" } } as const;

const ofOwners = {
  erasure_jobs: { holds: "Removals: kind, times, counts, hashes of what they were about.", kept: "90 days after the request" },
  erasure_tasks: { holds: "The parts of removals under way.", kept: "until they are complete" },
} as const;

/** Every table, by schema. The page is not made while one is missing. */
export const stored: Readonly<Record<string, Readonly<Record<string, Stored>>>> = {
  users: {
    ...messaging,
    ...ofCallers,
    ...ofOwners,
    users: { holds: "Profiles: id, name, e-mail address, and what else your servers keep with the user." },
    memberships: { holds: "Which user belongs to which organization, folder or document." },
    user_groups: { holds: "Groups of users: ids and names." },
    group_members: { holds: "Which user is in which group." },
    removals: { holds: "Groups that were deleted, until their members are gone." },
  },
  directory: {
    ...messaging,
    ...ofCallers,
    ...ofOwners,
    organizations: { holds: "Your customers' organizations: ids, names and metadata." },
    folders: { holds: "Folders: ids, names and metadata." },
    documents: { holds: "Documents: ids, names and metadata. Their content is not in Parley." },
    locations: { holds: "Places within documents: ids, names and metadata." },
    removals: { holds: "Places that were deleted: ids.", kept: "until their removal is complete" },
  },
  activity: {
    ...messaging,
    ...ofCallers,
    annotations: { holds: "Threads: where they are, status, priority, whom they are assigned to." },
    comments: { holds: "Comments: author, text, who is tagged, names of attachments." },
    comment_users: { holds: "Which user takes part in which comment." },
    annotation_users: { holds: "Which user takes part in which thread." },
    reactions: { holds: "Reactions: who, to what, with which sign." },
    recordings: { holds: "Descriptions of recordings with their address; the files are elsewhere." },
    activities: { holds: "The activity log: who did what, from which value to which.", retention: "activitiesDays" },
    feed_epochs: { holds: "When the database server started." },
    search_comments: {
      holds:
        "With `searchEnabled`: hashes of the words of each comment, which go with the comment. They keep nothing secret: a word can be tried, and the comments stand beside them.",
    },
    search_segments: { holds: "Where the parts of a search index begin, by times and numbers of threads; no person." },
    search_keys: { holds: "How far the search index of an API key is: numbers and times." },
    feed_markers: { holds: "That places or removals went, for those who follow changes: ids of places, no person." },
  },
  notifications: {
    ...messaging,
    ...ofCallers,
    notifications: { holds: "Notifications: who caused them, for whom, their texts.", retention: "notificationsDays" },
    recipients: { holds: "Who has which notification in the inbox.", retention: "notificationsDays" },
    read_marks: { holds: "Who read which notification and when.", retention: "notificationsDays" },
    configs: { holds: "Of what users want to be notified." },
    removals: { holds: "Notifications that were deleted, until the rest of them is gone." },
    waiting_events: {
      holds: "Events that wait for their place in inboxes, with their content.",
      kept: "until the users service says whom they concern",
    },
    webhook_deliveries: {
      holds: "What was sent to your endpoints: event, place, outcome.",
      kept: "PARLEY_WEBHOOK_RETENTION_DAYS",
      retention: "deliveriesDays",
    },
    webhook_payloads: {
      holds: "The bodies of what was sent, with texts and users.",
      kept: "PARLEY_WEBHOOK_RETENTION_DAYS",
      retention: "deliveriesDays",
    },
    webhook_attempts: {
      holds: "Each request to an endpoint and how it responded.",
      kept: "PARLEY_WEBHOOK_RETENTION_DAYS",
      retention: "deliveriesDays",
    },
    webhook_queue: { holds: "Deliveries that wait, by numbers.", kept: "until they are sent or given up" },
    webhook_documents: { holds: "How many events a document had." },
    webhook_gone_endpoints: { holds: "Endpoints that want nothing any more." },
    webhook_endpoint_states: { holds: "When endpoints were reached last." },
    delivery_processes: { holds: "Processes that deliver, and until when each has shown life.", kept: "for some minutes after its end" },
    delivery_groups: { holds: "Which process delivers to an endpoint, or the mails of an API key.", kept: "until that process ends" },
    webhook_recoveries: { holds: "Requests to send deliveries again: times and counts.", kept: "PARLEY_WEBHOOK_RETENTION_DAYS" },
    emails: { holds: "Mails: recipient, address, outcome.", kept: "PARLEY_EMAIL_RETENTION_DAYS", retention: "mailsDays" },
    email_items: { holds: "What a mail reports: who did it, with the text.", kept: "PARLEY_EMAIL_RETENTION_DAYS", retention: "mailsDays" },
    email_queue: { holds: "Mails that wait, by numbers.", kept: "until they are sent or given up" },
    email_suppressions: { holds: "Addresses to which nothing is sent, with whose they are and why." },
  },
  workspace: {
    ...messaging,
    ...ofCallers,
    ...ofOwners,
    workspaces: { holds: "Who runs an application with Parley: the owner's name and e-mail address." },
    workspace_tokens: { holds: "Tokens of workspaces, as hashes and sealed." },
    data_keys: { holds: "Keys that seal secrets, themselves sealed." },
    api_keys: { holds: "API keys with their settings, and the e-mail address of their owner." },
    api_key_tokens: { holds: "Tokens of API keys, as hashes and sealed." },
    email_configs: { holds: "How mails are sent: addresses and sealed passwords." },
    webhook_configs: { holds: "Where webhooks are sent." },
    webhook_endpoints: { holds: "Further endpoints, with sealed headers." },
    webhook_secrets: { holds: "Secrets that sign webhooks, sealed." },
    domains: { holds: "Domains of your application." },
    provider_keys: { holds: "Keys of AI providers, sealed." },
    key_minutes: { holds: "Counts of requests by minute and hour.", kept: "a week" },
    usage_days: { holds: "What API keys used by day: counts.", kept: "400 days" },
    usage_people: {
      holds: "Hashes of users who acted on a day, to count each once. The removal of a user leaves those of the last two days.",
      kept: "two days",
    },
    user_token_revocations: {
      holds:
        "Until when the tokens of a user's browsers are revoked, by a hash of the user. The removal of a user writes one, so that no page goes on writing in the user's name.",
      kept: "two days",
    },
    minute_reports: { holds: "Ids of reports of counts.", kept: "a day" },
    idempotency_records: { holds: "Answers to requests, sealed, so that a repeat gets the same.", kept: "a day" },
    audit_chains: { holds: "The ends of audit logs: numbers and hashes." },
    audit_records: {
      holds: "What administrators did: name of the token or person, address, program. Users of the application only as salted hashes.",
      kept: "PARLEY_AUDIT_RETENTION_DAYS",
    },
    audit_people: { holds: "Which users records of the audit log are about, beside the hashes.", kept: "PARLEY_AUDIT_RETENTION_DAYS" },
    removal_certificates: { holds: "Signed certificates of removals: counts and salted hashes.", kept: "three years" },
  },
  rewriter: {
    ...messaging,
    calls: { holds: "Calls of AI models: model, times, counts of tokens; no text.", kept: "PARLEY_REWRITER_CALL_RETENTION_DAYS" },
    usage_days: { holds: "Tokens used by day." },
  },
  parley: { migrations: { holds: "Which steps the tables have taken." } },
};
