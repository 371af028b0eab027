import { notifications } from "@mantine/notifications";
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { failureWords } from "./failure.tsx";

interface Action<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** The queries to reload afterwards. */
  readonly changes?: readonly QueryKey[];
  /** The text shown afterwards; none if the page itself shows the result. */
  readonly done?: string | ((output: Output, input: Input) => string);
  readonly onDone?: (output: Output, input: Input) => void;
}

/** An action of the user: reports its success or failure, and reloads what it has changed. */
export function useAction<Input = void, Output = unknown>({
  run,
  changes = [],
  done,
  onDone,
}: Action<Input, Output>): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: run,
    onSuccess: async (output, input) => {
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (done !== undefined) notifications.show({ color: "green", message: typeof done === "string" ? done : done(output, input) });
      onDone?.(output, input);
    },
    onError: (error) => {
      const { sentence, requestId } = failureWords(error);
      notifications.show({ color: "red", title: sentence, message: requestId === "" ? "" : `Request ${requestId}`, autoClose: 12_000 });
    },
  });
}
