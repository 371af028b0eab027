import { Failure, type FieldViolation, jsonDepth, shortened, unstorableText } from "@parley/kernel";
import * as z from "zod";
import type { Headers } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import { closestName } from "./closest-name.ts";
import { unfaithfulParts } from "./faithful-json.ts";

const backslash = 0x5c;
const letterU = 0x75;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The data of a body, as it was sent and as its operation understands it. */
export interface ReadBody {
  readonly sent: Record<string, unknown>;
  readonly parsed: Record<string, unknown>;
}

/** Reads a body of the form `{"data": {…}}`, and fails for any other with INVALID_ARGUMENT. */
export function openEnvelope(body: Buffer, maxDepth: number): Record<string, unknown> {
  const text = textOf(body);
  const envelope = parseJson(text);
  if (!isObject(envelope)) throw new Failure("invalid_argument", 'The body must be a JSON object of the form {"data": {…}}.');
  // The envelope itself counts as one level, in addition to the customer's own nesting.
  if (jsonDepth(envelope, maxDepth) > maxDepth) throw new Failure("invalid_argument", `The body is nested deeper than ${maxDepth} levels.`);
  const unfaithful = unfaithfulParts(text, envelope);
  if (unfaithful.length > 0) throw refusalOf(unfaithful);
  const unknown = Object.keys(envelope).filter((key) => key !== "data");
  if (unknown.length > 0) {
    throw refusalOf(
      unknown.map(shortened).map((key) => ({ field: key, message: `${key} is not a known field: the body has only the field data.` })),
    );
  }
  if (envelope.data === undefined) throw refusalOf([{ field: "data", message: "data is required." }]);
  if (!isObject(envelope.data)) throw refusalOf([{ field: "data", message: "data must be an object." }]);
  refuseUnstorableText(body, envelope.data);
  return envelope.data;
}

