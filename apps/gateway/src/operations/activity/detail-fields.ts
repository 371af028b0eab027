import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { freeForm, name } from "../fields.ts";

/** What a page needs to show a thread, kept and returned as given; null removes it. */
export const threadDetails = () => ({
  targetElement: freeForm().nullable().optional().meta({ description: "The element of the page that the thread is about." }),
  context: freeForm().nullable().optional().meta({ description: "An object of yours, such as what the thread is about." }),
  pageInfo: freeForm().nullable().optional().meta({ description: "The page on which the thread was started." }),
  commentType: name().min(1).nullable().optional().meta({ description: "How the page shows the thread, in a word of your choice." }),
  isPageAnnotation: z.boolean().nullable().optional().meta({ description: "Whether the thread is about the page as a whole." }),
  positionX: distance("Horizontal position in the page."),
  positionY: distance("Vertical position in the page."),
  screenWidth: distance("Width of the author's screen."),
  screenHeight: distance("Height of the author's screen."),
  screenScrollHeight: distance("Height of the page that was scrolled."),
  screenScrollTop: distance("How far it was scrolled."),
  actions: actions(),
});

/** The same of a comment. */
export const commentDetails = () => ({
  context: freeForm().nullable().optional().meta({ description: "An object of yours." }),
  isCommentResolverUsed: z.boolean().nullable().optional().meta({ description: "Whether your page has the text, and not Parley." }),
  isCommentTextAvailable: z.boolean().nullable().optional().meta({ description: "Whether there is a text for the comment." }),
  progress: freeForm().nullable().optional().meta({ description: "How far the work is that the comment reports, as your page shows it." }),
  actions: actions(),
});

const distance = (description: string) => z.number().nullable().optional().meta({ description });

const actions = () =>
  z.array(freeForm()).max(20).nullable().optional().meta({ description: "Actions that your page offers. Parley does not interpret them." });

const threadKeys = Object.keys(threadDetails());
const commentKeys = Object.keys(commentDetails());

/** The details among the values of a request, as JSON text; empty if there are none. */
export const toThreadDetails = (item: object) => jsonOf(item, threadKeys);
export const toCommentDetails = (item: object) => jsonOf(item, commentKeys);

function jsonOf(item: object, keys: readonly string[]): string {
  const given = keys.map((key) => [key, (item as Readonly<Record<string, unknown>>)[key]]).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : JSON.stringify(Object.fromEntries(given));
}

/** The details in a response. */
export const storedThreadDetails = returned(threadDetails());
export const storedCommentDetails = returned(commentDetails());

type Returned<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodOptional<z.ZodType<JsonObject[string]>> };

// Details that were removed are left out.
function returned<Shape extends z.ZodRawShape>(shape: Shape): Returned<Shape> {
  const parts = Object.entries(shape).map(([key, part]) => {
    const given = part as z.ZodOptional<z.ZodNullable<z.ZodType>>;
    return [
      key,
      given
        .unwrap()
        .unwrap()
        .optional()
        .meta({ description: given.meta()?.description ?? "" }),
    ];
  });
  return Object.fromEntries(parts) as Returned<Shape>;
}
