import { Code, createClient } from "@connectrpc/connect";
import { currentContext } from "@parley/kernel";
import { until } from "@parley/testing";
import { afterEach, expect, test } from "vitest";
import { createRpcTransport } from "../src/index.ts";
import { connectionBalancer } from "./connection-balancer.ts";
import { type echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";
import { type Replica, startReplicas } from "./replicas.ts";

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

test("a read without a response is sent again to another address within its time", async () => {
  const frozen: Handlers = { get: () => new Promise(() => undefined) };
  const all = await replicas(2, (index) => (index === 0 ? frozen : {}));
  const { client } = clientOf(all);

  const answers = await Promise.all([client.get({ text: "a" }, { timeoutMs: 8_000 }), client.get({ text: "b" }, { timeoutMs: 8_000 })]);

  expect(answers.map(({ text }) => text).sort()).toEqual(["a", "b"]);
});

test("a long poll stays with its address for all of its time", async () => {
  const asked: string[] = [];
  const slow: Handlers = {
    async get({ text }) {
      asked.push(text);
      if (text !== "first") await new Promise((resolve) => setTimeout(resolve, 2_500));
      return { text };
    },
  };
  const { client } = clientOf(await replicas(2, () => slow));
  await client.get({ text: "first", waitMs: 1 });

  const { text } = await client.get({ text: "waits", waitMs: 2_500 }, { timeoutMs: 3_500 });

  expect(text).toBe("waits");
  expect(asked).toEqual(["first", "waits"]);
});

test("of many reads without a response only ten are sent again, so that repeats do not double the load of a slow service", async () => {
  let begun = 0;
  const frozen: Handlers = {
    get() {
      begun++;
      return new Promise(() => undefined);
    },
  };
  const all = await replicas(2, () => frozen);
  const { client } = clientOf(all);

  // Half of the time, and no less than 2 s, goes to the first address.
  const calls = Array.from({ length: 60 }, () => client.get({}, { timeoutMs: 2_500 }).catch(({ code }: { code: Code }) => code));

  expect(new Set(await Promise.all(calls))).toEqual(new Set([Code.DeadlineExceeded]));
  expect(begun).toBeGreaterThan(60);
  expect(begun).toBeLessThanOrEqual(70);
});

test("a change without a response is not sent twice", async () => {
  let begun = 0;
  const frozen: Handlers = {
    change() {
      begun++;
      return new Promise(() => undefined);
    },
  };
  const all = await replicas(2, () => frozen);
  const { client } = clientOf(all);

  const error = await client.change({}, { timeoutMs: 300 }).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.DeadlineExceeded });
  await until(() => all.some(({ served }) => served() > 0));
  expect(begun).toBe(1);
});

test("a change whose connection is cut is sent again as a repeat and a newer attempt if it has a repeat key, and not without one", async () => {
  const cut = async (headers: Record<string, string>) => {
    let begun = 0;
    const seen: [isRepetition: boolean | undefined, attempt: number | undefined][] = [];
    const hanging: Handlers = {
      change() {
        begun++;
        seen.push([currentContext()?.isRepetition, currentContext()?.attempt?.number]);
        return begun === 1 ? new Promise(() => undefined) : {};
      },
    };
    const [replica] = (await replicas(1, () => hanging)) as [Replica];
    const balancer = await connectionBalancer("127.0.0.1", 0);
    closing.push(() => balancer.close());
    balancer.backends = [replica];
    const { client } = clientOf([{ ...replica, port: balancer.port }]);
    const answer = client.change({}, { headers }).then(
      () => "answered",
      ({ code }: { code: Code }) => code,
    );
    await until(() => begun === 1);
    balancer.cut();
    return [await answer, ...seen];
  };

  const key = { "x-parley-repeat-key": "key" };
  expect(await cut({ ...key, "x-parley-attempt": "8 1790000000000" })).toEqual(["answered", [false, 8], [true, 9]]);
  expect(await cut(key)).toEqual(["answered", [false, undefined], [true, undefined]]);
  expect(await cut({})).toEqual([Code.Unavailable, [false, undefined]]);
});
