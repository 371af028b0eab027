import { PageTokens, type SealingKeys } from "@parley/kernel";

/** The user whose mails a link ends, and the document. */
export interface UnsubscribeTarget {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly userId: string;
  /** When the mail with the link was begun, by the clock of the database. */
  readonly mailedAtMs: number;
}

type SealedTarget = [apiKeyId: string, organizationId: string, documentId: string, userId: string, mailedAtMs?: number];

const binding = "unsubscribe";
const longestToken = 4_000;

/** Links by which the recipient of a mail unsubscribes: signed, so that nobody can make one for somebody else. */
export class UnsubscribeLinks {
  readonly #tokens: PageTokens;
  readonly #publicUrl: string | undefined;

  /** Without a public URL there are no links. The keys are this service's own, which every process of it has. */
  constructor(keys: SealingKeys, publicUrl: string | undefined) {
    this.#tokens = new PageTokens(keys.map(({ key }) => key) as [Buffer, ...Buffer[]]);
    this.#publicUrl = publicUrl;
  }

  /** The address of the page; empty without a public URL. */
  urlOf({ apiKeyId, organizationId, documentId, userId, mailedAtMs }: UnsubscribeTarget): string {
    if (this.#publicUrl === undefined) return "";
    const token = this.#tokens.seal(binding, JSON.stringify([apiKeyId, organizationId, documentId, userId, mailedAtMs]));
    return token.length > longestToken ? "" : `${this.#publicUrl}/unsubscribe?token=${token}`;
  }

  /** Undefined unless `urlOf` made the token. */
  open(token: string): UnsubscribeTarget | undefined {
    const text = token.length > longestToken ? undefined : this.#tokens.open(binding, token);
    if (text === undefined) return undefined;
    // Links of the first releases say no time: they are older than any erasure that is still known.
    const [apiKeyId, organizationId, documentId, userId, mailedAtMs = 0] = JSON.parse(text) as SealedTarget;
    return { apiKeyId, organizationId, documentId, userId, mailedAtMs };
  }
}
