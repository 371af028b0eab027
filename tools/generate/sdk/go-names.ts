/** Words that Go writes in capitals anywhere in a name. */
const initialisms: Readonly<Record<string, string>> = {
  Ai: "AI",
  Api: "API",
  Dns: "DNS",
  Html: "HTML",
  Http: "HTTP",
  Id: "ID",
  Ids: "IDs",
  Tls: "TLS",
  Url: "URL",
  Urls: "URLs",
};

/** `organizationId` becomes `OrganizationID`, `apiKeys` `APIKeys`, as Go writes them. */
export function exported(name: string): string {
  const pascal = name
    .replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toUpperCase());
  return pascal.replace(/[A-Z][a-z0-9]*/g, (word) => initialisms[word] ?? word);
}
