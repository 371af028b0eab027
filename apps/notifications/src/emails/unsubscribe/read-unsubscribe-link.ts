import { notFound } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { noNames, placeKey } from "../../webhooks/bodies/place-names.ts";

export const readUnsubscribeLink = ({ links, names }: EmailContext): EmailHandler<"readUnsubscribeLink"> => {
  return async ({ token }) => {
    const target = links.open(token);
    if (target === undefined) throw notFound("This link was not issued by this installation.");
    const { organizationName, documentName } = (await names.of([target])).get(placeKey(target)) ?? noNames;
    return { organizationName: organizationName ?? "", documentName: documentName ?? "" };
  };
};
