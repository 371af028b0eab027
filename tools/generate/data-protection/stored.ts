/** The content of a table and its retention. Without `kept` and `retention`, rows stay until they are removed. */
export interface Stored {
  readonly holds: string;
  /** The end of retention, unless it is removed sooner; `PARLEY_…` refers to the setting. */
  readonly kept?: string;
  /** The field of an API key's retention that can shorten it. */
  readonly retention?: "activitiesDays" | "notificationsDays" | "deliveriesDays" | "mailsDays";
}

const messaging = {
  outbox: {
    holds: "Events on their way to other services, with the content that they are about.",
    kept: "until they are published, for seconds",
  },
  dead_letters: { holds: "Events that could not be handled, for operators to look at.", kept: "PARLEY_DEAD_LETTER_RETENTION_DAYS" },
  inbox: { holds: "Ids of events that were handled.", kept: "PARLEY_INBOX_RETENTION_HOURS" },
  work: { holds: "Work that is to be done, by numbers.", kept: "until it is done" },
  erasure_marks: {
    holds: "Hashes of what was removed, and of users whose pages are refused, so that late events and pages do not bring it back.",
    kept: "60 days",
  },
  erasures: { holds: "Erasures under way: the ids that they erase.", kept: "until they are complete" },
  erasures_done: { holds: "Parts of erasures that are done, with counts.", kept: "90 days" },
} as const;

const ofCallers = { repeated_calls: { holds: "Hashes of calls that may be repeated.", kept: "28 hours" } } as const;

const ofOwners = {
  erasure_jobs: { holds: "Erasures: kind, times, counts, hashes of the erased ids.", kept: "90 days after the request" },
  erasure_tasks: { holds: "The parts of erasures under way.", kept: "until they are complete" },
} as const;

