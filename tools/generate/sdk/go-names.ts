/** `organizationId` becomes `OrganizationID`, as Go writes it. */
export function exported(name: string): string {
  const pascal = name
    .replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toUpperCase());
  return pascal
    .replace(/Id(s?)(?![a-z])/g, "ID$1")
    .replace(/Url(?![a-z])/g, "URL")
    .replace(/Html(?![a-z])/g, "HTML")
    .replace(/^Api(?=[A-Z])/, "API");
}
