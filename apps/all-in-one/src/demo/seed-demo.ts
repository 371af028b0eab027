import { givenText } from "../settings.ts";
import { demoActivity } from "./demo-activity.ts";
import { type DemoCredentials, writeDemo } from "./demo-credentials.ts";
import { type DemoRequest, demoDirectory } from "./demo-directory.ts";
import { demoNotifications } from "./demo-notifications.ts";
import { demoUsers } from "./demo-users.ts";

/** Fills a demo workspace like a customer's server: over HTTP. Every step may be repeated. */
export async function seedDemo(dataDir: string, gateway: string, environment: NodeJS.ProcessEnv): Promise<DemoCredentials> {
  const prefix = environment.PARLEY_HEADER_PREFIX || "x-svc-";
  const created = await post<{ id: string; authToken: string; apiKeyList: Record<string, object>; apiKeyAuthToken: string }>(
    `${gateway}/v2/workspace/create`,
    { [`${prefix}admin-token`]: givenText("PARLEY_ADMIN_TOKEN", environment) },
    { workspaceName: "Demo", ownerEmail: "demo@example.com" },
  );
  const [apiKey = ""] = Object.keys(created.apiKeyList);
  const demo = {
    workspaceId: created.id,
    workspaceAuthToken: created.authToken,
    apiKey,
    authToken: created.apiKeyAuthToken,
  };
  const headers = { [`${prefix}api-key`]: demo.apiKey, [`${prefix}auth-token`]: demo.authToken };
  await post(`${gateway}/v2/workspace/apikeyconfig/update`, headers, { searchEnabled: true });
  // Sent in order, because later requests depend on earlier ones.
  for (const { path, data } of demoRequests) await post(`${gateway}${path}`, headers, data);
  await writeDemo(dataDir, environment, demo, gateway);
  return demo;
}

async function post<Data>(url: string, headers: Record<string, string>, data: object): Promise<Data> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ data }),
    redirect: "error",
    signal: AbortSignal.timeout(20_000),
  });
  const answer = (await response.json()) as { result?: { data: Data }; error?: { message: string } };
  if (answer.result === undefined) throw new Error(`The demo workspace could not be filled: ${url} responded ${answer.error?.message}`);
  return answer.result.data;
}

/** The requests that fill the demo workspace, with the ids of the documentation's examples. Later requests depend on earlier ones. */
export const demoRequests: readonly DemoRequest[] = [...demoDirectory, ...demoUsers, ...demoActivity, ...demoNotifications];
