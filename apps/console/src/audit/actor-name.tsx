import type { AuditListItemActor } from "@parley/sdk";
import { Their } from "../text/their.tsx";

const words = { admin: "the operator", service: "another service", system: "Parley itself" } as const;

/** The name of an actor: that of a token or of a session's person, or a fixed one for others. */
export function actorName({ type, id, name }: AuditListItemActor) {
  if (type === "token" || type === "session") return <Their or={id || type}>{name}</Their>;
  return words[type];
}