function textOf(body: Buffer): string {
  if (body.length === 0) throw new Failure("invalid_argument", 'The body is empty; it must be a JSON object of the form {"data": {…}}.');
  try {
    return utf8.decode(body);
  } catch {
    throw new Failure("invalid_argument", "The body is not valid UTF-8.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure("invalid_argument", "The body is not valid JSON.");
  }
}

// Only an escape can carry U+0000 or half of a surrogate pair through valid UTF-8 and JSON, so most bodies need no check.
function refuseUnstorableText(body: Buffer, data: Record<string, unknown>): void {
  if (!hasCodeEscape(body)) return;
  const field = unstorableText(data, "");
  if (field === undefined) return;
  const path = field === "" ? "data" : shortened(field);
  throw refusalOf([{ field: path, message: `${path} must not contain U+0000 or half of a surrogate pair.` }]);
}

// A regular expression for both characters would restart after each backslash, which takes longer than parsing if the text has many line
// breaks.
function hasCodeEscape(body: Buffer): boolean {
  for (let at = body.indexOf(backslash); at >= 0 && at < body.length; at++) {
    if (body[at] !== backslash) continue;
    at++;
    if (body[at] === letterU) return true;
  }
  return false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For a stream of a feed, the client's last event decides where the stream continues, even if the body has another cursor. */
export function fromLastEvent({ feed, stream }: Operation, headers: Headers, sent: Record<string, unknown>): Record<string, unknown> {
  const { "last-event-id": cursor } = headers;
  return feed && stream !== undefined && typeof cursor === "string" && cursor !== "" ? { ...sent, cursor } : sent;
}

type Issue = z.core.$ZodIssue;

const noAgents = "agents are not run here";

const byOperator = "the operator of the installation decides where data is stored";
const noBatches = "each event makes entries of its own here";
const ofKeyConfig = "options of an API key are set by `/v2/workspace/apikeyconfig/update`";

// Fields of the hosted product that are documented there, and not done here.
const givenUp: Readonly<Record<string, string>> = {
  agent: noAgents,
  agentComments: noAgents,
  agentId: noAgents,
  agentSource: noAgents,
  agentSuggestions: noAgents,
  agentType: noAgents,
  agentUrls: noAgents,
  aiModelApiKey: "keys of AI providers belong to the workspace; `/v2/workspace/aimodelsconfig/update` sets them",
  batchWindowSeconds: noBatches,
  context: "no resolver and no webhook would get it here",
  delaySeconds: "an entry is in the inbox at once, and the delay of e-mails is a setting of the installation",
  enablePrivateComments: "comments cannot be hidden from users of their document",
  enabledTime: "the activity log has been on since the API key exists",
  executionId: noAgents,
  expiresInMs: "an owner's e-mail address is not confirmed here",
  isSuperWorkspace: "all workspaces are alike",
  maxActivities: noBatches,
  orderByCommentViews: "views of comments are not counted by document here",
  persistenceDBRegion: byOperator,
  platform: "an API key is for any platform",
  realtimeDBRegion: byOperator,
  requireAutoOrgUser: "users are added by `/v2/users/add`",
  requireJwtToken: "pages always need a token of their user",
  setDefaultEmailTriggers: ofKeyConfig,
  setDefaultNotificationTriggers: ofKeyConfig,
  suggestion: "suggestions of agents are not kept here",
  updateUsers: "users of threads are not exchanged; `/v2/users/update` changes what is stored of a user",
  useNotificationService: ofKeyConfig,
  veltAllOrganizations: "`/v2/users/data/get` returns the data of one organization at a time",
  veltUserIds: "users are named by `userId`, one in each request",
  workspaceId: "the workspace is that of the credentials",
};

const mostViolations = 100;

/** Parses `data`. Fails with INVALID_ARGUMENT that lists every violation. */
export function parseData<Output>(schema: z.ZodType<Output>, data: unknown, opening?: string): Output {
  const parsed = schema.safeParse(data, { reportInput: true, error: knownNames });
  if (parsed.success) return parsed.data;
  const guesses = { left: mostViolations };
  const violations = parsed.error.issues.flatMap((issue) => violationsOf(issue, guesses));
  // A reason says more than what is missing beside it.
  const { reasoned = [], others = [] } = Object.groupBy(violations, ({ message }) =>
    message.includes(" is refused: ") ? "reasoned" : "others",
  );
  throw refusalOf([...reasoned, ...others], opening);
}

// The object that refuses the keys is known only while an issue is created. Therefore the names of its known keys are passed on in the
// message, one on each line.
function knownNames(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "unrecognized_keys" && issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape).join("\n") : undefined;
}

/** The failure of a request with these violations; each message is a sentence that begins with its field. `opening` precedes them. */
export function refusalOf(violations: readonly FieldViolation[], opening?: string): Failure {
  const [first] = violations;
  const rest = violations.length - 1;
  const message = `${opening === undefined ? "" : `${opening} `}${first?.message ?? "The request is invalid."}${rest > 0 ? ` (and ${rest} more; see details)` : ""}`;
  return new Failure("invalid_argument", message, { violations: violations.slice(0, mostViolations) });
}

/** `guesses` bounds the work for requests with very many unknown keys. */
function violationsOf(issue: Issue, guesses: { left: number }): FieldViolation[] {
  const field = pathText(issue.path) || "data";
  if (issue.code === "unrecognized_keys") {
    const known = issue.message.split("\n");
    return issue.keys.map((key) => {
      const path = pathText([...issue.path, key]);
      const reason = Object.hasOwn(givenUp, key) ? givenUp[key] : undefined;
      if (reason !== undefined) return { field: path, message: `${path} is refused: ${reason}.` };
      const meant = guesses.left-- > 0 ? closestName(key, known) : undefined;
      return { field: path, message: `${path} is not a known field${meant === undefined ? "." : `; did you mean ${meant}?`}` };
    });
  }
  if (issue.code === "invalid_union" && issue.input !== undefined) {
    const ofAnotherType = (inner: Issue) => inner.code === "invalid_type" && inner.path.length === 0;
    const [fitting, ...others] = issue.errors.filter((inner) => !inner.some(ofAnotherType));
    if (fitting !== undefined && others.length === 0) {
      return fitting.flatMap((inner) => violationsOf({ ...inner, path: [...issue.path, ...inner.path] }, guesses));
    }
  }
  return [{ field, message: `${field} ${problemOf(issue)}.` }];
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "too_small":
      if (issue.origin === "string") return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} characters`;
      if (issue.origin === "array") return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} items`;
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
      if (issue.origin === "array") return `must have at most ${issue.maximum} items`;
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_union": {
      const expected = issue.errors.flatMap((inner) =>
        inner.flatMap((one) => (one.code === "invalid_type" ? [withArticle(one.expected)] : [])),
      );
      return issue.input === undefined ? "is required" : `must be ${[...new Set(expected)].join(" or ") || "of another form"}`;
    }
    default:
      return issue.message;
  }
}

function withArticle(type: string): string {
  const names: Record<string, string> = { int: "a whole number", record: "an object", object: "an object", array: "an array" };
  return names[type] ?? `a ${type}`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text === "" ? shortened(String(step)) : `${text}.${shortened(String(step))}`,
    "",
  );
}
