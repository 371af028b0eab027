import { anyPort, EgressRules, parsePorts } from "@parley/egress";
import { expect, test } from "vitest";
import { BlockedAddress, EgressGuard } from "./egress-guard.ts";

const rules = new EgressRules({ networks: [], ports: anyPort });

test("a name with one address that is not public is refused, as is one without addresses", async () => {
  const addresses: Record<string, { address: string; family: number }[]> = {
    "good.example": [
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700:4700::1111", family: 6 },
    ],
    "mixed.example": [
      { address: "8.8.8.8", family: 4 },
      { address: "::ffff:10.0.0.1", family: 6 },
    ],
    "empty.example": [],
  };
  const guard = new EgressGuard(rules, async (host) => addresses[host] ?? []);

  expect(await guard.addressesOf("good.example")).toHaveLength(2);
  await expect(guard.addressesOf("mixed.example")).rejects.toThrow(BlockedAddress);
  await expect(guard.addressesOf("empty.example")).rejects.toThrow(BlockedAddress);
});

test("a port that is not allowed is refused before anything is resolved", () => {
  const guard = new EgressGuard(new EgressRules({ networks: [], ports: parsePorts("443") ?? [] }), async () => []);

  expect(() => guard.refuseUrl(new URL("https://a.example:25/"))).toThrow("Webhooks are not sent to port 25.");
  expect(() => guard.refuseUrl(new URL("https://a.example/"))).not.toThrow();
});
