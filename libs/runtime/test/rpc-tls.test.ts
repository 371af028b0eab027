import { Code } from "@connectrpc/connect";
import { RewriterService } from "@parley/contracts/rewriter";
import { Failure } from "@parley/kernel";
import { Authority, testEnvironment } from "@parley/testing";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ConfigError, defineModule, integer, type Module, runProcess } from "../src/index.ts";

const authority = new Authority();
const stranger = new Authority();
const environment = { ...testEnvironment("postgres://unused"), PARLEY_RPC_CALLERS: "caller=parley.rewriter.v1.RewriterService" };

afterAll(() => {
  authority[Symbol.dispose]();
  stranger[Symbol.dispose]();
});

const port = integer("PARLEY_REWRITER_PORT", { description: "A port.", default: 0, min: 0, max: 65_535 });
const nothing = async () => {
  throw new Failure("unimplemented", "Not in this test.");
};

const serving = defineModule({
  name: "serving",
  config: {},
  uses: [],
  serves: { services: [RewriterService], port },
  async mount(host) {
    host.serve(RewriterService, {
      askAi: nothing,
      countRemoval: async () => ({}),
      askAiStream: nothing as never,
      listUsage: async () => ({ nextPageToken: "called" }),
    });
  },
});

function calling(answered: (answer: Promise<string>) => void): Module {
  return defineModule({
    name: "caller",
    config: {},
    uses: [RewriterService],
    async mount(host) {
      host.onStart(async () => {
        const answer = host.client(RewriterService).listUsage({ apiKeyId: "k" }, { timeoutMs: 2_000 });
        answered(answer.then(({ nextPageToken }) => nextPageToken));
      });
    },
  });
}

function tls({ cert, key }: { cert: string; key: string }, ca: string) {
  return { PARLEY_RPC_TLS_CERT: cert, PARLEY_RPC_TLS_KEY: key, PARLEY_RPC_TLS_CA: ca };
}

async function serve(more: Readonly<Record<string, string>>): Promise<number | undefined> {
  const running = await runProcess([serving], { ...environment, ...more });
  onTestFinished(() => running.stop());
  return running.rpcPorts.get("serving");
}

async function call(url: string, more: Readonly<Record<string, string>>): Promise<string> {
  let answer: Promise<string> = Promise.reject(new Error("The other process never called."));
  answer.catch(() => undefined);
  const module = calling((given) => {
    given.catch(() => undefined);
    answer = given;
  });
  const running = await runProcess([module], { ...environment, PARLEY_REWRITER_URL: url, ...more });
  onTestFinished(() => running.stop());
  return answer;
}

test("calls succeed only between processes with certificates of one authority", async () => {
  const ca = authority.certificate;
  const at = await serve(tls(authority.issue("IP:127.0.0.1"), ca));
  const url = `https://127.0.0.1:${at}`;

  expect(await call(url, tls(authority.issue("DNS:caller"), ca))).toBe("called");
  for (const certificates of [{ PARLEY_RPC_TLS_CA: ca }, tls(authority.issue("DNS:caller"), stranger.certificate)]) {
    await expect(call(url, certificates)).rejects.toMatchObject({ code: Code.Unavailable });
  }
  await expect(call(`http://127.0.0.1:${at}`, {})).rejects.toMatchObject({ code: Code.Unavailable });
});

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    "a URL without TLS beside a certificate",
    tls(authority.issue("DNS:a"), authority.certificate),
    /^ {2}- http:\/\/elsewhere:1 must begin with https:\/\/ while PARLEY_RPC_TLS_CERT is set\.$/m,
  ],
  [
    "a URL without TLS beside an authority",
    { PARLEY_RPC_TLS_CA: authority.certificate },
    /http:\/\/elsewhere:1 must begin with https:\/\/ while PARLEY_RPC_TLS_CA is set/,
  ],
  [
    "a certificate without its key",
    { PARLEY_RPC_TLS_CERT: authority.issue("DNS:a").cert },
    /PARLEY_RPC_TLS_CERT and PARLEY_RPC_TLS_KEY must be set together/,
  ],
  [
    "a key without its certificate",
    { PARLEY_RPC_TLS_KEY: authority.issue("DNS:a").key },
    /PARLEY_RPC_TLS_CERT and PARLEY_RPC_TLS_KEY must be set together/,
  ],
  [
    "the key of another certificate",
    { PARLEY_RPC_TLS_CERT: authority.issue("DNS:a").cert, PARLEY_RPC_TLS_KEY: authority.issue("DNS:b").key },
    /cannot be used together/,
  ],
  ["a file that is not there", { PARLEY_RPC_TLS_CA: "/nowhere/ca.pem" }, /neither PEM nor a readable file: \/nowhere\/ca\.pem \(ENOENT\)/],
])("the start is refused, before anything opens, because of %s", async (_what, more, problem) => {
  const opened: string[] = [];
  const module = defineModule({ name: "caller", config: {}, uses: [RewriterService], mount: async () => void opened.push("mounted") });

  const started = runProcess([module], { ...environment, PARLEY_REWRITER_URL: "http://elsewhere:1", ...more });

  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow(problem);
  expect(opened).toEqual([]);
});

test("a process with an authority for its callers and no certificate of its own does not start", async () => {
  const started = runProcess([serving], { ...environment, PARLEY_RPC_TLS_CA: authority.certificate });

  await expect(started).rejects.toThrow(
    "PARLEY_RPC_TLS_CA needs PARLEY_RPC_TLS_CERT and PARLEY_RPC_TLS_KEY in a process that serves RPCs.",
  );
});
