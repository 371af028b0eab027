import { until } from "@parley/testing";
import { request } from "undici";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  readonly body: any;
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Aborted when the customer abandons the request. */
  readonly signal?: AbortSignal;
}

/** A customer's server: sends requests to a gateway as documented, or in any wrong way that a test needs. */
export class Customer {
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;

  constructor(url: string, credentials: Readonly<Record<string, string>> = {}) {
    this.url = url;
    this.credentials = credentials;
  }

  /** Sends `{"data": …}` with the customer's credentials. */
  post(path: string, data: unknown, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<HttpAnswer> {
    const all = { "content-type": "application/json", ...this.credentials, ...headers };
    return this.send(path, JSON.stringify({ data }), { headers: all, ...(signal && { signal }) });
  }

  /** Like `post`, but fails unless the response is a success. Returns `result.data`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  async data(path: string, data: unknown): Promise<any> {
    const { status, body } = await this.post(path, data);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.result.data;
  }

  /** Sends exactly these bytes. */
  async send(
    path: string,
    body: string | Buffer | undefined,
    { headers = {}, method = "POST", signal }: SendOptions = {},
  ): Promise<HttpAnswer> {
    const answer = await request(this.url + path, {
      method: method as "POST",
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal && { signal }),
      headersTimeout: 30_000,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** The same server with other credentials. */
  as(credentials: Readonly<Record<string, string>>): Customer {
    return new Customer(this.url, credentials);
  }
}

export interface Workspace {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly authToken: string;
  /** With the credentials of the API key. */
  readonly customer: Customer;
  /** With the credentials of the workspace. */
  readonly owner: Customer;
}

/** A new workspace with a first API key. */
export async function createWorkspace(url: string, adminToken: string): Promise<Workspace> {
  const admin = new Customer(url, { "x-svc-admin-token": adminToken });
  const named = { workspaceName: "Test", ownerEmail: "owner@example.com" };
  // Services that have just been started on a busy machine may not respond in time to the first request.
  const created = await until(async () => {
    const answer = await admin.post("/v2/workspace/create", named);
    return answer.status === 503 ? undefined : answer;
  }, 20_000);
  if (created.status !== 200) throw new Error(`The workspace was not created: ${created.status} ${JSON.stringify(created.body)}`);
  const { id: workspaceId, authToken, apiKeyList, apiKeyAuthToken } = created.body.result.data;
  const [apiKey = ""] = Object.keys(apiKeyList);
  return {
    workspaceId,
    apiKey,
    authToken: apiKeyAuthToken,
    customer: new Customer(url, { "x-svc-api-key": apiKey, "x-svc-auth-token": apiKeyAuthToken }),
    owner: new Customer(url, { "x-svc-workspace-id": workspaceId, "x-svc-auth-token": authToken }),
  };
}
