import type { CallOptions } from "../calls/client.ts";
import { ChangesOperations } from "../gen/resources.ts";
import { ChangesWatch, type WatchRequest } from "./changes-watch.ts";

/** The feed of changes, in order, from a cursor on. */
export class Changes extends ChangesOperations {
  /** Follows the changes for as long as it is iterated over, through temporary failures; see `ChangesWatch`. */
  watch(data: WatchRequest = {}, options: CallOptions = {}): ChangesWatch {
    return new ChangesWatch((sent, within) => this.get(sent, within), data, options);
  }
}
