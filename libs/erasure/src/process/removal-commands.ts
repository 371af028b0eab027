import { erasureRequestsTopic } from "@parley/contracts/topics";
import { repeatEventsCommand } from "@parley/messaging";
import type { Command } from "@parley/runtime";
import type { ErasureService } from "../model/plan.ts";

/** The command `repeat-removals`: after a backup was restored, it repeats the erasures since that backup. */
export function removalCommands(schema: ErasureService): Readonly<Record<string, Command>> {
  return {
    "repeat-removals": repeatEventsCommand({
      description: "Repeat the erasures since PARLEY_REPEAT_SINCE, after a backup of that time was restored; the service must be stopped.",
      topic: erasureRequestsTopic,
      schema,
    }),
  };
}
