import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

test("keys with search enabled are listed, page by page, of every workspace; others and deleted ones are not", async () => {
  const [first, second, off, gone] = await Promise.all(Array.from({ length: 4 }, () => service.workspace()));
  for (const key of [first, second, off, gone])
    await service.client.updateApiKeyConfig({ apiKeyId: key?.apiKeyId ?? "", searchEnabled: true });
  await service.client.updateApiKeyConfig({ apiKeyId: off?.apiKeyId ?? "", searchEnabled: false });
  await service.client.deleteApiKey({ workspaceId: gone?.workspaceId ?? "", apiKeyId: gone?.apiKeyId ?? "" });

  const listed: string[] = [];
  let pageToken = "";
  do {
    const page = await service.client.listSearchKeys({ pageSize: 1, pageToken });
    expect(page.apiKeyIds.length).toBeLessThanOrEqual(1);
    listed.push(...page.apiKeyIds);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");

  expect(listed).toEqual([first?.apiKeyId, second?.apiKeyId].sort());
});

test("keys with a retention of their own are listed, page by page, of every workspace; others and deleted ones are not", async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => service.workspace()));
  const [first, second, third, gone] = all;
  for (const [index, key] of [first, second, third, gone].entries()) {
    await service.client.updateApiKeyConfig({ apiKeyId: key?.apiKeyId ?? "", retention: { activitiesDays: index + 1 } });
  }
  await service.client.updateApiKeyConfig({ apiKeyId: third?.apiKeyId ?? "", retention: { activitiesDays: 0, mailsDays: 9 } });
  await service.client.deleteApiKey({ workspaceId: gone?.workspaceId ?? "", apiKeyId: gone?.apiKeyId ?? "" });

  const listed = new Map<string, unknown>();
  let pageToken = "";
  do {
    const page = await service.client.listKeyRetentions({ pageSize: 1, pageToken });
    expect(page.retentions.length).toBeLessThanOrEqual(1);
    for (const { apiKeyId, retention } of page.retentions) listed.set(apiKeyId, [retention?.activitiesDays, retention?.mailsDays]);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");

  expect(all.map(({ apiKeyId }) => listed.get(apiKeyId))).toEqual([[1, undefined], [2, undefined], [undefined, 9], undefined, undefined]);
});
