import { withConstants } from "@parley/runtime";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { OpenAiServer } from "../support/openai-server.ts";
import { type Parley, type Shape, startParley } from "../support/parley.ts";

/** A workspace with Ask AI, and the provider that it calls. */
export interface AskingWorkspace {
  readonly openAi: OpenAiServer;
  readonly parley: Parley;
  readonly workspace: Workspace;
  readonly workspaceWithKey: (openai: string) => Promise<Workspace>;
  readonly stop: () => Promise<void>;
}

export async function startAskAi(shape: Shape, overrides: Readonly<Record<string, string>> = {}): Promise<AskingWorkspace> {
  const openAi = await OpenAiServer.start();
  // The time limits of other operations are short here, and must not apply to Ask AI.
  const parley = await startParley(shape, {
    PARLEY_OPENAI_BASE_URL: openAi.url,
    ...withConstants({ retryDelayMs: 5 }),
    PARLEY_REWRITER_MAX_CALLS_PER_WORKSPACE: "2",
    ...withConstants({ maxWaitingPerWorkspace: 1 }),
    PARLEY_REQUEST_TIMEOUT_MS: "1000",
    ...withConstants({ rpcTimeoutMs: 1_000 }),
    ...overrides,
  });
  const workspaceWithKey = async (openai: string) => {
    const made = await createWorkspace(parley.url, parley.adminToken);
    await made.owner.data("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai } });
    return made;
  };
  const workspace = await workspaceWithKey("MARKED-main-key-0123456789");
  const stop = async () => {
    await parley.stop();
    await openAi.stop();
  };
  return { openAi, parley, workspace, workspaceWithKey, stop };
}

/** The events of a stream: name and data. */
export function eventsOf(text: string): [string, unknown][] {
  const frames = text.split("\n\n").filter((frame) => frame !== "");
  return frames.map((frame) => {
    const [, event = "", data = "null"] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    return [event, JSON.parse(data)];
  });
}