/** Every table by schema. The page cannot be generated while one is missing. */
export const stored: Readonly<Record<string, Readonly<Record<string, Stored>>>> = {
  users: {
    ...messaging,
    ...ofCallers,
    ...ofOwners,
    users: { holds: "Profiles: id, name, e-mail address, and the further keys that your servers store." },
    memberships: { holds: "The users of organizations, folders and documents, with their roles there." },
    user_groups: { holds: "Groups of users: ids and names." },
    group_members: { holds: "The users of groups." },
    deleted_groups: { holds: "Deleted groups, until their members are removed." },
  },
  directory: {
    ...messaging,
    ...ofCallers,
    ...ofOwners,
    organizations: { holds: "Your customers' organizations: ids, names and metadata." },
    folders: { holds: "Folders: ids, names and metadata." },
    documents: { holds: "Documents: ids, names and metadata. Their content is not in Parley." },
    locations: { holds: "Places within documents: ids, names and metadata." },
    deleted_places: { holds: "Places that were deleted: ids.", kept: "until their erasure is complete" },
  },
  activity: {
    ...messaging,
    ...ofCallers,
    annotations: { holds: "Threads: place, status, priority, assignee." },
    comments: { holds: "Comments: author, text, who is tagged, names of attachments." },
    comment_users: { holds: "The users of comments: authors, tagged users and others who take part." },
    annotation_users: { holds: "The users who take part in threads." },
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
    feed_markers: { holds: "Markers in the changes feed for deleted places and erasures: ids of places and jobs, no person." },
  },
  notifications: {
    ...messaging,
    ...ofCallers,
    notifications: { holds: "Notifications: who caused them, for whom, their texts.", retention: "notificationsDays" },
    recipients: { holds: "The recipients of notifications.", retention: "notificationsDays" },
    read_marks: { holds: "Read marks of notifications, with times.", retention: "notificationsDays" },
    configs: { holds: "Users' notification settings." },
    deleted_notifications: { holds: "Deleted notifications, until the rest of them is removed." },
    waiting_events: {
      holds: "Events that wait for delivery to inboxes, with their content.",
      kept: "until the users service returns their recipients",
    },
    webhook_deliveries: {
      holds: "Deliveries to your endpoints: event, place, outcome, the response to a first request that delivered.",
      kept: "PARLEY_WEBHOOK_RETENTION_DAYS",
      retention: "deliveriesDays",
    },
    webhook_payloads: {
      holds: "The bodies of deliveries, with texts and users.",
      kept: "PARLEY_WEBHOOK_RETENTION_DAYS",
      retention: "deliveriesDays",
    },
    webhook_attempts: {
      holds: "Every other request to an endpoint, and its response.",
      kept: "PARLEY_WEBHOOK_RETENTION_DAYS",
      retention: "deliveriesDays",
    },
    webhook_queue: { holds: "Waiting deliveries, as numbers.", kept: "until they are sent or given up" },
    webhook_documents: { holds: "Numbers of events per document." },
    webhook_gone_endpoints: { holds: "Endpoints that declined further deliveries." },
    webhook_endpoint_states: { holds: "Times of the last requests to endpoints." },
    delivery_processes: { holds: "Delivering processes, with their last sign of life.", kept: "until some minutes after their end" },
    delivery_groups: {
      holds: "The process that delivers to an endpoint, or sends the mails of an API key.",
      kept: "until that process ends",
    },
    webhook_recoveries: { holds: "Requests for repeated deliveries: times and counts.", kept: "PARLEY_WEBHOOK_RETENTION_DAYS" },
    emails: { holds: "Mails: recipient, address, outcome.", kept: "PARLEY_EMAIL_RETENTION_DAYS", retention: "mailsDays" },
    email_items: { holds: "The events in a mail: actor and text.", kept: "PARLEY_EMAIL_RETENTION_DAYS", retention: "mailsDays" },
    email_queue: { holds: "Waiting mails, as numbers.", kept: "until they are sent or given up" },
    email_suppressions: { holds: "Suppressed addresses, with their user and the reason." },
  },
  workspace: {
    ...messaging,
    ...ofCallers,
    ...ofOwners,
    workspaces: { holds: "Workspaces: the owner's name and e-mail address." },
    workspace_tokens: { holds: "Tokens of workspaces, as hashes and encrypted." },
    data_keys: { holds: "Keys that encrypt secrets, themselves encrypted." },
    api_keys: { holds: "API keys with their settings, and the e-mail address of their owner." },
    api_key_tokens: { holds: "Tokens of API keys, as hashes and encrypted." },
    email_configs: { holds: "Configuration of mails: addresses and encrypted passwords." },
    webhook_configs: { holds: "Configuration of webhooks: URLs." },
    webhook_endpoints: { holds: "Further endpoints, with sealed headers." },
    webhook_secrets: { holds: "Secrets that sign webhooks, encrypted." },
    domains: { holds: "Domains of applications." },
    provider_keys: { holds: "Keys of AI providers, sealed." },
    key_minutes: { holds: "Counts of requests by minute and hour.", kept: "a week" },
    usage_days: { holds: "Usage of API keys by day: counts.", kept: "400 days" },
    usage_people: {
      holds: "Hashes of users who acted on a day, to count each once. The erasure of a user leaves those of the last two days.",
      kept: "two days",
    },
    user_token_revocations: {
      holds:
        "Until when the tokens of a user's browsers are revoked, by a hash of the user. The erasure of a user writes one, so that no page goes on writing in the user's name.",
      kept: "two days",
    },
    minute_reports: { holds: "Ids of reports of counts.", kept: "a day" },
    idempotency_records: { holds: "Answers to requests, sealed, so that a repeat gets the same.", kept: "a day" },
    audit_chains: { holds: "The ends of audit logs: numbers and hashes." },
    audit_records: {
      holds: "Acts of administrators: name of the token or person, address, program. Users of the application only as salted hashes.",
      kept: "PARLEY_AUDIT_RETENTION_DAYS",
    },
    audit_people: { holds: "Which users records of the audit log are about, beside the hashes.", kept: "PARLEY_AUDIT_RETENTION_DAYS" },
    removal_certificates: { holds: "Signed certificates of erasures: counts and salted hashes.", kept: "three years" },
  },
  rewriter: {
    ...messaging,
    calls: { holds: "Calls of AI models: model, times, counts of tokens; no text.", kept: "PARLEY_REWRITER_CALL_RETENTION_DAYS" },
    usage_days: { holds: "Tokens used by day." },
  },
  parley: { migrations: { holds: "The applied migrations." } },
};
