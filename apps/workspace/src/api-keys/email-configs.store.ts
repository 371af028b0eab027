import { type Db, statement } from "@parley/database";

export type EmailType = "default" | "sendgrid" | "smtp";

export interface EmailConfigRow {
  readonly apiKeyId: string;
  readonly emailType: EmailType;
  readonly sealedApiKey: string | null;
  readonly fromEmail: string;
  readonly fromCompany: string;
  readonly commentTemplateId: string;
  readonly tagTemplateId: string;
}

const insert = statement<EmailConfigRow>(
  "workspace.insert_email_config",
  `insert into email_configs (api_key_id, email_type, sealed_api_key, from_email, from_company, comment_template_id, tag_template_id)
   values ($apiKeyId, $emailType, $sealedApiKey, $fromEmail, $fromCompany, $commentTemplateId, $tagTemplateId)`,
);

export async function insertEmailConfig(db: Db, config: EmailConfigRow): Promise<void> {
  await db.run(insert, config);
}
