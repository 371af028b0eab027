import type { AuditListItemActor } from "@parley/sdk";
import { Their } from "../text/their.tsx";

const words = { admin: "the operator", service: "another service", system: "Parley itself" } as const;

/** Who acted: the name of a token or of a session's person, or what acts without one. */
export function actorName({ type, id, name }: AuditListItemActor) {
  if (type === "token" || type === "session") return <Their or={id || type}>{name}</Their>;
  return words[type];
}
