import type { DescMessage } from "@bufbuild/protobuf";
import type { ReceivedEvent } from "./consumer.ts";

const preparedTogether = 16;

/** The `prepare` of a consumer that prepares each event by itself: some at the same time. */
export function preparingEach<Desc extends DescMessage, Prepared>(prepare: (event: ReceivedEvent<Desc>) => Promise<Prepared>) {
  return async (events: readonly ReceivedEvent<Desc>[]): Promise<readonly Prepared[]> => {
    const prepared: Prepared[] = [];
    for (let from = 0; from < events.length; from += preparedTogether)
      prepared.push(...(await Promise.all(events.slice(from, from + preparedTogether).map(prepare))));
    return prepared;
  };
}
