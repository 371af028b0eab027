import { Code, createClient } from "@connectrpc/connect";
import { until } from "@parley/testing";
import { afterEach, expect, test } from "vitest";
import { createRpcTransport } from "../src/index.ts";
import { connectionBalancer } from "./connection-balancer.ts";
import { type echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";
import { callMany, type Replica, shares, startReplicas } from "./replicas.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Handlers = Parameters<typeof echoRegistration>[0];

async function replicas(count: number, handlersOf: (index: number) => Handlers = () => ({})) {
  const started = await startReplicas(count, handlersOf);
  closing.push(async () => {
    await Promise.all(started.map((replica) => replica.stop()));
  });
  return started;
}

/** A client of a name whose addresses the test decides. */
function clientOf(all: readonly Replica[], options: Partial<Parameters<typeof createRpcTransport>[0]> = {}) {
  const name = { addresses: all.map(({ address }) => address), fails: false };
  const transport = createRpcTransport({
    baseUrl: `http://echo.example:${all[0]?.port}`,
    tokens: [token],
    resolveEveryMs: 20,
    resolve: async () => {
      if (name.fails) throw new Error("no name server");
      return name.addresses;
    },
    ...options,
  });
  closing.push(() => transport.close());
  return { client: createClient(EchoService, transport), name };
}

test("new addresses of a name get their share of calls as soon as it is resolved again", async () => {
  const all = await replicas(4);
  const { client, name } = clientOf(all);
  name.addresses = all.slice(0, 2).map(({ address }) => address);
  await callMany(50, () => client.get({}));
  expect(all.map(({ served }) => served() > 0)).toEqual([true, true, false, false]);

  name.addresses = all.map(({ address }) => address);
  await until(async () => {
    await client.get({});
    return all.every(({ served }) => served() > 0);
  });
  const before = all.map(({ served }) => served());
  await callMany(400, () => client.get({}));

  for (const share of shares(all, before)) {
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.35);
  }
});

test("successive calls go to every address in turn", async () => {
  const all = await replicas(4);
  const { client } = clientOf(all);

  await callMany(80, () => client.change({}), 1);

  expect(shares(all)).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test("a process that is killed costs no call that may be repeated", async () => {
  const all = await replicas(3);
  const { client } = clientOf(all);
  let failed = 0;
  let made = 0;
  const load = callMany(600, async () => {
    made++;
    await client.get({}).catch(() => failed++);
  });

  await until(() => made > 150);
  await all[1]?.stop();
  await load;

  expect(failed).toBe(0);
  expect(made).toBe(600);
});

test("an address where nobody listens fails no call, whether or not it may be repeated", async () => {
  const all = await replicas(3);
  await all[2]?.stop();
  const { client } = clientOf(all);

  await callMany(100, () => client.change({}));

  expect(all.slice(0, 2).reduce((sum, { served }) => sum + served(), 0)).toBe(100);
});

test("a slow address gets fewer calls than the others", async () => {
  const slow: Handlers = { get: () => new Promise((resolve) => setTimeout(() => resolve({}), 50)) };
  const all = await replicas(3, (index) => (index === 0 ? slow : {}));
  const { client } = clientOf(all);

  await callMany(300, () => client.get({}));

  expect(shares(all)[0]).toBeLessThan(0.2);
});

test("an address that a name no longer has gets no further call, and its connections are closed", async () => {
  const all = await replicas(2);
  const [kept, behind] = all as [Replica, Replica];
  const lost = await connectionBalancer("127.0.0.9", kept.port);
  closing.push(() => lost.close());
  lost.backends = [behind];
  const { client, name } = clientOf(all);
  name.addresses = [kept.address, "127.0.0.9"];
  await callMany(20, () => client.get({}));
  expect(lost.connections()).toBeGreaterThan(0);

  name.addresses = [kept.address];
  await until(async () => {
    await client.get({});
    return lost.connections() === 0;
  });
  const before = behind.served();
  await callMany(20, () => client.get({}));

  expect(behind.served()).toBe(before);
});

test("known addresses stay in use while the name server does not respond", async () => {
  const all = await replicas(2);
  const { client, name } = clientOf(all, { resolveEveryMs: 0 });
  await client.get({});
  name.fails = true;

  await callMany(20, () => client.get({}));

  expect(all.reduce((sum, { served }) => sum + served(), 0)).toBe(21);
});

test("a name without addresses fails with UNAVAILABLE, and is called as soon as it has one", async () => {
  const all = await replicas(1);
  const { client, name } = clientOf(all);
  name.addresses = [];
  const error = await client.get({}).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: Code.Unavailable });

  name.addresses = all.map(({ address }) => address);

  expect(await client.get({ text: "a" })).toMatchObject({ text: "a" });
});

test("streams go to every address, and to another when one refuses", async () => {
  const all = await replicas(3);
  await all[2]?.stop();
  const { client } = clientOf(all);

  for (let index = 0; index < 10; index++) {
    for await (const _ of client.count({ number: 1 }));
  }

  for (const { served } of all.slice(0, 2)) expect(served()).toBeGreaterThanOrEqual(3);
});

test("behind one address that divides connections, calls and streams reach processes that came later", async () => {
  const all = await replicas(2);
  const balancer = await connectionBalancer();
  closing.push(() => balancer.close());
  balancer.backends = [all[0] as Replica];
  const transport = createRpcTransport({ baseUrl: balancer.address, tokens: [token], connectionAgeMs: 20 });
  closing.push(() => transport.close());
  const client = createClient(EchoService, transport);
  await client.get({});
  for await (const _ of client.count({ number: 1 }));

  balancer.backends = [all[1] as Replica];
  const before = all[1]?.served() ?? 0;
  await until(async () => {
    await client.get({});
    return (all[1]?.served() ?? 0) > before;
  });
  const calls = all[1]?.served() ?? 0;
  await until(async () => {
    for await (const _ of client.count({ number: 1 }));
    return (all[1]?.served() ?? 0) > calls;
  });
});
