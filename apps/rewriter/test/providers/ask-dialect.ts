import { askAi, type Outcome, type Question, questionFor, type ways } from "../asking.ts";
import type { Harness, Workspace } from "../harness.ts";
import type { Behaviour } from "./behaviours.ts";
import type { Dialect } from "./dialect.ts";

/** Asks a provider whose calls behave as given, in order; further ones behave like the last. */
export function askDialect(rewriter: () => Harness, dialect: Dialect, way: (typeof ways)[number]) {
  return (
    behaviours: readonly Behaviour[],
    question: Partial<Question> = {},
    workspace: Workspace = rewriter().workspace(),
  ): Promise<Outcome> => {
    rewriter().providers.behave(...behaviours);
    return askAi(rewriter(), way, workspace, { ...questionFor(dialect), ...question });
  };
}
