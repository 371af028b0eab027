import type { CallOptions } from "../calls/client.ts";
import { ChangesOperations } from "../gen/resources.ts";
import { ChangesWatch, type WatchRequest } from "./changes-watch.ts";

/** What happened, in order, from where you were. */
export class Changes extends ChangesOperations {
  /** Follows the changes for as long as it is iterated over, through failures that pass; see `ChangesWatch`. */
  watch(data: WatchRequest = {}, options: CallOptions = {}): ChangesWatch {
    return new ChangesWatch((sent, within) => this.get(sent, within), data, options);
  }
}
