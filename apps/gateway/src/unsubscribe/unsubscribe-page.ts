type Page =
  | { readonly state: "asked"; readonly token: string; readonly organizationName: string; readonly documentName: string }
  | { readonly state: "done" | "unknown" | "away" };

const texts = {
  done: ["You are unsubscribed", "You will receive no more of these e-mails."],
  unknown: [
    "This link is not valid",
    "Open it again from the e-mail, exactly as written there. It becomes invalid when its document or its recipient is deleted; no such e-mails are sent then.",
  ],
  away: ["Something went wrong", "Please try again in a moment."],
} as const;

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; display: grid; min-height: 100vh; place-items: center; background: #f3f4f6; color: #14171f; }
  main { background: #fff; border-radius: 12px; padding: 28px 32px; margin: 16px; max-width: 440px; overflow-wrap: anywhere; }
  h1 { font-size: 20px; margin: 0 0 8px; }
  p { margin: 0 0 20px; }
  button { font: inherit; font-weight: 600; width: 100%; padding: 12px; margin: 0 0 10px; border-radius: 8px; border: 1px solid #1d4ed8; cursor: pointer; }
  .first { background: #1d4ed8; color: #fff; }
  .second { background: transparent; color: inherit; }
  @media (prefers-color-scheme: dark) { body { background: #111318; color: #f3f4f6; } main { background: #1c1f26; } }`;

/** The page behind the unsubscribe link of an e-mail. */
export function unsubscribePage(page: Page): string {
  const [title, content] =
    page.state === "asked" ? ["Unsubscribe", question(page)] : [texts[page.state][0], `<p>${texts[page.state][1]}</p>`];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}
</style>
</head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`;
}

function question({ token, organizationName, documentName }: Extract<Page, { state: "asked" }>): string {
  const document = documentName === "" ? "this document" : `“${escaped(documentName)}”`;
  const organization = organizationName === "" ? "this organization" : `“${escaped(organizationName)}”`;
  return `<p>Stop receiving e-mails about discussions in ${document}?</p>
<form method="post" action="/unsubscribe?token=${encodeURIComponent(token)}">
<button class="first" name="scope" value="document">Unsubscribe from ${document}</button>
<button class="second" name="scope" value="organization">Unsubscribe from all of ${organization}</button>
</form>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
