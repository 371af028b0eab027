import { type Method, typesOf } from "./method.ts";
import type { Struct, Type } from "./types.ts";

/** The forms with a sentence each: what a program's author reads beside their names. */
export function withTexts(structs: readonly Struct[], methods: readonly Method[]): Struct[] {
  const places = placesOf(structs, methods);
  const prefixes = methods.map(({ sdk }) => pascal(sdk));
  return structs.map((struct) => {
    // A form that is named after its place needs no sentence of its own.
    const place = prefixes.some((prefix) => struct.name.startsWith(prefix)) ? places.get(struct.name) : undefined;
    const description = sharedForms[struct.name] ?? place;
    if (description === undefined) throw new Error(`The form ${struct.name} is used in several places: say in form-texts.ts what it is.`);
    return { ...struct, description };
  });
}

/** Where each form is met first. */
function placesOf(structs: readonly Struct[], methods: readonly Method[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const meet = (type: Type, text: string): void => {
    if (type.kind === "array" || type.kind === "map") meet(type.of, text);
    else if (type.kind === "union") for (const part of type.of) meet(part, text);
    else if (type.kind === "struct" && !places.has(type.name)) places.set(type.name, text);
  };
  for (const { sdk, request, answer } of methods) {
    meet({ kind: "struct", name: request }, `What \`${sdk}\` takes.`);
    for (const type of typesOf(answer)) meet(type, answeredBy[answer.kind](sdk));
  }
  for (const { name, fields } of structs) for (const field of fields) meet(field.type, placeText(name, field.name, field.type));
  return places;
}

const answeredBy: Readonly<Record<Method["answer"]["kind"], (sdk: string) => string>> = {
  nothing: (sdk) => `What \`${sdk}\` returns.`,
  value: (sdk) => `What \`${sdk}\` returns.`,
  single: (sdk) => `What \`${sdk}\` returns.`,
  entry: (sdk) => `What \`${sdk}\` returns.`,
  batch: (sdk) => `What \`${sdk}\` says of one item.`,
  pages: (sdk) => `One item of \`${sdk}\`.`,
  feed: (sdk) => `A page of \`${sdk}\`.`,
  stream: (sdk) => `An event of \`${sdk}\`.`,
};

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
  ChangeThread: "The thread of a change as it was when the change was read.",
  ChangesPage: "A page of changes, and where the next one begins.",
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
  RemovalCountsCount: "How many rows a removal would remove from a collection.",
  RemovalCounts: "How much a removal would remove, by service and collection.",
  FoundThread: "A thread that search has found, with its comments that match.",
  FoundThreadThread: "The thread that was found, as it is now.",
  DocumentCounts: "How many threads a document has.",
  DocumentInput: "A document as it is sent.",
  EmailErrorClass: "Why an attempt to send an e-mail failed.",
  EmailReason: "Why an e-mail ended without being sent.",
  EmailServiceConfig: "Who sends the e-mails of an API key; secrets are masked.",
  EmailServiceConfigInput: "Changes of who sends the e-mails of an API key: absent fields keep their values.",
  Folder: "A folder with the folders in it.",
  FolderInput: "A folder as it is sent.",
  GroupInput: "A group of users of an organization, as it is sent.",
  GroupMemberResult: "What became of one user of a group.",
  ItemCode: "Why an item of a batch failed. A later version may have further codes.",
  ListedApiKey: "An API key in the list of its workspace.",
  LocationInput: "A location of a document, as it is sent.",
  LocationRef: "The location of a thread.",
  LocationRefInput: "The location of something in a document, as it is sent.",
  NamedUser: "A user with the name and address that were given or are stored.",
  NamedUserInput: "A user as sent with what they did or are told of.",
  NewComment: "A comment to be added.",
  NewEmailServiceConfig: "Who sends the e-mails of a new API key.",
  NewThread: "A thread to be added, with its first comments.",
  OrganizationInput: "An organization as it is sent.",
  Priority: "The priority of a thread.",
  PriorityInput: "The priority of a thread, as it is sent.",
  ReactionAnnotation: "A reaction to a comment, with the users who have it.",
  Status: "The status of a thread.",
  StatusInput: "The status of a thread, as it is sent.",
  TaggedUser: "A user whom a comment mentions.",
  TaggedUserInput: "A user whom a comment mentions, as it is sent.",
  ThreadChange: "Changes of a thread: absent fields keep their values.",
  ThreadComment: "A comment of a thread.",
  ThreadMetadata: "Where a thread is, and the keys of your own that it has.",
  User: "A user as stored, with the keys of your own.",
  UserInput: "A user as it is sent, with keys of your own.",
  WebhookContact: "Somebody whom an event concerns, and how to tell them.",
  WebhookContactNotify: "On which channels somebody wants to be told.",
  WebhookEndpoint: "A webhook endpoint as it is stored; the values of its headers are never shown.",
  WebhookEndpointEvent: "The body of a webhook about an endpoint, for endpoints that name such events.",
  WebhookEndpointName: "The endpoint that an event is about.",
  WebhookEndpointWithState: "A webhook endpoint and whether it can be sent to.",
  WebhookEndpoints: "A page of webhook endpoints.",
  WebhookErrorClass: "Why an attempt to deliver a webhook failed.",
  WebhookExhaustedDelivery: "A delivery of which no attempt is left.",
  WebhookLastRequest: "The last request to an endpoint.",
  WebhookOfKey: "The API key whose endpoint a webhook is sent to.",
  WebhookProcessed: "The body of a webhook to the processed endpoint: who is to be told of what.",
  WebhookRaw: "The body of a webhook to the raw endpoint: what happened, with the whole thread.",
  WebhookRawCommentAnnotation: "The thread of an event.",
  WebhookRawMetadata: "Where an event happened.",
  WebhookServiceConfig: "The endpoints of an API key's webhooks and what is sent to them; secrets are masked.",
  WebhookServiceConfigInput: "Changes of the endpoints of an API key's webhooks: absent fields keep their values.",
  WebhookThin: "The body of a webhook for those who must not hold content: ids, and the names of what changed.",
  WebhookTriggersInput: "Which events are sent: absent ones stay as they are.",
  WorkspaceOwner: "The owner of a workspace.",
};
