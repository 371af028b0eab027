import { erasureOwner } from "@parley/erasure";
import { messages } from "../messages.ts";

/** Owns the erasures of API keys. */
export const erasures = erasureOwner("workspace", messages);
