import { type Db, statement } from "@parley/database";
import { narrowed, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, emailConfigs } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import type { EmailSettings, EmailType } from "./email-settings.ts";

export interface EmailConfigRow {
  readonly apiKeyId: string;
  readonly emailType: EmailType;
  readonly sealedApiKey: string | null;
  readonly fromEmail: string;
  readonly fromCompany: string;
  readonly commentTemplateId: string;
  readonly tagTemplateId: string;
}

const insert = statement(
  "workspace.insert_email_config",
  {
    apiKeyId: emailConfigs.apiKeyId,
    emailType: narrowed<EmailType>(types.text),
    sealedApiKey: emailConfigs.sealedApiKey,
    fromEmail: emailConfigs.fromEmail,
    fromCompany: emailConfigs.fromCompany,
    commentTemplateId: emailConfigs.commentTemplateId,
    tagTemplateId: emailConfigs.tagTemplateId,
  },
  {},
  `insert into email_configs (api_key_id, email_type, sealed_api_key, from_email, from_company, comment_template_id, tag_template_id)
   values ($apiKeyId, $emailType, $sealedApiKey, $fromEmail, $fromCompany, $commentTemplateId, $tagTemplateId)`,
);

export async function insertEmailConfig(db: Db, config: EmailConfigRow): Promise<void> {
  await db.run(insert, config);
}

const storedEmailSettings = {
  workspaceId: apiKeys.workspaceId,
  useEmailService: apiKeys.useEmailService,
  linkTemplate: apiKeys.linkTemplate,
  sealedApiKey: emailConfigs.sealedApiKey,
  emailType: narrowed<EmailType>(types.text),
  fromEmail: types.text,
  fromCompany: types.text,
  commentTemplateId: types.text,
  tagTemplateId: types.text,
};

/** The stored e-mail configuration of an API key, with defaults when none was given. */
type StoredEmailSettings = ValuesOf<typeof storedEmailSettings>;

const select = statement(
  "workspace.email_settings",
  { apiKeyId: apiKeys.apiKeyId },
  storedEmailSettings,
  `select k.workspace_id, k.use_email_service, k.link_template, c.sealed_api_key, coalesce(c.email_type, 'default') as email_type,
     coalesce(c.from_email, '') as from_email, coalesce(c.from_company, '') as from_company,
     coalesce(c.comment_template_id, '') as comment_template_id, coalesce(c.tag_template_id, '') as tag_template_id
   from api_keys k left join email_configs c on c.api_key_id = k.api_key_id
   where k.api_key_id = $apiKeyId`,
);

/** Undefined when there is no such API key. */
export function selectEmailSettings(db: Db, apiKeyId: string): Promise<StoredEmailSettings | undefined> {
  return db.row(select, { apiKeyId });
}

const lock = statement(
  "workspace.lock_email_settings",
  { apiKeyId: apiKeys.apiKeyId },
  {},
  "select from api_keys where api_key_id = $apiKeyId for update",
);

/** Reads the settings in order to change them: of two concurrent changes none is lost. */
export async function lockEmailSettings(db: Db, apiKeyId: string): Promise<StoredEmailSettings | undefined> {
  // A separate statement: one with the join would continue with the configuration from before it waited.
  await db.run(lock, { apiKeyId });
  return selectEmailSettings(db, apiKeyId);
}

type NewSettings = EmailSettings & { readonly apiKeyId: string; readonly sealedApiKey: string | null };

const update = statement(
  "workspace.update_email_settings",
  {
    useEmailService: apiKeys.useEmailService,
    apiKeyId: apiKeys.apiKeyId,
    emailType: narrowed<EmailType>(types.text),
    sealedApiKey: emailConfigs.sealedApiKey,
    fromEmail: emailConfigs.fromEmail,
    fromCompany: emailConfigs.fromCompany,
    commentTemplateId: emailConfigs.commentTemplateId,
    tagTemplateId: emailConfigs.tagTemplateId,
    ...eventParameters,
  },
  {},
  `with changed as (
     update api_keys set use_email_service = $useEmailService where api_key_id = $apiKeyId returning api_key_id
   ), configured as (
     insert into email_configs (api_key_id, email_type, sealed_api_key, from_email, from_company, comment_template_id, tag_template_id)
     select api_key_id, $emailType, $sealedApiKey, $fromEmail, $fromCompany, $commentTemplateId, $tagTemplateId from changed
     on conflict (api_key_id) do update set email_type = excluded.email_type, sealed_api_key = excluded.sealed_api_key,
       from_email = excluded.from_email, from_company = excluded.from_company, comment_template_id = excluded.comment_template_id,
       tag_template_id = excluded.tag_template_id
   ), ${enqueue("exists (select from changed)")}
   select from changed`,
);

/** Writes the settings, and publishes the change to caches. */
export async function updateEmailSettings(db: Db, change: NewSettings): Promise<void> {
  await db.run(update, { ...change, ...credentialsChanged({ workspaceId: "", apiKeyId: change.apiKeyId }) });
}
