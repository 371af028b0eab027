import { erasureOwner } from "@parley/erasure";
import { messages } from "../messages.ts";

/** Owns the removals of users' data. */
export const erasures = erasureOwner("users", messages);
