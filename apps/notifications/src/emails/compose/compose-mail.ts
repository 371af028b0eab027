import { hash } from "node:crypto";
import type { EmailConfig } from "../config/email-configs.ts";
import type { Sender } from "../config/sender.ts";
import type { OutgoingMail } from "../providers/provider.ts";
import type { DueEmail } from "../queue/due-emails.store.ts";
import type { MailContent, MailItem } from "./mail-content.ts";
import { mailHtml } from "./mail-html.ts";
import { mailText } from "./mail-text.ts";
import { actionOf, oneLine, subjectOf } from "./sentences.ts";

type Composed = Pick<DueEmail, "apiKeyId" | "publicId" | "organizationId" | "documentId" | "annotationId">;

interface Composition {
  readonly mail: Composed;
  readonly config: EmailConfig;
  readonly to: { readonly address: string; readonly name: string };
  /** The installation's sender, for keys without their own. */
  readonly defaultFrom: Sender;
  readonly organizationName: string;
  readonly documentName: string;
  /** Oldest first, never empty. */
  readonly items: readonly MailItem[];
  readonly more: number;
  readonly unsubscribeUrl: string;
}

/** Composes a mail. */
export function composeMail(composition: Composition): OutgoingMail {
  const { mail, config, to, items } = composition;
  const { organizationId, documentId, annotationId } = mail;
  const from = fromOf(config, composition.defaultFrom);
  const commentId = items.findLast((item) => item.commentId !== "")?.commentId ?? "";
  const content: MailContent = {
    recipientName: to.name,
    organizationName: composition.organizationName,
    documentName: composition.documentName,
    company: config.fromCompany,
    items,
    more: composition.more,
    link: linkOf(config.linkTemplate, { organizationId, documentId, annotationId, commentId }),
    unsubscribeUrl: composition.unsubscribeUrl,
  };
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const isTag = items.some(({ kind }) => kind === "tag");
  return {
    publicId: mail.publicId,
    from,
    to: { address: to.address, name: oneLine(to.name) },
    subject: subjectOf(content),
    text: mailText(content),
    html: mailHtml(content),
    messageId: `<${mail.publicId}@${domain}>`,
    references: annotationId === "" ? "" : `<${threadOf(mail)}@${domain}>`,
    unsubscribeUrl: composition.unsubscribeUrl,
    templateId: isTag ? config.tagTemplateId : config.commentTemplateId,
    templateData: templateDataOf(content, isTag),
  };
}

function fromOf({ type, fromEmail, fromCompany }: EmailConfig, defaultFrom: Sender): OutgoingMail["from"] {
  const { address, name } = type === "default" || fromEmail === "" ? defaultFrom : { address: fromEmail, name: "" };
  return { address, name: oneLine(fromCompany) || name };
}

// The Message-ID by which clients group a conversation; its ids are hashed because mail servers see them.
function threadOf({ apiKeyId, organizationId, documentId, annotationId }: Composed): string {
  return `thread_${hash("sha256", [apiKeyId, organizationId, documentId, annotationId].join("\0"), "hex").slice(0, 32)}`;
}

/** The data for a dynamic template of SendGrid. */
function templateDataOf(content: MailContent, isTag: boolean): OutgoingMail["templateData"] {
  const { items, more, ...rest } = content;
  return {
    ...rest,
    subject: subjectOf(content),
    isTag,
    count: items.length + more,
    items: items.map((item) => ({
      kind: item.kind,
      action: actionOf(item),
      from: item.from,
      text: item.text,
      commentId: item.commentId,
      at: item.atMs,
    })),
  };
}

/** The target of a link. */
interface LinkTarget {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly commentId: string;
}

/** The customer's link template, filled in; empty without one. Ids are escaped as data of a URL. */
function linkOf(template: string, target: LinkTarget): string {
  return template.replaceAll(/\{(organizationId|documentId|annotationId|commentId)\}/g, (_, name: keyof LinkTarget) =>
    encodeURIComponent(target[name].toWellFormed()),
  );
}
