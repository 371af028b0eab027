import type { ActorType, Outcome } from "@parley/audit";
import { AuditActorType, AuditOutcome } from "@parley/contracts/workspace";

const typeOfActor = {
  token: AuditActorType.TOKEN,
  session: AuditActorType.SESSION,
  admin: AuditActorType.ADMIN,
  service: AuditActorType.SERVICE,
  system: AuditActorType.SYSTEM,
} as const satisfies Record<ActorType, AuditActorType>;

const messageOutcomes = {
  success: AuditOutcome.SUCCESS,
  refused: AuditOutcome.REFUSED,
  failed: AuditOutcome.FAILED,
  unknown: AuditOutcome.UNKNOWN,
} as const satisfies Record<Outcome, AuditOutcome>;

export function actorTypeMessage(stored: string): AuditActorType {
  return typeOfActor[stored as ActorType];
}

export function outcomeMessage(stored: string): AuditOutcome {
  return messageOutcomes[stored as Outcome];
}

/** The stored type of an actor; undefined for a type that this version does not know. */
export function storedActorType(type: AuditActorType): ActorType | undefined {
  return (Object.keys(typeOfActor) as ActorType[]).find((word) => typeOfActor[word] === type);
}

export function storedOutcome(outcome: AuditOutcome): Outcome | undefined {
  return (Object.keys(messageOutcomes) as Outcome[]).find((word) => messageOutcomes[word] === outcome);
}
