import type { CommentAnnotation } from "@parley/contracts/activity";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { texts } from "../texts.ts";

const statusType = z.enum(["default", "ongoing", "terminal"]);

/** A status in a request: an object, or its id alone. */
export const status = () =>
  z
    .union([
      id(),
      z
        .strictObject({
          id: id().meta({ description: "Id of the status: any word." }),
          name: name().min(1).optional().meta(texts.displayName),
          type: statusType
            .optional()
            .meta({ description: "The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`)." }),
        })
        .meta({ title: "StatusInput" }),
    ])
    .meta({
      description:
        "An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`.",
    });

/** The same for a priority, whose type is free text. */
export const priority = () =>
  z
    .union([
      id(),
      z
        .strictObject({
          id: id().meta({ description: "Id of the priority: any word." }),
          name: name().min(1).optional().meta(texts.displayName),
          type: z.string().min(1).max(100).optional().meta({ description: "The kind of priority, in a word of your choice." }),
        })
        .meta({ title: "PriorityInput" }),
    ])
    .meta({
      description: "An object, or an id alone (any word). `name` defaults to the id.",
    });

type Label = string | { readonly id: string; readonly name?: string | undefined; readonly type?: string | undefined } | null | undefined;

/** The message fields of a status and a priority; empty if they are absent. */
export function toLabels(status: Label, priority: Label) {
  const of = labelOf(status);
  const by = labelOf(priority);
  return { statusName: of.name, statusType: of.type, priorityName: by.name, priorityType: by.type };
}

/** The id of a given label. */
export function idOf(label: Exclude<Label, null | undefined>): string {
  return typeof label === "string" ? label : label.id;
}

function labelOf(label: Label): { name: string; type: string } {
  return typeof label === "object" && label !== null ? { name: label.name ?? "", type: label.type ?? "" } : { name: "", type: "" };
}

/** A status and a priority in a response. */
export const storedStatus = z
  .object({
    id: z.string().meta({ description: "Id of the status: any word." }),
    name: z.string().meta(texts.displayName),
    type: statusType.meta({
      description: "The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`).",
    }),
  })
  .meta({ title: "Status" });
export const storedPriority = z
  .object({
    id: z.string().meta({ description: "Id of the priority: any word." }),
    name: z.string().meta(texts.displayName),
    type: z.string().optional().meta({ description: "The kind of priority, in a word of your choice." }),
  })
  .meta({ title: "Priority" });

export function fromStatus({ status, statusName, statusType }: CommentAnnotation) {
  return { id: status, name: statusName, type: statusType };
}

export function fromPriority({ priority, priorityName, priorityType }: CommentAnnotation) {
  return priority === undefined ? null : { id: priority, name: priorityName, ...(priorityType === "" ? {} : { type: priorityType }) };
}
