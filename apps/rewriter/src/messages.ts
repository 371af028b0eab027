import { messageStore } from "@parley/messaging";

/** The service's outbox, inbox, dead letters and work. */
export const messages = messageStore("rewriter");
