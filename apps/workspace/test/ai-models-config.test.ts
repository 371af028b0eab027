import { AiProvider } from "@parley/contracts/workspace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

test("provider keys are written whole, read back masked, kept when not named and removed when empty", async () => {
  const { workspaceId } = await service.workspace();

  const written = await service.client.updateAiModelsConfig({
    workspaceId,
    openai: "sk-openai-0123456789",
    anthropic: "sk-ant-0123456789abcd",
  });
  const changed = await service.client.updateAiModelsConfig({ workspaceId, openai: "", gemini: "AIza-0123456789-zyxw" });

  expect(written.aiModelsConfig).toMatchObject({ openai: "********6789", anthropic: "********abcd", gemini: "" });
  expect(changed.aiModelsConfig).toMatchObject({ openai: "", anthropic: "********abcd", gemini: "********zyxw" });
  expect((await service.client.getAiModelsConfig({ workspaceId })).aiModelsConfig).toEqual(changed.aiModelsConfig);
});

test("a masked key, or one that no header can carry, is refused and changes nothing", async () => {
  const { workspaceId } = await service.workspace();
  const { aiModelsConfig } = await service.client.updateAiModelsConfig({ workspaceId, openai: "sk-openai-0123456789" });

  const failures = await Promise.all(
    ["********6789", "sk with spaces", "sk-\n", "sk-é"].map((openai) =>
      failureOf(service.client.updateAiModelsConfig({ workspaceId, openai, gemini: "new-key" })),
    ),
  );

  for (const failure of failures) expect(failure).toMatchObject({ kind: "invalid_argument", violations: [{ field: "openai" }] });
  expect(failures.map(({ message }) => message).join()).not.toContain("spaces sk");
  expect((await service.client.getAiModelsConfig({ workspaceId })).aiModelsConfig).toEqual(aiModelsConfig);
});

test("an unknown workspace gets no provider keys", async () => {
  expect((await failureOf(service.client.updateAiModelsConfig({ workspaceId: "ws_unknown", openai: "sk-openai-0123456789" }))).kind).toBe(
    "not_found",
  );
  expect((await service.client.getAiModelsConfig({ workspaceId: "ws_unknown" })).aiModelsConfig).toMatchObject({
    openai: "",
    anthropic: "",
    gemini: "",
  });
});

test("a provider's key is read in plain text, only for its own workspace and provider, until it is removed", async () => {
  const { workspaceId } = await service.workspace();
  const other = await service.workspace();
  const keyOf = async (id: string, provider: AiProvider) => (await service.client.getProviderKey({ workspaceId: id, provider })).key;
  await service.client.updateAiModelsConfig({ workspaceId, anthropic: "sk-ant-0123456789abcd", gemini: "AIza-0123456789-zyxw" });

  expect(await keyOf(workspaceId, AiProvider.ANTHROPIC)).toBe("sk-ant-0123456789abcd");
  expect(await keyOf(workspaceId, AiProvider.GEMINI)).toBe("AIza-0123456789-zyxw");
  expect(await keyOf(workspaceId, AiProvider.OPENAI)).toBe("");
  expect(await keyOf(other.workspaceId, AiProvider.ANTHROPIC)).toBe("");
  expect(await keyOf("ws_unknown", AiProvider.ANTHROPIC)).toBe("");
  await service.client.updateAiModelsConfig({ workspaceId, anthropic: "" });
  expect(await keyOf(workspaceId, AiProvider.ANTHROPIC)).toBe("");
});

test("a daily budget is kept when not named, is returned with each key, belongs to its workspace and is removed by 0", async () => {
  const { workspaceId } = await service.workspace();
  const other = await service.workspace();
  const budgetOf = async (id: string) =>
    (await service.client.getProviderKey({ workspaceId: id, provider: AiProvider.OPENAI })).dailyTokenBudget;
  for (const id of [workspaceId, other.workspaceId])
    await service.client.updateAiModelsConfig({ workspaceId: id, openai: "sk-openai-0123456789" });

  const written = await service.client.updateAiModelsConfig({ workspaceId, dailyTokenBudget: 5_000_000_000n });
  const kept = await service.client.updateAiModelsConfig({ workspaceId, gemini: "AIza-0123456789-zyxw" });

  expect(written.aiModelsConfig).toMatchObject({ openai: "********6789", dailyTokenBudget: 5_000_000_000n });
  expect(kept.aiModelsConfig?.dailyTokenBudget).toBe(5_000_000_000n);
  expect([await budgetOf(workspaceId), await budgetOf(other.workspaceId)]).toEqual([5_000_000_000n, 0n]);
  const removed = await service.client.updateAiModelsConfig({ workspaceId, dailyTokenBudget: 0n });
  expect([removed.aiModelsConfig?.dailyTokenBudget, await budgetOf(workspaceId)]).toEqual([0n, 0n]);
});

test("a negative budget is refused", async () => {
  const { workspaceId } = await service.workspace();

  const failure = await failureOf(service.client.updateAiModelsConfig({ workspaceId, dailyTokenBudget: -1n }));

  expect(failure).toMatchObject({ kind: "invalid_argument", violations: [{ field: "daily_token_budget" }] });
});

test("a request for an unspecified or unknown provider's key is refused", async () => {
  const { workspaceId } = await service.workspace();

  for (const provider of [AiProvider.UNSPECIFIED, 9 as AiProvider]) {
    const failure = await failureOf(service.client.getProviderKey({ workspaceId, provider }));
    expect(failure).toMatchObject({ kind: "invalid_argument", violations: [{ field: "provider" }] });
  }
});
