import { type Db, sql, statement } from "@parley/database";
import { narrowed, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, emailConfigs, outbox } from "../schema.ts";
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
  sql`insert into ${emailConfigs} (${emailConfigs.apiKeyId}, ${emailConfigs.emailType}, ${emailConfigs.sealedApiKey},
    ${emailConfigs.fromEmail}, ${emailConfigs.fromCompany}, ${emailConfigs.commentTemplateId}, ${emailConfigs.tagTemplateId})
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

/** The stored e-mail configuration of an API key, with defaults when it has none. */
type StoredEmailSettings = ValuesOf<typeof storedEmailSettings>;

const select = statement(
  "workspace.email_settings",
  { apiKeyId: apiKeys.apiKeyId },
  storedEmailSettings,
  sql`select k.${apiKeys.workspaceId}, k.${apiKeys.useEmailService}, k.${apiKeys.linkTemplate}, c.${emailConfigs.sealedApiKey},
    coalesce(c.${emailConfigs.emailType}, 'default') as email_type,
     coalesce(c.${emailConfigs.fromEmail}, '') as from_email, coalesce(c.${emailConfigs.fromCompany}, '') as from_company,
     coalesce(c.${emailConfigs.commentTemplateId}, '') as comment_template_id,
     coalesce(c.${emailConfigs.tagTemplateId}, '') as tag_template_id
   from ${apiKeys} k left join ${emailConfigs} c on c.${emailConfigs.apiKeyId} = k.${apiKeys.apiKeyId}
   where k.${apiKeys.apiKeyId} = $apiKeyId`,
);

/** Undefined when there is no such API key. */
export function selectEmailSettings(db: Db, apiKeyId: string): Promise<StoredEmailSettings | undefined> {
  return db.row(select, { apiKeyId });
}

const lock = statement(
  "workspace.lock_email_settings",
  { apiKeyId: apiKeys.apiKeyId },
  {},
  sql`select from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId for update`,
);

/** Locks and reads the settings for a change, so that no concurrent change is lost. */
export async function lockEmailSettings(db: Db, apiKeyId: string): Promise<StoredEmailSettings | undefined> {
  // A separate statement: a join would continue with the configuration from before it waited.
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
  sql`with changed as (
     update ${apiKeys} set ${apiKeys.useEmailService} = $useEmailService where ${apiKeys.apiKeyId} = $apiKeyId returning ${apiKeys.apiKeyId}
   ), configured as (
     insert into ${emailConfigs} (${emailConfigs.apiKeyId}, ${emailConfigs.emailType}, ${emailConfigs.sealedApiKey},
       ${emailConfigs.fromEmail}, ${emailConfigs.fromCompany}, ${emailConfigs.commentTemplateId}, ${emailConfigs.tagTemplateId})
     select ${apiKeys.apiKeyId}, $emailType, $sealedApiKey, $fromEmail, $fromCompany, $commentTemplateId, $tagTemplateId from changed
     on conflict (${emailConfigs.apiKeyId}) do update set ${emailConfigs.emailType} = excluded.${emailConfigs.emailType},
       ${emailConfigs.sealedApiKey} = excluded.${emailConfigs.sealedApiKey},
       ${emailConfigs.fromEmail} = excluded.${emailConfigs.fromEmail}, ${emailConfigs.fromCompany} = excluded.${emailConfigs.fromCompany},
       ${emailConfigs.commentTemplateId} = excluded.${emailConfigs.commentTemplateId},
       ${emailConfigs.tagTemplateId} = excluded.${emailConfigs.tagTemplateId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select from changed`,
);

/** Writes the settings, and publishes the change to caches. */
export async function updateEmailSettings(db: Db, change: NewSettings): Promise<void> {
  await db.run(update, { ...change, ...credentialsChanged({ workspaceId: "", apiKeyId: change.apiKeyId }) });
}
