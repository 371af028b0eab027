import type { CommentAnnotation } from "@parley/contracts/activity";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromExtraJson } from "./activity-user.ts";

const statusType = z.enum(["default", "ongoing", "terminal"]);

/** How a page shows a status or a priority; kept as given. */
const look = () => ({
  color: name().min(1).optional().meta({ description: "Its color." }),
  lightColor: name().min(1).optional().meta({ description: "A lighter color, for its background." }),
  svg: z.string().min(1).max(8_192).optional().meta({ description: "An icon, as SVG." }),
  iconUrl: z.string().min(1).max(4_096).optional().meta({ description: "Address of an icon." }),
});

/** The statuses that every API key has, by their types. */
const idsByType = { default: "OPEN", ongoing: "IN_PROGRESS", terminal: "RESOLVED" } as const;

/** A status in a request: an object, or its id alone. */
export const status = () =>
  z
    .union([
      id(),
      z
        .strictObject({
          id: id().optional().meta({ description: "Id of the status: any word. Required without a `type`." }),
          name: name().min(1).optional().meta(texts.displayName),
          type: statusType
            .optional()
            .meta({ description: "The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`)." }),
          ...look(),
        })
        .check(({ value, issues }) => {
          const { id, type } = value;
          if (id === undefined && type === undefined)
            issues.push({ code: "custom", message: "must have an id or a type", path: [], input: value });
        })
        .meta({ title: "StatusInput" }),
    ])
    .meta({
      description:
        "An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`.",
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
          ...look(),
        })
        .meta({ title: "PriorityInput" }),
    ])
    .meta({
      description: "An object, or an id alone (any word). `name` defaults to the id.",
    });

interface GivenLabel {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
}

type Label = string | GivenLabel | null | undefined;

/** The message fields of a status and a priority; empty if they are absent. */
export function toLabels(status: Label, priority: Label) {
  const of = labelOf(status);
  const by = labelOf(priority);
  return {
    statusName: of.name,
    statusType: of.type,
    statusExtraJson: of.extraJson,
    priorityName: by.name,
    priorityType: by.type,
    priorityExtraJson: by.extraJson,
  };
}

/** The id of a given label. */
export function idOf(label: Exclude<Label, null | undefined>): string {
  if (typeof label === "string") return label;
  return label.id ?? idsByType[label.type as keyof typeof idsByType];
}

function labelOf(label: Label): { name: string; type: string; extraJson: string } {
  if (typeof label !== "object" || label === null) return { name: "", type: "", extraJson: "" };
  const { id: _, name = "", type = "", ...extra } = label;
  return { name, type, extraJson: Object.keys(extra).length === 0 ? "" : JSON.stringify(extra) };
}

const storedLook = {
  color: z.string().meta({ description: "Its color; if none was given, that of its type." }),
  lightColor: z.string().optional().meta({ description: "A lighter color, for its background." }),
  svg: z.string().optional().meta({ description: "An icon, as SVG." }),
  iconUrl: z.string().optional().meta({ description: "Address of an icon." }),
};

/** A status and a priority in a response. */
export const storedStatus = z
  .object({
    id: z.string().meta({ description: "Id of the status: any word." }),
    name: z.string().meta(texts.displayName),
    type: statusType.meta({
      description: "The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`).",
    }),
    ...storedLook,
  })
  .meta({ title: "Status" });
export const storedPriority = z
  .object({
    id: z.string().meta({ description: "Id of the priority: any word." }),
    name: z.string().meta(texts.displayName),
    type: z.string().optional().meta({ description: "The kind of priority, in a word of your choice." }),
    ...storedLook,
  })
  .meta({ title: "Priority" });

export function fromStatus({ status, statusName, statusType, statusExtraJson }: CommentAnnotation) {
  return { id: status, name: statusName, type: statusType, ...fromExtraJson(statusExtraJson) };
}

/** Undefined when there is none. */
export function fromPriority({ priority, priorityName, priorityType, priorityExtraJson }: CommentAnnotation) {
  if (priority === undefined) return undefined;
  return { id: priority, name: priorityName, ...(priorityType === "" ? {} : { type: priorityType }), ...fromExtraJson(priorityExtraJson) };
}
