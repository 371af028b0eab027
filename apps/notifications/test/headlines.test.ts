import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

test("a headline shows the acting user's stored name if the notification has only the id, while the users service responds", async () => {
  const scene = new Scene(service, "pk_actors");
  const template = { displayHeadlineMessageTemplate: "{actionUser} wrote" };
  service.fakes.profiles.set("dora", { name: "Dora D." });
  await scene.add("by-id", { ...template, actionUser: { userId: "dora" } });
  await scene.add("by-name", { ...template, actionUser: { userId: "dora", name: "D" } });
  await scene.add("unknown", { ...template, actionUser: { userId: "nobody" } });
  const headlines = async (of: { userId?: string; documentId?: string }) =>
    (await service.notifications.getNotifications({ ...scene.place, ...of })).notifications.map((one) => one.displayHeadlineMessage);
  const ofUser = await headlines({ userId: "bob" });
  const ofDocument = await headlines({ documentId: "welcome" });
  const { items } = await service.inbox.readInbox({ ...scene.place, userId: "bob" });
  const { items: own } = await service.notifications.listUserNotifications({ ...scene.place, userId: "bob" });

  const named = ["nobody wrote", "D wrote", "Dora D. wrote"];
  expect([ofUser, ofDocument]).toEqual([named, named]);
  expect(items.map((one) => one.displayHeadlineMessage)).toEqual(named);
  expect(own.map(({ dataJson }) => JSON.parse(dataJson).displayHeadlineMessage)).toEqual(named.toReversed());

  service.fakes.usersAreDown = true;
  try {
    expect(await headlines({ documentId: "welcome" })).toEqual(["nobody wrote", "D wrote", "dora wrote"]);
  } finally {
    service.fakes.usersAreDown = false;
  }
});
