import type { FieldViolation } from "@parley/kernel";

const known = ["organizationId", "documentId", "annotationId", "commentId"];

/**
 * The violations of a link template, which points into the customer's application and is opened by mail clients. Empty text means no
 * template.
 */
export function linkTemplateViolations(template: string): FieldViolation[] {
  if (template === "") return [];
  const shown = template.slice(0, 100);
  const refuse = (message: string): FieldViolation[] => [{ field: "link_template", message }];
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !known.includes(name));
  if (unknown !== undefined) return refuse(`linkTemplate contains ${unknown[0].slice(0, 100)}; it may contain {${known.join("}, {")}}.`);
  const filled = template.replaceAll(/\{[^{}]*\}/g, "x");
  const url = /[\s\p{Cc}{}]/u.test(filled) ? null : URL.parse(filled);
  if (url === null) return refuse(`linkTemplate must be a URL, not ${shown}.`);
  if (url.protocol !== "https:" && url.protocol !== "http:") return refuse(`linkTemplate must be an http or https URL, not ${shown}.`);
  // Ids must not determine the host.
  if (/^[a-z]+:\/\/[^/?#]*\{/i.test(template)) return refuse(`linkTemplate must name its host, unlike ${shown}.`);
  return [];
}
