import type { DescMessage } from "@bufbuild/protobuf";

/**
 * A stream of events of one message type. The name ends with its version (`activity.comments.v1`): a message that old consumers would
 * misread goes to a topic of its own.
 */
export interface Topic<Desc extends DescMessage = DescMessage> {
  readonly name: string;
  readonly message: Desc;
}
