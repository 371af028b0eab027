import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { openClient, serve } from "./echo-server.ts";
import { token } from "./echo-service.ts";

const head = [
  "POST /parley.test.v1.EchoService/Get HTTP/1.1",
  "host: echo",
  `authorization: Bearer ${token}`,
  "content-type: application/proto",
];
const call = [...head, "connect-timeout-ms: 100", "content-length: 0", "", ""].join("\r\n");

test("a call whose caller left while the process stood still is not begun, and others' calls are", async () => {
  let begun = 0;
  const { server, port } = await serve({ get: async () => ({ number: ++begun }) });
  const client = openClient(server.address);
  const caller = connect(port, "127.0.0.1");
  caller.write(call);
  await once(caller, "data");

  caller.write(call);
  caller.destroy();
  // The process freezes, as by SIGSTOP.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);

  expect(await Promise.all([client.get({}), client.get({})])).toMatchObject([{ number: 2 }, { number: 3 }]);
  expect(begun).toBe(3);
});
