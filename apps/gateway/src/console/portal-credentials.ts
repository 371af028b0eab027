import { Failure, type SealingKey, webhookPortalSecret } from "@parley/kernel";
import type { Credential } from "../credentials/credential.ts";
import type { Checked, Headers } from "../credentials/credential-check.ts";
import { isHigher, type Role } from "../credentials/rights.ts";
import type { KeyAccess } from "./key-access.ts";
import { isFromOwnPage } from "./session/session-cookie.ts";

/** Sent by the portal's pages with every request. Not a cookie: a browser would not send one from within another site's frame. */
const header = "x-portal-token";
const mostCharacters = 2_000;

type Opened = NonNullable<ReturnType<typeof webhookPortalSecret.open>>;

interface PortalCredentialsOptions {
  readonly keys: readonly SealingKey[];
  readonly access: KeyAccess;
}

/** Turns the secret of a webhook portal link into the credential of the operation that its pages call. */
export class PortalCredentials {
  readonly #options: PortalCredentialsOptions;

  constructor(options: PortalCredentialsOptions) {
    this.#options = options;
  }

  /**
   * The credential of a request with such a secret; undefined without one. Fails with UNAUTHENTICATED for a revoked or expired link, and
   * with PERMISSION_DENIED for a request from another page and for an operation outside the portal.
   */
  async credentialOf(operation: Checked, headers: Headers): Promise<Credential | undefined> {
    if (headers[header] === undefined) return undefined;
    if (!isFromOwnPage(headers))
      throw new Failure("permission_denied", "A link to the webhook pages is valid only for requests of these pages.");
    const opened = this.#opened(headers);
    if (operation.portal !== true || operation.auth !== "apiKey")
      throw new Failure("permission_denied", "A link to the webhook pages opens nothing else.");
    return this.#credentialFor(opened);
  }

  /** What the pages of a link may show about it. Fails with UNAUTHENTICATED for a revoked or expired link. */
  async shown(headers: Headers) {
    const opened = this.#opened(headers);
    const { rights } = await this.#credentialFor(opened);
    const { apiKeyId, expiresAtMs } = opened;
    return { apiKeyId, role: rights.role, expiresAtMs };
  }

  async #credentialFor({ workspaceId, apiKeyId, readOnly, tokenId = "", epoch = 0 }: Opened): Promise<Credential<"apiKey">> {
    const access = await this.#options.access.of(workspaceId, apiKeyId, { tokenId, epoch });
    if (access?.rights === undefined) throw over();
    // A link may do no more than the token that created it may do now.
    const mayHave: Role = readOnly ? "read" : "administrate";
    const role = isHigher(mayHave, access.rights.role) ? access.rights.role : mayHave;
    return { level: "apiKey", workspaceId, apiKeyId, tokenId, ...access, rights: { ...access.rights, role } };
  }

  #opened(headers: Headers): Opened {
    const sealed = headers[header];
    const isText = typeof sealed === "string" && sealed.length <= mostCharacters;
    const opened = isText ? webhookPortalSecret.open(this.#options.keys, sealed) : undefined;
    if (opened === undefined) throw over();
    return opened;
  }
}

function over(): Failure {
  return new Failure("unauthenticated", "This link has ended, or was not made by this installation. Ask for a new one where you found it.");
}
