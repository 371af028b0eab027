import { type Method, typesOf } from "./method.ts";
import type { Struct, Type } from "./types.ts";

/** The types with a description each, for readers of the client's code. */
export function withTexts(structs: readonly Struct[], methods: readonly Method[]): Struct[] {
  const places = placesOf(structs, methods);
  const prefixes = methods.map(({ sdk }) => pascal(sdk));
  return structs.map((struct) => {
    // A type that is named after its place has a generated description.
    const place = prefixes.some((prefix) => struct.name.startsWith(prefix)) ? places.get(struct.name) : undefined;
    const description = sharedForms[struct.name] ?? place;
    if (description === undefined) throw new Error(`The type ${struct.name} is used in several places: describe it in form-texts.ts.`);
    return { ...struct, description };
  });
}

/** The place where each type occurs first. */
function placesOf(structs: readonly Struct[], methods: readonly Method[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const meet = (type: Type, text: string): void => {
    if (type.kind === "array" || type.kind === "map") meet(type.of, text);
    else if (type.kind === "union") for (const part of type.of) meet(part, text);
    else if (type.kind === "struct" && !places.has(type.name)) places.set(type.name, text);
  };
  for (const method of methods) {
    meet({ kind: "struct", name: method.request }, `What \`${method.sdk}\` takes.`);
    for (const type of typesOf(method.answer)) meet(type, answerText(method));
  }
  for (const { name, fields } of structs) for (const field of fields) meet(field.type, placeText(name, field.name, field.type));
  return places;
}

function answerText({ sdk, answer: { kind } }: Method): string {
  if (kind === "batch") return `The result of \`${sdk}\` for one item.`;
  if (kind === "pages") return `One item of \`${sdk}\`.`;
  if (kind === "feed") return `A page of \`${sdk}\`.`;
  return kind === "stream" ? `An event of \`${sdk}\`.` : `What \`${sdk}\` returns.`;
}

function placeText(owner: string, field: string, type: Type): string {
  return type.kind === "array" || type.kind === "map" ? `One of the \`${field}\` of ${owner}.` : `The \`${field}\` of ${owner}.`;
}

function pascal(sdk: string): string {
  return sdk.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const sharedForms: Readonly<Record<string, string>> = {
  AttachmentInput: "A file that belongs to a comment, as it is sent: what is known of it, not its content.",
  BatchEntry: "What became of one item of a batch.",
  BatchEntryWithId: "What became of one item of a batch, with its id.",
  Change: "Something that happened: a change of a thread, a record of the activity log, or a removal.",
  ChangesPage: "A page of changes, and where the next one begins.",
  DocumentFilter: "A condition on one of a document's own keys.",
  CommentAnnotation: "A thread with all its comments.",
  ActivityServiceConfig: "The settings of the activity log.",
  ActivityServiceConfigInput: "Settings of the activity log, in a request.",
  ActivityTriggers: "What the activity log records.",
  ActivityTriggersInput: "What the activity log records, in a request.",
  NotificationServiceConfig: "Which events make entries of inboxes, and when.",
  NotificationServiceConfigInput: "Which events make entries of inboxes, and when, in a request.",
  NotificationTriggers: "Which events make entries of inboxes.",
  NotificationTriggersInput: "Which events make entries of inboxes, in a request.",
  NotificationWaiting: "That entries of inboxes do not wait.",
  NotificationWaitingInput: "That entries of inboxes do not wait, in a request.",
  NotificationBatches: "That entries of inboxes make no batches.",
  NotificationBatchesInput: "That entries of inboxes make no batches, in a request.",
  NewAuthToken: "The only token of an API key, after a reset.",
  RecordedTime: "The duration of a recording.",
  RecordingAttachment: "The file of a recording.",
  PlacedMetadata: "The place of an object, and your own keys.",
  NotificationChange: "A change of a notification: absent fields keep their values, null removes one.",
  NotificationConfigChange: "What a user is to be notified of, by channel: absent channels keep their values, null removes one.",
  NotificationLevels: "What a user is notified of, by channel.",
  ThreadVisibility: "Who may see a thread.",
  ReactionAnnotationFromUser: "Who gave a reaction, and when.",
  PersonInput: "Another person, named by the id.",
  TaggedPersonInput: "A person whom a comment mentions, named by the id.",
  OwnCommentInput: "A comment of the user's, as it is sent.",
  OwnThreadInput: "A thread that the user begins, as it is sent.",
  OwnThreadChange: "A change of a thread, as it is sent.",
  InboxEntry: "A notification in the inbox of the user.",
  UserProperties: "What is stored of a user for whom a token is made.",
  UserTokenResource: "A place that a user's token names, and what the user may do there.",
  WebhookRemoval: "The removal that a webhook is about.",
  WebhookRemovalEvent: "The body of a webhook about a removal.",
  RemovalCountsCount: "The number of rows that a removal would remove from a collection.",
  RemovalCounts: "The numbers of rows that a removal would remove, by service and collection.",
  FoundThread: "A thread found by a search, with its matching comments.",
  FoundThreadThread: "The found thread in its current state.",
  DocumentCounts: "The numbers of threads of a document.",
  DocumentInput: "A document in a request.",
  EmailErrorClass: "Why an attempt to send an e-mail failed.",
  EmailReason: "Why an e-mail ended without being sent.",
  EmailServiceConfig: "The e-mail service of an API key; secrets are masked.",
  EmailServiceConfigInput: "Changes of the e-mail service of an API key: absent fields keep their values.",
  Folder: "A folder with its subfolders.",
  FolderInput: "A folder in a request.",
  GroupInput: "A group of users of an organization, in a request.",
  GroupMemberResult: "The result for one user of a group.",
  ItemCode: "Why an item of a batch failed. A later version may have further codes.",
  ListedApiKey: "An API key in the list of its workspace.",
  LocationInput: "A location of a document, in a request.",
  LocationRef: "The location of a thread.",
  LocationRefInput: "A location in a document, in a request.",
  NamedUser: "A user with the given or stored name and address.",
  NamedUserInput: "A user in a request, as an actor or a recipient.",
  NewComment: "A comment to be added.",
  InitialEmailServiceConfig: "The e-mail service of a new API key.",
  NewThread: "A thread to be added, with its first comments.",
  OrganizationInput: "An organization in a request.",
  Priority: "The priority of a thread.",
  PriorityInput: "The priority of a thread, in a request.",
  ReactionAnnotation: "A reaction to a comment, with its users.",
  Status: "The status of a thread.",
  StatusInput: "The status of a thread, in a request.",
  TaggedUser: "A user whom a comment mentions.",
  TaggedUserInput: "A user whom a comment mentions, in a request.",
  ThreadChange: "Changes of a thread: absent fields keep their values.",
  ThreadComment: "A comment of a thread.",
  User: "A user as stored, with your own keys.",
  UserInput: "A user in a request, with your own keys.",
  WebhookContact: "A person whom an event concerns, and how to notify them.",
  WebhookContactNotify: "The channels on which a person wants to be notified.",
  WebhookEndpoint: "A webhook endpoint as stored; the values of its headers are never shown.",
  WebhookEndpointEvent: "The body of a webhook about an endpoint, for endpoints that subscribe to such events.",
  WebhookEndpointName: "The endpoint of an event.",
  WebhookEndpointWithState: "A webhook endpoint, and whether it accepts deliveries.",
  WebhookEndpoints: "A page of webhook endpoints.",
  WebhookErrorClass: "Why an attempt to deliver a webhook failed.",
  WebhookExhaustedDelivery: "A delivery without further attempts.",
  WebhookLastRequest: "The last request to an endpoint.",
  WebhookOfKey: "The API key of the endpoint.",
  WebhookProcessed: "The body of a webhook to the processed endpoint: the persons to notify, and the event.",
  WebhookRaw: "The body of a webhook to the raw endpoint: the event with the whole thread.",
  WebhookRawCommentAnnotation: "The thread of an event.",
  WebhookRawMetadata: "The place of an event.",
  WebhookServiceConfig: "The endpoints of an API key's webhooks and their events; secrets are masked.",
  WebhookServiceConfigInput: "Changes of the endpoints of an API key's webhooks: absent fields keep their values.",
  WebhookThin: "The body of a webhook without content: ids, and the names of the changed fields.",
  WebhookTriggersInput: "The events to send: absent ones keep their settings.",
  WorkspaceOwner: "The owner of a workspace.",
};
