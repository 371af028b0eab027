import { once } from "node:events";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { useWorkspace } from "../support/use-workspace.ts";
import { RawConnection } from "./raw-connection.ts";

// Reading the body at the pace of strangers, a mebibyte a second, would take longer than a request may take to arrive.
const { parley, workspace } = useWorkspace({ PARLEY_RECEIVE_TIMEOUT_MS: "8000" });
const body = Buffer.alloc(30 * 1024 * 1024, "x");

test.each([
  ["a server", "/v2/organizations/get", async () => workspace.customer.credentials],
  ["a page", "/v2/me/threads/get", async () => ({ authorization: `Bearer ${await tokenOfUser()}` })],
])("%s that sends 30 MB before it reads sees that its body is too large, and then the end", async (_, path, credentials) => {
  using connection = await RawConnection.open(parley.url);
  connection.socket.pause();
  connection.head(path, { "content-length": body.length, ...(await credentials()) });
  await new Promise((resolve) => connection.socket.write(body, resolve));

  connection.socket.resume();
  await once(connection.socket, "close");

  expect(connection.text).toMatch(/^HTTP\/1\.1 413 [\s\S]*The body is larger than 1048576 bytes\./);
  expect(connection.text).toMatch(/connection: close/i);
});

test("a body that turns out too large without an announced length is refused alike", async () => {
  using connection = await RawConnection.open(parley.url);
  connection.socket.pause();
  connection.head("/v2/organizations/get", { "transfer-encoding": "chunked", ...workspace.customer.credentials });
  connection.socket.write(`${body.length.toString(16)}\r\n`);
  await new Promise((resolve) => connection.socket.write(body, resolve));
  connection.socket.write("\r\n0\r\n\r\n");

  connection.socket.resume();
  await until(() => connection.text.startsWith("HTTP/1.1 413 "));
});

async function tokenOfUser(): Promise<string> {
  const { customer } = workspace;
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const resources = [{ type: "organization", id: "acme", accessRole: "viewer" }];
  return (await customer.data("/v2/auth/generate_token", { userId: "ada", permissions: { resources } })).token;
}
