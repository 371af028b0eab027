import { setImmediate as nextTurn } from "node:timers/promises";

/** Collects the questions of one turn of the event loop, and answers them together: each caller gets the answers to all. */
export function askedTogether<Question, Answers>(ask: (questions: readonly Question[]) => Promise<Answers>) {
  let open: { readonly questions: Question[]; readonly answers: Promise<Answers> } | undefined;
  return (questions: readonly Question[]): Promise<Answers> => {
    open ??= begin();
    open.questions.push(...questions);
    return open.answers;
  };

  function begin() {
    const asked: Question[] = [];
    const answers = nextTurn().then(() => {
      open = undefined;
      return ask(asked);
    });
    return { questions: asked, answers };
  }
}
