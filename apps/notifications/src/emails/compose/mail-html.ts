import type { MailContent, MailItem } from "./mail-content.ts";
import { quoteOf, reasonOf } from "./mail-text.ts";
import { actionOf, cut, oneLine, subjectOf } from "./sentences.ts";

// Colours are repeated on every element: many clients drop the style sheet, and those with their own dark mode use these.
const style = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
    a { color: #1d4ed8; }
    @media (max-width: 620px) { .card { border-radius: 0 !important; } .pad { padding: 20px !important; } .button { display: block !important; text-align: center; } }
    @media (prefers-color-scheme: dark) {
      .page { background: #111318 !important; }
      .card { background: #1c1f26 !important; border-color: #343943 !important; }
      .strong { color: #f3f4f6 !important; }
      .plain { color: #d6d9e0 !important; }
      .faint, .faint a { color: #9aa1ad !important; }
      .quote { border-color: #4b6bfb !important; }
      .button { background: #4b6bfb !important; color: #ffffff !important; }
    }`;

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** A mail as HTML: suited to narrow and dark screens; it loads nothing, and all text written by people is escaped. */
export function mailHtml(content: MailContent): string {
  const { items, more, link, company, unsubscribeUrl, organizationName, documentName } = content;
  const subject = escaped(subjectOf(content));
  const place = [organizationName, documentName].filter((name) => name !== "").map((name) => escaped(oneLine(name)));
  return `<!doctype html>
<html lang="en" dir="auto">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${subject}</title>
  <style>${style}
  </style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden">${escaped(cut(oneLine(items.map(quoteOf).join(" ")), 120))}</div>
<table class="page" ${table} style="background:#f3f4f6"><tr><td align="center" style="padding:24px 0">
<table class="card" ${table} style="max-width:600px;background:#ffffff;border:1px solid #e2e5ea;border-radius:12px"><tr><td class="pad" style="padding:28px 32px">
${place.length === 0 ? "" : `<p class="faint" style="${font};font-size:13px;line-height:18px;margin:0 0 6px;color:#5f6673">${place.join(" › ")}</p>\n`}<h1 class="strong" style="${font};font-size:20px;line-height:27px;margin:0 0 20px;color:#14171f;overflow-wrap:anywhere">${subject}</h1>
${items.map((item) => itemHtml(item, items.length === 1)).join("\n")}
${more === 0 ? "" : `<p class="faint" style="${font};font-size:14px;line-height:20px;margin:0 0 20px;color:#5f6673">There ${more === 1 ? "is 1 more" : `are ${more} more`} before these.</p>\n`}${link === "" ? "" : `<p style="margin:24px 0 0"><a class="button" href="${escaped(link)}" style="${font};display:inline-block;background:#1d4ed8;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;padding:12px 22px;border-radius:8px">Open the discussion</a></p>\n`}</td></tr></table>
<p class="faint" style="${font};font-size:12px;line-height:18px;margin:16px 20px 0;color:#5f6673">${escaped(reasonOf(oneLine(company)))}${
    unsubscribeUrl === "" ? "" : `<br><a href="${escaped(unsubscribeUrl)}" style="color:#5f6673">Unsubscribe</a>`
  }</p>
</td></tr></table>
</body>
</html>
`;
}

// With a single item the heading already contains the action.
function itemHtml(item: MailItem, isOnly: boolean): string {
  const quote = quoteOf(item);
  const action = `<p class="strong" style="${font};font-size:15px;line-height:21px;font-weight:600;margin:0 0 6px;color:#14171f;overflow-wrap:anywhere">${escaped(actionOf(item))}</p>`;
  const said = `<div class="quote plain" dir="auto" style="${font};font-size:15px;line-height:23px;margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid #1d4ed8;color:#2c313b;overflow-wrap:anywhere">${escaped(quote).replaceAll("\n", "<br>")}</div>`;
  return [...(isOnly ? [] : [action]), ...(quote === "" ? [] : [said])].join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
