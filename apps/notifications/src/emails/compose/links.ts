/** What a link leads to. */
interface LinkTarget {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly commentId: string;
}

/** The customer's link template, filled in; empty without one. Ids are data of a URL, whatever they hold. */
export function linkOf(template: string, target: LinkTarget): string {
  return template.replaceAll(/\{(organizationId|documentId|annotationId|commentId)\}/g, (_, name: keyof LinkTarget) =>
    encodeURIComponent(target[name].toWellFormed()),
  );
}
