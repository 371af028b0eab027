import { PageTokens, type SealingKeys } from "@parley/kernel";

/** The user and document of an unsubscribe link. */
export interface UnsubscribeTarget {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly userId: string;
  /** When the mail with the link was begun, by the database's clock. */
  readonly mailedAtMs: number;
}

type SealedTarget = [apiKeyId: string, organizationId: string, documentId: string, userId: string, mailedAtMs: number];

const binding = "unsubscribe";
const longestToken = 4_000;

/** Links with which the recipient of a mail unsubscribes; signed, so that nobody can forge one for somebody else. */
export class UnsubscribeLinks {
  readonly #tokens: PageTokens;
  readonly #publicUrl: string | undefined;

  /** Without a public URL there are no links. The keys are this service's own, shared by all its processes. */
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

  /** Undefined unless `urlOf` created the token. */
  open(token: string): UnsubscribeTarget | undefined {
    const text = token.length > longestToken ? undefined : this.#tokens.open(binding, token);
    if (text === undefined) return undefined;
    const [apiKeyId, organizationId, documentId, userId, mailedAtMs] = JSON.parse(text) as SealedTarget;
    return { apiKeyId, organizationId, documentId, userId, mailedAtMs };
  }
}
