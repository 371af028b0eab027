import { EgressRules, networks, parsePorts } from "@parley/egress";
import { MailServer } from "@parley/testing/mail";
import { expect, type TestContext, test } from "vitest";
import { type MailRoute, routeToCustomer, routeToOwnServer } from "../../src/emails/providers/mail-routes.ts";
import { SmtpProvider } from "../../src/emails/providers/smtp-provider.ts";
import { EgressGuard } from "../../src/webhooks/guard/egress-guard.ts";

const never = new AbortController().signal;
const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));

const mail = {
  publicId: "em_1",
  from: { address: "parley@acme.example", name: "" },
  to: { address: "you@acme.example", name: "" },
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  messageId: "<em_1@acme.example>",
  references: "",
  unsubscribeUrl: "",
  templateId: "",
  templateData: {},
};

/** Sends a mail to a server on this machine that offers no TLS, by a route on which only 127.0.0.1 may be plain. */
async function sendBy(addressesOf: MailRoute["addressesOf"], host: string, { onTestFinished }: TestContext) {
  const server = await MailServer.start({ startTls: false, host, users: { u: "secret" } });
  onTestFinished(() => server.stop());
  const provider = new SmtpProvider({
    url: `smtp://u:secret@mail.acme.example:${server.port}`,
    route: { addressesOf, isAllowed: () => true, mayBePlain: (address) => address === "127.0.0.1" },
    connections: 1,
    connectTimeoutMs: 5_000,
    timeoutMs: 5_000,
  });
  onTestFinished(() => provider.close());
  return { server, result: await provider.send(mail, never) };
}

test("a server with one untrusted address gets no password without TLS at any of its addresses", async (context) => {
  const { server, result } = await sendBy(async () => at("127.0.0.1", "127.0.0.2"), "127.0.0.1", context);

  expect(result).toMatchObject({ errorClass: "tls" });
  expect(server.logins).toEqual([]);
});

test("a server whose name resolves elsewhere by the time of the connection gets no password without TLS there", async (context) => {
  const answers = [at("127.0.0.1"), at("127.0.0.2")];
  const { server, result } = await sendBy(async () => answers.shift() ?? at("127.0.0.2"), "127.0.0.2", context);

  expect(result).toMatchObject({ errorClass: "blocked_address" });
  expect(server.logins).toEqual([]);
});

test("without TLS the installation's server may be on this machine or in named networks, a customer's only in named networks", () => {
  const allowed = networks("10.1.0.0/16");
  const own = routeToOwnServer(allowed, false);
  const rules = new EgressRules({ networks: allowed, ports: parsePorts("25,587") ?? [] });
  const customers = routeToCustomer(new EgressGuard(rules, async () => at("8.8.8.8"), "Mails"));
  const addresses = [
    "127.0.0.1",
    "127.255.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.1.2.3",
    "10.2.0.1",
    "8.8.8.8",
    "0.0.0.0",
    "2606:4700::1111",
    "",
  ];

  expect(addresses.filter((address) => own.mayBePlain(address))).toEqual([
    "127.0.0.1",
    "127.255.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.1.2.3",
  ]);
  expect(addresses.filter((address) => customers.mayBePlain(address))).toEqual(["10.1.2.3"]);
  expect(addresses.filter((address) => customers.isAllowed(address))).toEqual(["10.1.2.3", "8.8.8.8", "2606:4700::1111"]);
});

test("a customer's server is refused by its address or port before its name is resolved, the installation's by neither", async () => {
  const resolved: string[] = [];
  const resolve = async (host: string) => {
    resolved.push(host);
    return at("8.8.8.8");
  };
  const customers = routeToCustomer(
    new EgressGuard(new EgressRules({ networks: [], ports: parsePorts("25,587") ?? [] }), resolve, "Mails"),
  );
  const own = routeToOwnServer([], false);

  await expect(customers.addressesOf(new URL("smtp://mail.acme.example:22"))).rejects.toThrow("Mails are not sent to port 22.");
  await expect(customers.addressesOf(new URL("smtp://2130706433"))).rejects.toThrow(
    "127.0.0.1 is or resolves to an address that is not public.",
  );
  await expect(customers.addressesOf(new URL("smtp://mail.1"))).rejects.toThrow("not public");
  expect(resolved).toEqual([]);
  expect(await customers.addressesOf(new URL("smtp://mail.acme.example"))).toEqual(at("8.8.8.8"));
  expect(await own.addressesOf(new URL("smtp://2130706433:22"))).toEqual(at("127.0.0.1"));
  // A name that the system knows but name servers do not.
  expect((await own.addressesOf(new URL("smtp://localhost:22"))).length).toBeGreaterThan(0);
});
