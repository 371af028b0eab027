import type { EmailContext, EmailHandler } from "../../context.ts";
import { noNames, placeKey } from "../../webhooks/bodies/place-names.ts";

export const readUnsubscribeLink = ({ targets, names }: EmailContext): EmailHandler<"readUnsubscribeLink"> => {
  return async ({ token }) => {
    const target = await targets.of(token);
    const { organizationName, documentName } = (await names.of([target])).get(placeKey(target)) ?? noNames;
    return { organizationName: organizationName ?? "", documentName: documentName ?? "" };
  };
};
