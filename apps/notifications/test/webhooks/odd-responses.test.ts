import { once } from "node:events";
import { createServer as createHttp2Server } from "node:http2";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { useWebhooks } from "./use-webhooks.ts";

const { service, endpoint } = useWebhooks();

/** The result of a test event to a URL. */
async function answerOf(rawNotificationUrl: string) {
  service.configure("pk_odd", { rawNotificationUrl });
  const { results } = await service.webhooks.sendTestWebhook({ apiKeyId: "pk_odd", trigger: "comment.add" });
  return results[0]?.attempt;
}

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // What the other side does to a connection that it gave up is no matter here.
    socket.on("error", () => undefined);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** A server that writes these bytes when a request arrives, and closes. */
const saying = (text: string) => listening(createServer((socket) => void socket.once("data", () => socket.end(text))));

test("an endpoint that speaks HTTP/2 without TLS only is said not to respond in HTTP/1.1", async () => {
  const url = await listening(createHttp2Server() as unknown as Server);

  expect(await answerOf(url)).toMatchObject({ errorClass: "connection", error: "The response is not HTTP/1.1." });
});

test("an endpoint whose lines end without a carriage return is said not to respond in HTTP/1.1", async () => {
  const url = await saying("HTTP/1.1 200 OK\ncontent-length: 0\n\n");

  expect(await answerOf(url)).toMatchObject({ errorClass: "connection", error: "The response is not HTTP/1.1." });
});

test("an endpoint that closes the connection before it responds is said to do so", async () => {
  const url = await saying("");

  expect(await answerOf(url)).toMatchObject({ error: "The connection was closed without a response." });
});

test("a redirect is named with its target, without the secret that the endpoint was sent", async () => {
  endpoint.answer = (response) => void response.writeHead(308, { location: "https://www.acme.example/hook?token=0123456789-secret" }).end();
  service.configure("pk_odd", { rawNotificationUrl: endpoint.url() }, { authToken: "0123456789-secret" });

  const { results } = await service.webhooks.sendTestWebhook({ apiKeyId: "pk_odd", trigger: "comment.add" });

  expect(results[0]?.attempt).toMatchObject({
    errorClass: "redirect",
    error: "The endpoint responded 308; redirects to https://www.acme.example/hook?token=[withheld] are not followed.",
  });
});

test("a response 304 is not called a redirect", async () => {
  endpoint.answer = (response) => void response.writeHead(304).end();

  expect(await answerOf(endpoint.url())).toMatchObject({ errorClass: "http_status", error: "The endpoint responded 304." });
});

test("endpoints are asked for responses that are not compressed", async () => {
  endpoint.answer = (response) => void response.end();

  await answerOf(endpoint.url("/plain"));

  expect(endpoint.received.find(({ path }) => path === "/plain")?.headers).toMatchObject({ "accept-encoding": "identity" });
});
