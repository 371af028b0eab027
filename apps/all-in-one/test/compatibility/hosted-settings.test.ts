import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostedCustomer, startWithPeople } from "../support/hosted-customer.ts";
import type { Body } from "../support/receiver.ts";

// Settings and activities as code for the hosted product reads and changes them, and paths of it that do not exist here.

let hosted: HostedCustomer;

beforeAll(async () => {
  hosted = await startWithPeople();
});

afterAll(() => hosted?.parley.stop());

const plan = { organizationId: "acme", documentId: "plan" };

test("a dashboard adds activities with metadata, and reads those of one object by page token until there is none", async () => {
  const { customer } = hosted;
  const item = (number: number) => ({
    id: `shipment-${number}`,
    featureType: "custom",
    actionType: "shipment.moved",
    actionUser: { userId: "ada", name: "Ada" },
    targetEntityId: number % 2 === 0 ? "ship-1" : "ship-2",
    displayMessageTemplate: "{{actionUser}} moved it to {{port}}",
    displayMessageTemplateData: { port: `Port ${number}` },
    metadata: { customerTier: "gold", number },
  });
  await customer.data("/v2/activities/add", { ...plan, activities: [0, 1, 2, 3, 4].map(item) });

  const shown: Body[] = [];
  let pageToken: string | null | undefined;
  do {
    const filter = {
      ...plan,
      targetEntityId: "ship-1",
      featureTypes: ["custom"],
      actionTypes: ["shipment.moved"],
      order: "asc",
      pageSize: 2,
    };
    const { body } = await customer.post("/v2/activities/get", { ...filter, ...(pageToken ? { pageToken } : {}) });
    shown.push(...body.result.data);
    pageToken = body.result.pageToken;
  } while (pageToken);

  expect(shown.map(({ id }) => id)).toEqual(["shipment-0", "shipment-2", "shipment-4"]);
  expect(shown[0]).toMatchObject({
    timestamp: expect.any(Number),
    metadata: { apiKey: hosted.apiKey, organizationId: "acme", documentId: "plan", customerTier: "gold", number: 0 },
    displayMessage: "Ada moved it to Port 0",
  });
  for (const name of ["changes", "entityData", "actionIcon", "targetSubEntityId"]) expect(shown[0]).not.toHaveProperty(name);
});

test("the history of a thread is read by its id, and deleted with a document's", async () => {
  const { customer } = hosted;
  const place = { organizationId: "acme", documentId: "history" };
  const thread = { annotationId: "t", commentData: [{ commentId: "c", from: { userId: "ada" }, commentText: "x" }] };
  await customer.data("/v2/commentannotations/add", { ...place, createDocument: true, commentAnnotations: [thread] });

  const [added] = await customer.data("/v2/activities/get", { organizationId: "acme", targetEntityId: "t" });
  const deleted = await customer.data("/v2/activities/delete", place);

  expect(added).toMatchObject({
    featureType: "comment",
    actionType: "comment_annotation.add",
    targetEntityId: "t",
    targetSubEntityId: "c",
  });
  expect(deleted).toMatchObject({ [added.id]: { success: true, id: added.id } });
  expect(await customer.data("/v2/activities/get", place)).toEqual([]);
});

test("a recording is read with its file and its duration", async () => {
  const { customer } = hosted;
  const recording = { recordingId: "r", user: { userId: "ada" }, url: "https://files.example/r.mp4", mimeType: "video/mp4", sizeBytes: 9 };
  await customer.data("/v2/recordings/add", { ...plan, recordings: [{ ...recording, durationMs: 3_725_900 }] });

  const [read] = await customer.data("/v2/recordings/get", plan);

  expect(read).toMatchObject({
    annotationId: "r",
    attachments: [{ attachmentId: expect.any(String), url: "https://files.example/r.mp4", mimeType: "video/mp4", size: 9 }],
    recordedTime: { duration: 3_725_900, display: "01:02:05" },
    metadata: { organizationId: "acme", documentId: "plan" },
  });
});

test("resetting the auth token gives a new one and ends all others", async () => {
  const { owner, customer } = hosted;
  const { apiKey, authToken } = await owner.data("/v2/workspace/apikey/create", { ownerEmail: "b@acme.example", createAuthToken: true });
  const { token: second } = await owner.data("/v2/workspace/authtokens/create", { apiKey });

  const { newAuthToken } = await owner.data("/v2/workspace/authtoken/reset", { apiKey });

  const statusWith = async (token: string) =>
    (await customer.as({ "x-other-api-key": apiKey, "x-other-auth-token": token }).post("/v2/workspace/domains/get", {})).status;
  expect(newAuthToken).toMatchObject({ token: expect.stringMatching(/^sk_/), name: expect.any(String), domains: [] });
  expect(await statusWith(newAuthToken.token)).toBe(200);
  expect(await Promise.all([authToken, second].map(statusWith))).toEqual([401, 401]);
});

