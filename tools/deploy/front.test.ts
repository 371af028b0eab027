import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort, killWithUs, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { takeProxyHeaders } from "../../apps/gateway/src/http/proxy-protocol.ts";
import { workspaceRoot } from "../workspace-root.ts";

test("a connection without a gateway waits for the next one, which answers everything that was sent", async () => {
  const { url, gatewayPort } = await startFront();
  const answer = textOf(url, "x".repeat(1_000_000));

  await startGateway(gatewayPort, async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.end(`${bytes} bytes`);
  });

  expect(await answer).toBe("1000000 bytes");
});

test("the next gateway behind the port accepts the connections after the first one has left", async () => {
  const { url, gatewayPort } = await startFront();
  const first = await startGateway(gatewayPort, (_request, response) => response.setHeader("connection", "close").end("first"));
  const before = await textOf(url);

  first.close();
  await once(first, "close");
  await startGateway(gatewayPort, (_request, response) => response.end("second"));

  expect([before, await textOf(url)]).toEqual(["first", "second"]);
});

test("a stopping front accepts no further connection and lets open ones end", async () => {
  const { url, port, gatewayPort, front } = await startFront();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await startGateway(gatewayPort, async (_request, response) => {
    asked.resolve();
    await held.promise;
    response.setHeader("connection", "close").end("done");
  });
  const answer = textOf(url);
  await asked.promise;

  const exited = once(front, "exit");
  front.kill("SIGTERM");
  await until(async () => !(await takesConnections(port)));
  held.resolve();

  expect(await answer).toBe("done");
  expect(await exited).toEqual([0, null]);
});

test("the gateway learns each client's address", async () => {
  const { port, gatewayPort } = await startFront();
  await startGateway(gatewayPort, ({ socket }, response) => response.end(socket.remoteAddress));

  const addresses = ["127.0.0.2", "127.0.0.3"];
  const seen = await Promise.all(
    addresses.map(async (localAddress) => {
      const sent = httpRequest({ host: "127.0.0.1", port, localAddress, agent: false }).end();
      const [response] = await once(sent, "response");
      return text(response);
    }),
  );

  expect(seen).toEqual(addresses);
});

async function startFront(): Promise<{ url: string; port: number; gatewayPort: number; front: ChildProcess }> {
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const program = join(workspaceRoot, "deploy/front.ts");
  const front = spawn(process.execPath, [program, String(port), `127.0.0.1:${gatewayPort}`], { stdio: "inherit" });
  killWithUs(front);
  onTestFinished(() => void front.kill("SIGKILL"));
  await until(() => takesConnections(port));
  return { url: `http://127.0.0.1:${port}/`, port, gatewayPort, front };
}

async function startGateway(port: number, serve: RequestListener): Promise<Server> {
  const gateway = createServer(serve);
  takeProxyHeaders(gateway, { most: 100 });
  gateway.listen(port, "127.0.0.1");
  await once(gateway, "listening");
  onTestFinished(() => {
    gateway.close();
    gateway.closeAllConnections();
  });
  return gateway;
}

async function textOf(url: string, body = ""): Promise<string> {
  return (await fetch(url, { method: "POST", body })).text();
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
