import { readFileSync } from "node:fs";
import { aMillionTold, generatedNotificationIds, generateNotifications } from "../generators/notifications.ts";
import { startInstallation } from "../installation/installation.ts";
import { createDemo, targetOf } from "./demo.ts";
import { type Measurement, measure, middle, type Shape, type Target } from "./load.ts";

// notifyAll in an organization with a million users, and then the inbox of one of them, compared with an organization of ten; the first and
// a late page of a user with 200,000 notifications; and a walk through all of them.
const rounds = 5;
const roundMs = 1_500;
const { large, small, heavyUser, user } = generatedNotificationIds;

export async function benchNotifications(): Promise<void> {
  await using installation = await startInstallation({ shape: "all-in-one", durable: true });
  const demo = await createDemo(installation);
  const target = targetOf("all-in-one", installation, demo);
  await generateNotifications(installation.databaseUrl, { apiKeyId: demo.apiKey, ...aMillionTold }, (line) => console.log(`  ${line}`));
  await send(target, "/v1/notifications/add", { ...toAll(large, "first"), createOrganization: true, createDocument: true });
  await send(target, "/v1/notifications/add", { ...toAll(small, "first"), createOrganization: true, createDocument: true });

  const far = await tokenOfPage(target, 1_000);
  await compare(target, "tell all users", [add(small), add(large)]);
  await compare(target, "inbox of one of them, page of 50", [
    inbox(small, () => user(3)),
    inbox(large, (n) => user(1 + ((n * 7_919) % 1_000_000))),
  ]);
  await compare(target, "inbox of the user with 200,000, page of 50", [heavyPage("page 1"), heavyPage("page 1,000", far)]);
  await walk(target, installation.gateway.pid);
}

function toAll(organizationId: string, notificationId: string) {
  return {
    organizationId,
    documentId: "page",
    notificationId,
    actionUser: { userId: "actor1" },
    displayHeadlineMessageTemplate: "Hello {recipientUser}",
    notifyAll: true,
  };
}

let added = 0;

function add(organizationId: string): Shape {
  return {
    name: organizationId,
    path: "/v1/notifications/add",
    body: () => JSON.stringify({ data: toAll(organizationId, `bench-${added++}`) }),
  };
}

function inbox(organizationId: string, userOf: (n: number) => string): Shape {
  return {
    name: organizationId,
    path: "/v2/notifications/get",
    body: (n) => JSON.stringify({ data: { organizationId, userId: userOf(n), pageSize: 50 } }),
  };
}

function heavyPage(name: string, pageToken?: string): Shape {
  const body = JSON.stringify({ data: { organizationId: large, userId: heavyUser, pageSize: 50, pageToken } });
  return { name, path: "/v2/notifications/get", body: () => body };
}

// Measured in turns, so that other load on the machine affects both; the median run of each counts.
async function compare(target: Target, what: string, shapes: readonly Shape[]): Promise<void> {
  for (const connections of [1, 16]) {
    const runs = new Map<Shape, Measurement[]>(shapes.map((shape) => [shape, []]));
    for (let round = 0; round < rounds; round++) {
      for (const shape of shapes) runs.get(shape)?.push(await measure(target, shape, connections, roundMs));
    }
    const [base] = [...runs.values()].map(middle);
    for (const [{ name }, measured] of runs) {
      const { requestsPerSecond, p50Ms, p99Ms } = middle(measured);
      const wait = (p50Ms / (base?.p50Ms ?? 1)).toFixed(2);
      console.log(
        `  ${what}: ${name.padEnd(10)} ${String(connections).padStart(2)} conn ${String(Math.round(requestsPerSecond)).padStart(6)}/s  p50 ${p50Ms.toFixed(2)} ms (x${wait})  p99 ${p99Ms.toFixed(2)} ms`,
      );
    }
  }
}

/** The token of the nth page of 50. */
async function tokenOfPage(target: Target, page: number): Promise<string> {
  let token: string | undefined;
  for (let rest = (page - 1) * 50; rest > 0; rest -= 1_000) {
    const data = { organizationId: large, userId: heavyUser, pageSize: Math.min(rest, 1_000), pageToken: token };
    token = (await send(target, "/v2/notifications/get", data)).nextPageToken;
  }
  return token ?? "";
}

/** Get all user data for everything of the user: page times at the start and the end, and the memory used. */
async function walk(target: Target, processId: number): Promise<void> {
  const ids = new Set<string>();
  const times: number[] = [];
  const memory: number[] = [];
  let items = 0;
  let pageToken: string | null = null;
  do {
    const startedMs = performance.now();
    const page = await send(target, "/v2/users/data/get", {
      organizationId: large,
      userId: heavyUser,
      ...(pageToken === null ? {} : { pageToken }),
    });
    times.push(performance.now() - startedMs);
    for (const { notificationId } of page.data.notifications) {
      items++;
      ids.add(notificationId);
    }
    if (times.length % 100 === 0) memory.push(megabytesOf(processId));
    pageToken = page.nextPageToken;
  } while (pageToken !== null);
  const p50 = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  const [first, last] = [p50(times.slice(0, 200)), p50(times.slice(-200))];
  console.log(
    `  all data of a user: ${items} notifications (${ids.size} different) in ${times.length} pages, ${(times.reduce((a, b) => a + b) / 1000).toFixed(1)} s; p50 of the first 200 pages ${first.toFixed(2)} ms, of the last 200 ${last.toFixed(2)} ms (x${(last / first).toFixed(2)}); memory ${memory[0]} MB after 100 pages, at most ${Math.max(...memory)} MB, ${memory.at(-1)} MB at the end`,
  );
}

function megabytesOf(processId: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1] ?? 0) / 1024);
}

// biome-ignore lint/suspicious/noExplicitAny: responses of every type
async function send({ url, headers }: Target, path: string, data: object): Promise<any> {
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify({ data }) });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
  if (result === undefined) throw new Error(`${path} answered ${error?.message}`);
  return result;
}
