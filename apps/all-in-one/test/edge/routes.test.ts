import { setTimeout as delay } from "node:timers/promises";
import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Customer } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { RawConnection } from "./raw-connection.ts";

interface RouteBounds {
  readonly method: string;
  readonly path: string;
  readonly openTo: string;
  readonly bodyBytes: number;
  readonly unreadTimeoutMs: number;
  readonly unfinishedRequests: number;
}

interface Server {
  readonly url: string;
  readonly routes: readonly RouteBounds[];
}

const unreadTimeoutMs = 500;
const opsToken = "ops-token-of-a-test";
const mebibyte = 1024 * 1024;

let parley: Parley;
let gateway: Server;
let ops: Server;

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    ...withConstants({ unreadTimeoutMs }),
    PARLEY_OPS_TOKEN: opsToken,
    PARLEY_PUBLIC_URL: "http://127.0.0.1:1",
    // Nobody signs in with this provider, but it makes its routes exist.
    PARLEY_OIDC_ISSUER: "http://127.0.0.1:1",
    PARLEY_OIDC_CLIENT_ID: "parley",
    PARLEY_OIDC_CLIENT_SECRET: "secret",
    PARLEY_OIDC_GRANTS: "support=ws_1:act",
  });
  const opsUrl = `http://127.0.0.1:${parley.opsPort}`;
  gateway = { url: parley.url, routes: await routesAt(`${opsUrl}/routes`) };
  ops = { url: opsUrl, routes: await routesAt(opsUrl) };
});

afterAll(() => parley?.stop());

async function routesAt(url: string): Promise<RouteBounds[]> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${opsToken}` } });
  const { routes } = (await response.json()) as { routes: (RouteBounds & { route: string })[] };
  return routes.map(({ route, ...bounds }) => {
    const [method = "", path = ""] = route.split(" ");
    return { ...bounds, method, path: path.replace("*", "assets/none.js") };
  });
}

test("the lists contain every kind of route", () => {
  const gatewayPaths = ["/livez", "/readyz", "/docs", "/openapi.json", "/console", "/console/session", "/console/portal", "/unsubscribe"];
  const others = ["/console/oidc/sign-in", "/console/oidc/callback", "/console/codes", "/mcp", "/v2/users/get", "/v1/users/get"];

  expect(gateway.routes.map(({ path }) => path)).toEqual(expect.arrayContaining([...gatewayPaths, ...others]));
  expect(ops.routes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/livez", "/readyz", "/metrics", "/dead-letters", "/routes", "/"]),
  );
});

describe.each([
  ["gateway", () => gateway],
  ["ops port", () => ops],
] as const)("every route of the %s", (_, server) => {
  /** Checks every route. The check returns what is wrong with a route, or undefined. */
  async function each(check: (route: RouteBounds) => Promise<unknown>): Promise<void> {
    const failed: string[] = [];
    const queue = [...server().routes];
    expect(queue.length).toBeGreaterThan(5);
    const work = async () => {
      for (let route = queue.pop(); route !== undefined; route = queue.pop()) {
        const problem = await check(route);
        if (problem !== undefined) failed.push(`${route.method} ${route.path}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: 32 }, work));
    expect(failed).toEqual([]);
  }

  /** The status of the response to a head whose body is not sent. */
  async function answerTo({ method, path }: RouteBounds, bytes: number, headers: Record<string, string> = {}): Promise<string> {
    using connection = await RawConnection.open(server().url);
    connection.head(path, { host: "localhost", "content-length": bytes, ...headers }, method);
    await until(() => connection.text.includes("\r\n\r\n"));
    return connection.text;
  }

  test("declares its bounds", async () => {
    await each(async ({ openTo, bodyBytes, unreadTimeoutMs: unread, unfinishedRequests }) =>
      openTo !== "" && bodyBytes >= 0 && unread > 0 && unfinishedRequests > 0 ? undefined : "a bound is missing",
    );
  });

  test("refuses a body larger than its maximum before a byte of it is read", async () => {
    await each(async (route) => {
      const text = await answerTo(route, route.bodyBytes + 1, route.openTo === "operators" ? { authorization: `Bearer ${opsToken}` } : {});
      const status = Number(text.split(" ")[1]);
      return status === 413 || status === 401 || status === 403
        ? undefined
        : `answered ${status} to a body of ${route.bodyBytes + 1} bytes`;
    });
  });

  test("answers unauthenticated clients only if it is open to everyone", async () => {
    await each(async ({ method, path, openTo }) => {
      const headers = method === "POST" ? { "content-type": "application/json" } : {};
      const { status } = await new Customer(server().url).send(path, undefined, { method, headers });
      const isRefused = status === 401 || status === 403;
      return isRefused === (openTo !== "everyone") ? undefined : `answered a stranger with ${status}, and is open to ${openTo}`;
    });
  });

  test("answers an unauthenticated client that does not wait for responses four times at once, and then ten times a second", async () => {
    await each(async ({ method, path, unfinishedRequests }) => {
      using connection = await RawConnection.open(server().url);
      const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`;
      const beganMs = performance.now();
      connection.socket.write(head.repeat(unfinishedRequests * 20));
      await delay(1_500);
      const answers = connection.text.split("HTTP/1.1 ").length - 1;
      // An answer takes a tenth of a second on average, and at least half of that.
      const most = 5 + (performance.now() - beganMs) / 50;
      return answers > 0 && answers <= most ? undefined : `${answers} of ${unfinishedRequests * 20} requests were answered`;
    });
  });
});

test("an unknown path serves no more requests of a client than others", async () => {
  using connection = await RawConnection.open(parley.url);
  connection.head("/nowhere", { "content-length": mebibyte });
  await until(() => connection.text !== "");
  expect(connection.text).toMatch(/^HTTP\/1\.1 404 /);

  using greedy = await RawConnection.open(parley.url);
  greedy.socket.write("GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n".repeat(300));
  await delay(500);
  expect(greedy.text.split("HTTP/1.1 ").length - 1).toBeLessThan(60);
});
