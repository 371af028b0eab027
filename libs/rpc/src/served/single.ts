import { Code, ConnectError } from "@connectrpc/connect";

/** The one message of a stream that must have exactly one. */
export async function single<Item>(items: AsyncIterable<Item>): Promise<Item> {
  let only: { item: Item } | undefined;
  for await (const item of items) {
    if (only !== undefined) throw new ConnectError("The call has more than one message, where only one is allowed.", Code.Unimplemented);
    only = { item };
  }
  if (only === undefined) throw new ConnectError("The call has no message, where one is required.", Code.Unimplemented);
  return only.item;
}

/** A stream of one message. */
export async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
