import { expect, test } from "vitest";
import { webhookPortalFrame, webhookPortalSecret } from "./webhook-portal.ts";

const first = { id: "k1", key: Buffer.alloc(32, 1) };
const second = { id: "k2", key: Buffer.alloc(32, 2) };
const content = { workspaceId: "ws_1", apiKeyId: "pk_1", readOnly: true, tokenId: "t_1", epoch: 3, expiresAtMs: 2_000 };

test("a link sealed before a rotation opens until its key is removed, and later links are sealed with the newest key", () => {
  const sealed = webhookPortalSecret.seal([first], content);

  expect(webhookPortalSecret.open([second, first], sealed, 1_000)).toEqual(content);
  expect(webhookPortalSecret.open([second], sealed, 1_000)).toBeUndefined();
  const later = webhookPortalSecret.seal([second, first], content);
  expect(webhookPortalSecret.open([second], later, 1_000)).toEqual(content);
});

test("a link opens until it expires, and a value sealed for the frame does not open as a secret", () => {
  const sealed = webhookPortalSecret.seal([first], content);
  const frame = webhookPortalFrame.seal([first], { domains: [], expiresAtMs: 2_000 });

  expect(webhookPortalSecret.open([first], sealed, 1_999)).toEqual(content);
  expect(webhookPortalSecret.open([first], sealed, 2_000)).toBeUndefined();
  expect(webhookPortalSecret.open([first], frame, 1_000)).toBeUndefined();
  for (const text of ["", "made-up", `${sealed.slice(0, -2)}AA`]) expect(webhookPortalSecret.open([first], text, 1_000)).toBeUndefined();
});