describe("settings", () => {
  test("of the activity log are read and changed, and it cannot be turned off", async () => {
    const { customer } = hosted;
    const update = (activityServiceConfig: object) => customer.post("/v2/workspace/activityconfig/update", { activityServiceConfig });

    const changed = await update({ isEnabled: true, immutable: true, triggers: { comment: { "comment.add": true } } });
    expect(changed.body.result.data.activityServiceConfig).toMatchObject({ isEnabled: true, immutable: true });
    expect(await customer.data("/v2/workspace/activityconfig/get", {})).toEqual(changed.body.result.data);
    for (const refused of [{ isEnabled: false }, { triggers: { comment: { "comment.add": false } } }, {}]) {
      expect((await update(refused)).status).toBe(400);
    }
    await update({ immutable: false });
  });

  test("of the entries of comments are read and changed; triggers may say what is so, and delays and batches are refused by name", async () => {
    const { customer } = hosted;
    const update = (config: object) => customer.post("/v2/workspace/notificationconfig/update", config);
    const triggers = { comment: { "comment.add": true, "comment.reaction_add": false }, huddle: {} };

    const changed = await update({ useNotificationService: false, notificationServiceConfig: { triggers } });

    expect(changed.body.result.data).toMatchObject({
      useNotificationService: false,
      notificationServiceConfig: { triggers, delayConfig: { isEnabled: false } },
    });
    expect(await customer.data("/v2/workspace/notificationconfig/get", {})).toEqual(changed.body.result.data);
    expect(await customer.data("/v2/workspace/apikeyconfig/get", {})).toMatchObject({ notifyOfComments: false });
    const refusals: readonly [config: object, message: RegExp][] = [
      [{ delayConfig: { isEnabled: true } }, /delayConfig\.isEnabled must be false/],
      [{ delayConfig: { delaySeconds: 30 } }, /delaySeconds is refused: an entry is in the inbox at once/],
      [{ batchConfig: { user: { maxActivities: 5 } } }, /maxActivities is refused: each event/],
      [{ triggers: { comment: { "comment.add": false } } }, /comment\.add must be true: .*useNotificationService/],
      [{ triggers: { comment: { "comment.reaction_add": true } } }, /reaction_add must be false/],
      [{ triggers: { huddle: { "huddle.join": true } } }, /huddle\.join must be false/],
    ];
    for (const [notificationServiceConfig, message] of refusals) {
      const { status, body } = await update({ notificationServiceConfig });
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect((await update({})).status).toBe(400);
    await update({ useNotificationService: true });
  });

  test("of the bodies of webhooks are read and changed, and what does not exist is refused by name", async () => {
    const { customer } = hosted;
    const update = (config: object) => customer.post("/v2/workspace/advancedwebhookconfig/update", config);

    const changed = await update({ isEnabled: true, encodeData: true });

    const form = { isEnabled: true, encodeData: true, encryptData: false, publicKey: "", enableDataProtection: false };
    expect(changed.body.result.data).toEqual(form);
    expect(await customer.data("/v2/workspace/advancedwebhookconfig/get", {})).toEqual(form);
    expect((await customer.data("/v2/workspace/webhookconfig/get", {})).webhookServiceConfig).toMatchObject({ encodeData: true });
    const refused = await Promise.all([{ isEnabled: false }, { enableDataProtection: true }, { encryptData: true }].map(update));
    expect(refused.map(({ status, body }) => [status, body.error.details[0].field])).toEqual([
      [400, "isEnabled"],
      [400, "enableDataProtection"],
      [400, "publicKey"],
    ]);
  });
});

test.each([
  ["/v2/agents/create", "agents"],
  ["/v1/users/invite/add", "invitations"],
  ["/v2/presence/add", "presence"],
  ["/v2/workspace/email/send-login-link", "login links"],
])("%s answers 404 with what Parley does not have, and the page that lists it", async (path, thing) => {
  const { status, body } = await hosted.customer.post(path, {});

  expect(status).toBe(404);
  expect(body.error).toMatchObject({ status: "NOT_FOUND", message: expect.stringContaining(`Parley has no ${thing}`) });
  expect(body.error.message).toContain("libs/moving-code.md");
});
