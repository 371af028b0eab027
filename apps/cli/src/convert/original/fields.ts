import { isObject, type Json } from "../model/json.ts";
import { picked } from "../model/reading.ts";

type Check = (value: unknown) => boolean;

const isWord: Check = (value) => typeof value === "string" && value.length <= 1_000;
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isTrue: Check = (value) => value === true;

const ofThread: Readonly<Record<string, Check>> = {
  targetElement: isObject,
  context: isObject,
  pageInfo: isObject,
  commentType: isWord,
  isPageAnnotation: isTrue,
  positionX: isNumber,
  positionY: isNumber,
  screenWidth: isNumber,
  screenHeight: isNumber,
  screenScrollHeight: isNumber,
  screenScrollTop: isNumber,
};

const ofComment: Readonly<Record<string, Check>> = {
  context: isObject,
  progress: isObject,
  isCommentResolverUsed: isTrue,
  isCommentTextAvailable: isTrue,
};

/** The values of the fields that Parley has under the same names. Those of another form, which it would refuse, are `others`. */
export function threadFields(annotation: Json): { readonly details: Json; readonly others: Json } {
  return fieldsOf(annotation, ofThread);
}

/** The same of a comment. */
export function commentFields(comment: Json): { readonly details: Json; readonly others: Json } {
  return fieldsOf(comment, ofComment);
}

function fieldsOf(item: Json, fields: Readonly<Record<string, Check>>): { readonly details: Json; readonly others: Json } {
  const given = Object.entries(picked(item, Object.keys(fields)));
  const isField = ([name, value]: readonly [string, unknown]) => fields[name]?.(value) === true;
  return { details: Object.fromEntries(given.filter(isField)), others: Object.fromEntries(given.filter((each) => !isField(each))) };
}
