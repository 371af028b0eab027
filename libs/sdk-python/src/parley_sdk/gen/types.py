# Made by `npm run generate` from the list of operations.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class WorkspacesCreateRequest(TypedDict):
    #: Name of the workspace.
    workspaceName: NotRequired[str]
    #: E-mail address of the owner.
    ownerEmail: str
    #: Name for people.
    name: NotRequired[str]
    #: URL of a picture.
    avatar: NotRequired[str]



class WorkspacesCreateAnswer(TypedDict):
    #: Id of the workspace.
    id: str
    #: Name for people.
    name: str
    #: The owner of the workspace.
    owner: WorkspaceOwner
    #: Keyed by API key, the oldest 1,000; `/v2/workspace/apikeys/get` lists all.
    apiKeyList: Mapping[str, ListedApiKey]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Of the workspace.
    authToken: str
    #: Of the API key.
    apiKeyAuthToken: str



class WorkspaceOwner(TypedDict):
    #: Id of the owner.
    id: str
    #: Name for people.
    name: str
    #: E-mail address.
    email: str
    #: URL of a picture.
    avatar: str



class ListedApiKey(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    id: str
    #: Name of the API key.
    apiKeyName: str
    #: What the API key is for: `testing` or `production`.
    type: Literal["testing", "production"]



class WorkspacesGetRequest(TypedDict):
    pass



class WorkspacesGetAnswer(TypedDict):
    #: Id of the workspace.
    id: str
    #: Name for people.
    name: str
    #: The owner of the workspace.
    owner: WorkspaceOwner
    #: Keyed by API key, the oldest 1,000; `/v2/workspace/apikeys/get` lists all.
    apiKeyList: Mapping[str, ListedApiKey]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class ApiKeysCreateRequest(TypedDict):
    #: E-mail address of the owner.
    ownerEmail: str
    #: Name of the API key.
    apiKeyName: NotRequired[str]
    #: What the API key is for: `testing` or `production`.
    type: NotRequired[Literal["testing", "production"]]
    #: Makes a token for the new API key.
    createAuthToken: NotRequired[bool]
    #: The plan.
    planInfo: NotRequired[ApiKeysCreateRequestPlanInfo]
    #: Whether there is a plan of your own.
    customPlanInfo: NotRequired[bool]
    #: Your plan's data; free-form.
    customPlanInfoData: NotRequired[Mapping[str, Any]]
    #: The domains on which the API key may be used.
    allowedDomains: NotRequired[Sequence[str]]
    #: Adds `localhost` and `127.0.0.1` to the allowed domains.
    addLocalHostToAllowedDomains: NotRequired[bool]
    #: Whether e-mails are sent.
    useEmailService: NotRequired[bool]
    #: Whether webhooks are sent.
    useWebhookService: NotRequired[bool]
    #: The provider of e-mails and what it needs.
    emailServiceConfig: NotRequired[NewEmailServiceConfig]
    #: The endpoints and what is sent to them.
    webhookServiceConfig: NotRequired[WebhookServiceConfigInput]



class ApiKeysCreateRequestPlanInfo(TypedDict):
    #: Name of the plan.
    type: NotRequired[str]



class NewEmailServiceConfig(TypedDict):
    #: Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`).
    type: NotRequired[Literal["default", "sendgrid", "smtp"]]
    #: SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password.
    apiKey: NotRequired[str]
    #: Address that e-mails come from.
    fromEmail: NotRequired[str]
    #: Name of the company that e-mails come from.
    fromCompany: NotRequired[str]
    #: The provider's id of the template for comments.
    commentTemplateId: NotRequired[str]
    #: The provider's id of the template for tagged users.
    tagTemplateId: NotRequired[str]



class WebhookServiceConfigInput(TypedDict):
    #: Sent to both URLs as `Authorization: Basic <authToken>`.
    authToken: NotRequired[Optional[str]]
    #: Where raw events are sent: what happened, with the whole thread.
    rawNotificationUrl: NotRequired[Optional[str]]
    #: Where processed events are sent: who has to be notified of what.
    processedNotificationUrl: NotRequired[Optional[str]]
    #: Sends bodies as base64 of their JSON.
    encodeData: NotRequired[Optional[bool]]
    #: Needs a usable `publicKey`.
    encryptData: NotRequired[Optional[bool]]
    #: RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines.
    publicKey: NotRequired[Optional[str]]
    #: Which events are sent.
    triggers: NotRequired[Optional[WebhookTriggersInput]]


WebhookTriggersInput = TypedDict(
    "WebhookTriggersInput",
    {
        "comment_annotation.add": "NotRequired[Optional[bool]]",
        "comment.add": "NotRequired[Optional[bool]]",
        "comment.update": "NotRequired[Optional[bool]]",
        "comment.delete": "NotRequired[Optional[bool]]",
        "comment_annotation.status_change": "NotRequired[Optional[bool]]",
        "comment_annotation.assign": "NotRequired[Optional[bool]]",
        "comment_annotation.priority_change": "NotRequired[Optional[bool]]",
        "comment.reaction_add": "NotRequired[Optional[bool]]",
        "comment.reaction_delete": "NotRequired[Optional[bool]]",
    },
)


class ApiKeysCreateAnswer(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The token that was created; only with `createAuthToken`.
    authToken: NotRequired[str]



class ApiKeysListRequest(TypedDict):
    #: How the name begins, or the whole id.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class ApiKeysListItem(TypedDict):
    #: The API key itself.
    id: str
    #: Name of the API key.
    apiKeyName: str
    #: E-mail address of the owner.
    ownerEmail: str
    #: What the API key is for: `testing` or `production`.
    type: Literal["testing", "production"]
    #: The plan.
    planInfo: Optional[ApiKeysListItemPlanInfo]
    #: Whether there is a plan of your own.
    customPlanInfo: bool
    #: Your plan's data; free-form.
    customPlanInfoData: Optional[Mapping[str, Any]]
    #: Whether e-mails are sent.
    useEmailService: bool
    #: Whether webhooks are sent.
    useWebhookService: bool
    #: The provider of e-mails and what it needs.
    emailServiceConfig: Optional[ApiKeysListItemEmailServiceConfig]
    #: Whether requests with its credentials are refused.
    disabled: bool
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class ApiKeysListItemPlanInfo(TypedDict):
    #: Name of the plan.
    type: str



class ApiKeysListItemEmailServiceConfig(TypedDict):
    #: Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`).
    type: Literal["default", "sendgrid", "smtp"]
    #: Masked but for its last four characters.
    apiKey: Optional[str]
    #: Address that e-mails come from.
    fromEmail: str
    #: Name of the company that e-mails come from.
    fromCompany: str
    #: The provider's id of the template for comments.
    commentTemplateId: str
    #: The provider's id of the template for tagged users.
    tagTemplateId: str



class ApiKeysUpdateRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Name of the API key.
    apiKeyName: str



class AuthTokensCreateRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Name for people.
    name: NotRequired[str]
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: NotRequired[Optional[int]]



class AuthTokensCreateAnswer(TypedDict):
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Name for people.
    name: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]



class AuthTokensListRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str



class AuthTokensListAnswer(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The tokens of the API key.
    authTokens: Sequence[AuthTokensListAnswerAuthToken]



class AuthTokensListAnswerAuthToken(TypedDict):
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Name for people.
    name: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]



class AuthTokensRevokeRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The secret token.
    token: NotRequired[str]
    #: Identifies the token when it is revoked; not a secret.
    tokenId: NotRequired[str]



class ApiKeysSetDisabledRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Whether requests with the credentials of the API key are refused.
    disabled: bool



class ApiKeysSetDisabledAnswer(TypedDict):
    #: Whether requests with the credentials of the API key are refused.
    disabled: bool



class ApiKeysDeleteRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str



class ApiKeysDeleteAnswer(TypedDict):
    #: Id of the job.
    jobId: str
    #: How many tasks the job has.
    tasksCount: int



class WorkspaceTokensCreateRequest(TypedDict):
    #: Name for people.
    name: NotRequired[str]
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: NotRequired[Optional[int]]



class WorkspaceTokensCreateAnswer(TypedDict):
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: In clear; it cannot be read again.
    token: str
    #: Name for people.
    name: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]



class WorkspaceTokensListRequest(TypedDict):
    pass



class WorkspaceTokensListAnswer(TypedDict):
    #: The tokens of the workspace.
    tokens: Sequence[WorkspaceTokensListAnswerToken]



class WorkspaceTokensListAnswerToken(TypedDict):
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Masked but for its last four characters.
    token: str
    #: Name for people.
    name: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]



class WorkspaceTokensRevokeRequest(TypedDict):
    #: The secret token.
    token: NotRequired[str]
    #: Identifies the token when it is revoked; not a secret.
    tokenId: NotRequired[str]



class AiUpdateModelsRequest(TypedDict):
    #: The keys of the providers, read back masked, and the daily budget.
    aiModelsConfig: AiUpdateModelsRequestAiModelsConfig



class AiUpdateModelsRequestAiModelsConfig(TypedDict):
    #: The key for OpenAI.
    openai: NotRequired[Optional[str]]
    #: The key for Anthropic.
    anthropic: NotRequired[Optional[str]]
    #: The key for Gemini.
    gemini: NotRequired[Optional[str]]
    #: Most tokens, input and output, that all API keys of the workspace use on one day in UTC; null for no bound.
    dailyTokenBudget: NotRequired[Optional[int]]



class AiUpdateModelsAnswer(TypedDict):
    #: The keys of the providers, read back masked, and the daily budget.
    aiModelsConfig: AiUpdateModelsAnswerAiModelsConfig



class AiUpdateModelsAnswerAiModelsConfig(TypedDict):
    #: Masked except for its last four characters; null when none is set.
    openai: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    anthropic: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    gemini: Optional[str]
    #: Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit.
    dailyTokenBudget: Optional[int]



class AiGetModelsRequest(TypedDict):
    pass



class AiGetModelsAnswer(TypedDict):
    #: The keys of the providers, read back masked, and the daily budget.
    aiModelsConfig: AiGetModelsAnswerAiModelsConfig



class AiGetModelsAnswerAiModelsConfig(TypedDict):
    #: Masked except for its last four characters; null when none is set.
    openai: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    anthropic: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    gemini: Optional[str]
    #: Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit.
    dailyTokenBudget: Optional[int]



class DomainsAddRequest(TypedDict):
    #: Domains, with or without a scheme; one leading `*.` is allowed.
    domains: Sequence[str]



class DomainsAddAnswer(TypedDict):
    #: The domains that were added, in their stored form.
    domainsAdded: Sequence[str]



class DomainsListRequest(TypedDict):
    pass



class DomainsListAnswer(TypedDict):
    #: The domains on which the API key may be used.
    allowedDomains: Sequence[str]



class DomainsDeleteRequest(TypedDict):
    #: Domains, with or without a scheme; one leading `*.` is allowed.
    domains: Sequence[str]



class DomainsDeleteAnswer(TypedDict):
    #: The domains that were removed.
    domainsRemoved: Sequence[str]



class WebhooksUpdateConfigRequest(TypedDict):
    #: Whether webhooks are sent.
    useWebhookService: NotRequired[bool]
    #: The endpoints and what is sent to them.
    webhookServiceConfig: NotRequired[WebhookServiceConfigInput]



class WebhooksGetConfigRequest(TypedDict):
    pass



class WebhooksGetConfigAnswer(TypedDict):
    #: Whether webhooks are sent.
    useWebhookService: bool
    #: The endpoints and what is sent to them.
    webhookServiceConfig: WebhookServiceConfig



class WebhookServiceConfig(TypedDict):
    #: Masked but for its last four characters.
    authToken: Optional[str]
    #: Where raw events are sent: what happened, with the whole thread.
    rawNotificationUrl: Optional[str]
    #: Where processed events are sent: who has to be notified of what.
    processedNotificationUrl: Optional[str]
    #: Sends bodies as base64 of their JSON.
    encodeData: bool
    #: Encrypts bodies with `publicKey`.
    encryptData: bool
    #: Your RSA public key (SPKI or PKCS#1, base64 with or without PEM lines, at least 2048 bits).
    publicKey: Optional[str]
    #: All nine triggers; empty until the first one is set.
    triggers: Mapping[str, bool]



class WebhooksGetSecretRequest(TypedDict):
    pass



class WebhooksGetSecretAnswer(TypedDict):
    #: `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it.
    secret: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When the last earlier secret stops signing; null if none does.
    previousSignsUntil: Optional[int]



class WebhooksRotateSecretRequest(TypedDict):
    pass



class WebhooksRotateSecretAnswer(TypedDict):
    #: `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it.
    secret: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When the last earlier secret stops signing; null if none does.
    previousSignsUntil: Optional[int]



class EmailsUpdateConfigRequest(TypedDict):
    #: Whether e-mails are sent.
    useEmailService: NotRequired[bool]
    #: The provider of e-mails and what it needs.
    emailServiceConfig: NotRequired[EmailServiceConfigInput]



class EmailServiceConfigInput(TypedDict):
    #: Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`).
    type: NotRequired[Optional[Literal["default", "sendgrid", "smtp"]]]
    #: SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password.
    apiKey: NotRequired[Optional[str]]
    #: Address that e-mails come from.
    fromEmail: NotRequired[Optional[str]]
    #: Name of the company that e-mails come from.
    fromCompany: NotRequired[Optional[str]]
    #: A dynamic template of SendGrid.
    commentTemplateId: NotRequired[Optional[str]]
    #: A dynamic template of SendGrid.
    tagTemplateId: NotRequired[Optional[str]]



class EmailsGetConfigRequest(TypedDict):
    pass



class EmailsGetConfigAnswer(TypedDict):
    #: Whether e-mails are sent.
    useEmailService: bool
    #: The provider of e-mails and what it needs.
    emailServiceConfig: EmailServiceConfig



class EmailServiceConfig(TypedDict):
    #: Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`).
    type: Literal["default", "sendgrid", "smtp"]
    #: Masked but for its last four characters.
    apiKey: Optional[str]
    #: Address that e-mails come from.
    fromEmail: Optional[str]
    #: Name of the company that e-mails come from.
    fromCompany: Optional[str]
    #: The provider's id of the template for comments.
    commentTemplateId: Optional[str]
    #: The provider's id of the template for tagged users.
    tagTemplateId: Optional[str]



class ApiKeysUpdateConfigRequest(TypedDict):
    #: Whether Get users and Delete folder may be called.
    advancedQueriesEnabled: NotRequired[bool]
    #: Whether activities are kept from being changed.
    activityLogImmutable: NotRequired[bool]
    #: An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.
    linkTemplate: NotRequired[Optional[str]]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: NotRequired[bool]



class ApiKeysUpdateConfigAnswer(TypedDict):
    #: Whether Get users and Delete folder may be used.
    advancedQueriesEnabled: bool
    #: Whether activities are kept from being changed.
    activityLogImmutable: bool
    #: The URL in your application that mails link to; null for none.
    linkTemplate: Optional[str]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: bool



class ApiKeysGetConfigRequest(TypedDict):
    pass



class ApiKeysGetConfigAnswer(TypedDict):
    #: Whether Get users and Delete folder may be used.
    advancedQueriesEnabled: bool
    #: Whether activities are kept from being changed.
    activityLogImmutable: bool
    #: The URL in your application that mails link to; null for none.
    linkTemplate: Optional[str]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: bool



class ApiKeysGetOverviewRequest(TypedDict):
    #: How many of the latest minutes.
    minutes: NotRequired[int]
    #: How many minutes are added up into one step; steps are counted from midnight in UTC.
    stepMinutes: NotRequired[int]



class ApiKeysGetOverviewAnswer(TypedDict):
    #: Requests with credentials of the API key, not counting the console's.
    requests: int
    #: Requests that were answered with a status of 400 to 499.
    clientErrors: int
    #: Requests that were answered with a status of 500 or more.
    serverErrors: int
    #: 95th percentile of the response time in milliseconds, in steps up to 10,000; null without requests.
    p95Ms: Optional[int]
    #: How many minutes a step has.
    stepMinutes: int
    #: When the oldest figures of the API key began; null when there are none.
    since: Optional[int]
    #: Each step, oldest first.
    minutes: Sequence[ApiKeysGetOverviewAnswerMinute]



class ApiKeysGetOverviewAnswerMinute(TypedDict):
    #: When the step began.
    at: int
    #: Requests with credentials of the API key, not counting the console's.
    requests: int
    #: Requests that were answered with a status of 400 to 499.
    clientErrors: int
    #: Requests that were answered with a status of 500 or more.
    serverErrors: int
    #: 95th percentile of the response time in milliseconds, in steps up to 10,000; null without requests.
    p95Ms: Optional[int]
    #: Maximum number of unfinished webhook deliveries at any moment of the step.
    waitingDeliveries: int
    #: Maximum number of unfinished e-mails at any moment of the step.
    waitingMails: int
    #: Maximum number of incomplete removals at any moment of the step.
    openRemovals: int



class OrganizationsAddRequest(TypedDict):
    #: The organizations.
    organizations: Sequence[OrganizationInput]



class OrganizationInputKnown(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: null removes the name.
    organizationName: NotRequired[Optional[str]]


OrganizationInput = Union[OrganizationInputKnown, Dict[str, Any]]


class BatchEntryWithId(TypedDict):
    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Only of a failure.
    code: NotRequired[str]
    #: Id of the item.
    id: str



class OrganizationsListRequest(TypedDict):
    #: Ids of organizations.
    organizationIds: NotRequired[Sequence[str]]
    #: For a single id: NOT_FOUND when there is no such thing, in place of an empty list.
    one: NotRequired[bool]
    #: How the name begins, or the whole id.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class OrganizationsListItemKnown(TypedDict):
    #: The same as `organizationId`.
    id: str
    #: Id of the organization.
    organizationId: str
    #: Name of the organization.
    organizationName: Optional[str]
    #: The service's own id of the organization; the `id` in results of batches.
    internalId: str
    #: Whether the organization is closed to users.
    disabled: bool
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int


OrganizationsListItem = Union[OrganizationsListItemKnown, Dict[str, Any]]


class OrganizationsRetrieveRequest(TypedDict):
    #: 
    organizationId: str



class OrganizationsUpdateRequest(TypedDict):
    #: The organizations.
    organizations: Sequence[OrganizationInput]



class OrganizationsSetDisabledRequest(TypedDict):
    #: Ids of organizations.
    organizationIds: Sequence[str]
    #: Whether the organization is closed to users.
    disabled: bool



class OrganizationsDeleteRequest(TypedDict):
    #: Ids of organizations.
    organizationIds: Sequence[str]



class FoldersAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: The folders.
    folders: Sequence[FolderInput]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]



class FolderInputKnown(TypedDict):
    #: Id of the folder.
    folderId: str
    #: null removes the name.
    folderName: NotRequired[Optional[str]]
    #: If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder.
    parentFolderId: NotRequired[Optional[str]]


FolderInput = Union[FolderInputKnown, Dict[str, Any]]


class FoldersListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Ids of folders.
    folderIds: NotRequired[Sequence[str]]
    #: For a single id: NOT_FOUND when there is no such thing, in place of an empty list.
    one: NotRequired[bool]
    #: Id of the folder that it lies in.
    parentFolderId: NotRequired[str]
    #: How many levels of folders are read below each.
    maxDepth: NotRequired[int]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class FolderKnown(TypedDict):
    #: Id of the folder.
    folderId: str
    #: Name of the folder.
    folderName: Optional[str]
    #: `root` for a folder at the top level.
    parentFolderId: str
    #: Its ancestors, starting with `root`.
    ancestors: Sequence[str]
    #: The folders directly in it; absent at the lowest level that was asked for.
    subFolders: NotRequired[Sequence[Folder]]
    #: The response was too large to include all `subFolders`; request them with `parentFolderId`.
    mayHaveMoreSubFolders: NotRequired[bool]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int


Folder = Union[FolderKnown, Dict[str, Any]]


class FoldersRetrieveRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: How many levels of folders are read below each.
    maxDepth: NotRequired[int]
    #: 
    folderId: str



class FoldersUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: The folders.
    folders: Sequence[FolderInput]



class DocumentsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: The documents.
    documents: Sequence[DocumentInput]
    #: For documents that do not name a folder themselves.
    folderId: NotRequired[Optional[str]]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the folder when it does not exist.
    createFolder: NotRequired[bool]



class DocumentInputKnown(TypedDict):
    #: Id of the document.
    documentId: str
    #: null removes the name.
    documentName: NotRequired[Optional[str]]
    #: If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder.
    folderId: NotRequired[Optional[str]]


DocumentInput = Union[DocumentInputKnown, Dict[str, Any]]


class DocumentsListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: For a single id: NOT_FOUND when there is no such thing, in place of an empty list.
    one: NotRequired[bool]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class DocumentsListItemKnown(TypedDict):
    #: The same as `documentId`.
    id: str
    #: Id of the document.
    documentId: str
    #: Name of the document.
    documentName: Optional[str]
    #: null if it is in no folder.
    folderId: Optional[str]
    #: Whether the document itself is disabled; a disabled organization disables access to it too.
    disabled: bool
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int


DocumentsListItem = Union[DocumentsListItemKnown, Dict[str, Any]]


class DocumentsRetrieveRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: 
    documentId: str



class DocumentsUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: The documents.
    documents: Sequence[DocumentInput]



class DocumentsMoveRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Id of the folder.
    folderId: str



class DocumentsSetDisabledRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Whether the document is closed to users.
    disabled: bool



class DocumentsSetDisabledAnswerEntry(TypedDict):
    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Only of a failure.
    code: NotRequired[str]
    #: Whether the document is closed to users.
    disabled: bool



class LocationsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The locations.
    locations: Sequence[LocationInput]



class LocationInputKnown(TypedDict):
    #: Id of the location.
    id: Union[str, float]
    #: null removes the name.
    locationName: NotRequired[Optional[str]]


LocationInput = Union[LocationInputKnown, Dict[str, Any]]


class LocationsListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of locations.
    locationIds: NotRequired[Sequence[Union[str, float]]]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class LocationsListItemKnown(TypedDict):
    #: Id of the location.
    id: str
    #: Name of the location.
    locationName: Optional[str]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int


LocationsListItem = Union[LocationsListItemKnown, Dict[str, Any]]


class LocationsUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The locations.
    locations: Sequence[LocationInput]



class LocationsDeleteDataRequest(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Secret token of the API key (`sk_…`).
    authToken: str
    #: Id of the organization.
    organizationId: NotRequired[str]
    #: Id of the document.
    documentId: str
    #: Matched by `id` if it is given, else by `locationName`.
    location: LocationsDeleteDataRequestLocation



class LocationsDeleteDataRequestLocationKnown(TypedDict):
    #: Id of the location.
    id: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]


LocationsDeleteDataRequestLocation = Union[LocationsDeleteDataRequestLocationKnown, Dict[str, Any]]


class LocationsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of locations.
    locationIds: Sequence[Union[str, float]]



class DocumentsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]



class FoldersDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the folder.
    folderId: str



class UsersAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: The users.
    users: Sequence[UserInput]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the document when it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the folder when it does not exist.
    createFolder: NotRequired[bool]



class UserInputKnown(TypedDict):
    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[Optional[str]]
    #: E-mail address.
    email: NotRequired[Optional[str]]


UserInput = Union[UserInputKnown, Dict[str, Any]]


class UsersUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: The users.
    users: Sequence[UserInput]



class GroupsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: The groups.
    organizationUserGroups: Sequence[GroupInput]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]



class GroupInput(TypedDict):
    #: Id of the group.
    groupId: str
    #: Name of the group.
    groupName: NotRequired[Optional[str]]



class GroupsListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of groups.
    groupIds: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class GroupsListItem(TypedDict):
    #: Id of the group.
    groupId: str
    #: Name of the group.
    groupName: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int



class GroupsAddUsersRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the group.
    organizationUserGroupId: str
    #: Ids of users.
    userIds: Sequence[str]



class GroupMemberResult(TypedDict):
    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Only of a failure.
    code: NotRequired[str]
    #: Id of the group.
    organizationUserGroupId: str



class UsersListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Ids of users.
    userIds: NotRequired[Sequence[str]]
    #: For a single id: NOT_FOUND when there is no such thing, in place of an empty list.
    one: NotRequired[bool]
    #: Only members of one of these groups.
    organizationUserGroupIds: NotRequired[Sequence[str]]
    #: The users of all documents of the organization.
    allDocuments: NotRequired[bool]
    #: Answers the users by document; needs `allDocuments`.
    groupByDocumentId: NotRequired[bool]
    #: How the name, the last word of it, the e-mail address or the id begins.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class UserKnown(TypedDict):
    #: E-mail address.
    email: str
    #: Name for people.
    name: str
    #: Id of the user.
    userId: str


User = Union[UserKnown, Dict[str, Any]]


class UsersRetrieveRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: 
    userId: str



class UsersGetDataRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: str
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class UsersGetDataAnswer(TypedDict):
    #: The comments of the user, as they are stored.
    comments: Sequence[Mapping[str, Any]]
    #: The reactions.
    reactions: Sequence[Mapping[str, Any]]
    #: The recordings.
    recordings: Sequence[Mapping[str, Any]]
    #: The notifications.
    notifications: Sequence[Mapping[str, Any]]



class GroupsDeleteUsersRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the group.
    organizationUserGroupId: str
    #: Ids of users.
    userIds: NotRequired[Sequence[str]]
    #: Removes all users of the group; excludes `userIds`.
    deleteAll: NotRequired[bool]



class GroupsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of groups.
    groupIds: Sequence[str]



class UsersDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Ids of users.
    userIds: Sequence[str]



class UsersDeleteDataRequest(TypedDict):
    #: Ids of users.
    userIds: Sequence[str]
    #: Ids of organizations.
    organizationIds: NotRequired[Sequence[str]]



class UsersDeleteDataAnswer(TypedDict):
    #: Id of the job.
    jobId: str
    #: How many tasks the job has.
    tasksCount: int



class UsersGetDataDeletionRequest(TypedDict):
    #: Id of the job.
    jobId: str



class UsersGetDataDeletionAnswer(TypedDict):
    #: Whether everything is removed.
    isDeleteCompleted: bool
    #: How many tasks are left; never rises.
    tasksLeft: int
    #: When the last task was completed, in milliseconds since the epoch; 0 before the first.
    lastTaskCompletedTime: int



class RemovalsListRequest(TypedDict):
    #: Only this one.
    jobId: NotRequired[str]
    #: Only those that are running or paused.
    openOnly: NotRequired[bool]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class RemovalsListItem(TypedDict):
    #: Id of the job.
    jobId: str
    #: What is removed. Which one is not recorded.
    kind: Literal["user", "organization", "folder", "document", "location"]
    #: How far the removal is; a paused one goes on when it is resumed.
    state: Literal["running", "paused", "completed"]
    #: What was written later stays.
    requestedAt: int
    #: 0 before the first task is done.
    lastTaskCompletedTime: int
    #: How many tasks the job has.
    tasksCount: int
    #: Never rises.
    tasksLeft: int
    #: Rows removed or changed by finished tasks.
    rowsErased: int
    #: Maximum number of rows that each task removes per second; 0 for no limit.
    rowsPerSecond: int
    #: Empty when the removal is complete.
    tasks: Sequence[RemovalsListItemTask]



class RemovalsListItemTask(TypedDict):
    #: Whose task it is.
    service: str
    #: What of the service it looks through.
    collection: str
    #: 1 removes, 2 checks again, 3 removes the rows by which others were found.
    stage: int
    #: Whether nothing is left of it.
    done: bool



class RemovalsPauseRequest(TypedDict):
    #: Id of the job.
    jobId: str



class RemovalsResumeRequest(TypedDict):
    #: Id of the job.
    jobId: str



class ThreadsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The threads, at most 1,000.
    commentAnnotations: Sequence[NewThread]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class NewThread(TypedDict):
    #: Id of the thread.
    annotationId: NotRequired[str]
    #: An object, or just an id (any word). `name` defaults to the id, `type` to the type of the ids `OPEN` (default), `IN_PROGRESS` (ongoing) and `RESOLVED` (terminal), and to default for other ids.
    status: NotRequired[Union[str, StatusInput]]
    #: An object, or just an id (any word). `name` defaults to the id.
    priority: NotRequired[Union[str, PriorityInput]]
    #: A word of yours for the kind of thread.
    type: NotRequired[str]
    #: The place within the document.
    location: NotRequired[LocationRefInput]
    #: The user to whom the thread is assigned.
    assignedTo: NotRequired[NamedUserInput]
    #: Your own keys and values, kept as given.
    metadata: NotRequired[Mapping[str, Any]]
    #: The comments.
    commentData: NotRequired[Sequence[NewComment]]
    #: For imports: when it was created. Absent means now.
    createdAt: NotRequired[int]



class StatusInput(TypedDict):
    #: Id of the status: any word.
    id: str
    #: Name for people.
    name: NotRequired[str]
    #: What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`).
    type: NotRequired[Literal["default", "ongoing", "terminal"]]



class PriorityInput(TypedDict):
    #: Id of the priority: any word.
    id: str
    #: Name for people.
    name: NotRequired[str]
    #: A word of yours for the kind of priority.
    type: NotRequired[str]



class LocationRefInputKnown(TypedDict):
    #: Id of the location.
    id: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]


LocationRefInput = Union[LocationRefInputKnown, Dict[str, Any]]


class NamedUserInputKnown(TypedDict):
    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]


NamedUserInput = Union[NamedUserInputKnown, Dict[str, Any]]

NewComment = TypedDict(
    "NewComment",
    {
        "commentId": "NotRequired[str]",
        "from": "NamedUserInput",
        "commentText": "NotRequired[str]",
        "commentHtml": "NotRequired[str]",
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        "metadata": "NotRequired[Mapping[str, Any]]",
        "createdAt": "NotRequired[int]",
    },
)


class TaggedUserInput(TypedDict):
    #: Id of the user.
    userId: str
    #: The words that tag the user, such as `@Carol`.
    text: NotRequired[str]
    #: The user who is tagged.
    contact: NotRequired[NamedUserInput]



class AttachmentInputKnown(TypedDict):
    #: Id of the attachment.
    attachmentId: NotRequired[str]
    #: Name for people.
    name: NotRequired[str]
    #: Address of the file.
    url: NotRequired[str]
    #: Media type, such as `video/mp4`.
    mimeType: NotRequired[str]
    #: Size in bytes.
    sizeBytes: NotRequired[int]


AttachmentInput = Union[AttachmentInputKnown, Dict[str, Any]]


class ThreadsAddAnswerEntry(TypedDict):
    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Only of a failure.
    code: NotRequired[str]
    #: Id of the item.
    id: str
    #: Ids of comments.
    commentIds: Sequence[str]



class ThreadsListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Ids of threads.
    annotationIds: NotRequired[Sequence[str]]
    #: For a single id: NOT_FOUND when there is no such thing, in place of an empty list.
    one: NotRequired[bool]
    #: Id of the location.
    locationId: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]
    #: Only threads with one of these statuses.
    statuses: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: NotRequired[str]
    #: Leaves users of whom you gave the id alone so: they do not come as they are stored.
    usersAsGiven: NotRequired[bool]
    #: Only what was created at this time or later, in milliseconds since the epoch.
    createdAfter: NotRequired[int]
    #: Only what was created before this time, in milliseconds since the epoch.
    createdBefore: NotRequired[int]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]


ThreadsListItem = TypedDict(
    "ThreadsListItem",
    {
        "organizationId": "str",
        "documentId": "str",
        "annotationId": "str",
        "status": "Status",
        "priority": "Optional[Priority]",
        "type": "Optional[str]",
        "location": "Optional[LocationRef]",
        "locationId": "Optional[str]",
        "from": "Optional[NamedUser]",
        "assignedTo": "Optional[NamedUser]",
        "involvedUsers": "Sequence[NamedUser]",
        "mentionedUsers": "Sequence[NamedUser]",
        "comments": "Sequence[ThreadComment]",
        "createdAt": "int",
        "lastUpdated": "int",
        "metadata": "ThreadMetadata",
    },
)


class Status(TypedDict):
    #: Id of the status: any word.
    id: str
    #: Name for people.
    name: str
    #: What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`).
    type: Literal["default", "ongoing", "terminal"]



class Priority(TypedDict):
    #: Id of the priority: any word.
    id: str
    #: Name for people.
    name: str
    #: A word of yours for the kind of priority.
    type: NotRequired[str]



class LocationRefKnown(TypedDict):
    #: Id of the location.
    id: NotRequired[str]
    #: Name of the location.
    locationName: NotRequired[str]


LocationRef = Union[LocationRefKnown, Dict[str, Any]]


class NamedUserKnown(TypedDict):
    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]


NamedUser = Union[NamedUserKnown, Dict[str, Any]]

ThreadComment = TypedDict(
    "ThreadComment",
    {
        "commentId": "str",
        "from": "NamedUser",
        "commentText": "str",
        "commentHtml": "str",
        "taggedUserContacts": "Sequence[TaggedUser]",
        "attachments": "Sequence[Mapping[str, Any]]",
        "metadata": "Mapping[str, Any]",
        "reactionAnnotations": "Sequence[ReactionAnnotation]",
        "createdAt": "int",
        "lastUpdated": "int",
        "editedAt": "Optional[int]",
    },
)


class TaggedUser(TypedDict):
    #: Id of the user.
    userId: str
    #: The words that tag the user, such as `@Carol`.
    text: str
    #: The user who is tagged.
    contact: NamedUser



class ReactionAnnotation(TypedDict):
    #: The reaction: an emoji or a word.
    reaction: str
    #: Who reacted.
    user: NamedUser
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class ThreadMetadataKnown(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the folder.
    folderId: Optional[str]


ThreadMetadata = Union[ThreadMetadataKnown, Dict[str, Any]]


class ThreadsRetrieveRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Leaves users of whom you gave the id alone so: they do not come as they are stored.
    usersAsGiven: NotRequired[bool]
    #: 
    annotationId: str



class ThreadsUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The threads, at most 1,000.
    commentAnnotations: Sequence[ThreadChange]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class ThreadChange(TypedDict):
    #: Id of the thread.
    annotationId: str
    #: An object, or just an id (any word). `name` defaults to the id, `type` to the type of the ids `OPEN` (default), `IN_PROGRESS` (ongoing) and `RESOLVED` (terminal), and to default for other ids.
    status: NotRequired[Union[str, StatusInput]]
    #: The priority of the thread.
    priority: NotRequired[Optional[Union[str, PriorityInput]]]
    #: A word of yours for the kind of thread.
    type: NotRequired[Optional[str]]
    #: The place within the document.
    location: NotRequired[Optional[LocationRefInput]]
    #: The user to whom the thread is assigned.
    assignedTo: NotRequired[Optional[NamedUserInput]]
    #: Merged key by key; null removes a key.
    metadata: NotRequired[Mapping[str, Any]]



class CommentsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: The comments.
    commentData: Sequence[NewComment]



class CommentsUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Ids of comments.
    commentIds: NotRequired[Sequence[str]]
    #: What is changed in each of the comments.
    updatedData: NotRequired[CommentsUpdateRequestUpdatedData]
    #: What is changed, comment by comment.
    comments: NotRequired[Sequence[CommentsUpdateRequestComment]]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]


CommentsUpdateRequestUpdatedData = TypedDict(
    "CommentsUpdateRequestUpdatedData",
    {
        "commentText": "NotRequired[str]",
        "commentHtml": "NotRequired[str]",
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        "metadata": "NotRequired[Mapping[str, Any]]",
        "from": "NotRequired[NamedUserInput]",
    },
)

CommentsUpdateRequestComment = TypedDict(
    "CommentsUpdateRequestComment",
    {
        "commentId": "str",
        "commentText": "NotRequired[str]",
        "commentHtml": "NotRequired[str]",
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        "metadata": "NotRequired[Mapping[str, Any]]",
        "from": "NotRequired[NamedUserInput]",
    },
)


class ReactionsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Id of the comment.
    commentId: str
    #: Who reacts.
    user: NamedUserInput
    #: The reactions.
    reactions: Sequence[str]



class ReactionsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Id of the comment.
    commentId: str
    #: Id of the user.
    userId: str
    #: The reactions.
    reactions: Sequence[str]



class CommentsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Ids of comments.
    commentIds: Sequence[str]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class ThreadsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of threads.
    annotationIds: Sequence[str]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class RecordingsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The recordings.
    recordings: Sequence[RecordingsAddRequestRecording]



class RecordingsAddRequestRecording(TypedDict):
    #: Id of the recording.
    recordingId: NotRequired[str]
    #: Who made the recording.
    user: NamedUserInput
    #: For example `audio`, `video` or `screen`.
    type: NotRequired[str]
    #: Name for people.
    name: NotRequired[str]
    #: Address of the recording.
    url: NotRequired[str]
    #: Media type, such as `video/mp4`.
    mimeType: NotRequired[str]
    #: How long the recording is, in milliseconds.
    durationMs: NotRequired[int]
    #: Size in bytes.
    sizeBytes: NotRequired[int]
    #: The place within the document.
    location: NotRequired[LocationRefInput]
    #: Your own keys and values, kept as given.
    metadata: NotRequired[Mapping[str, Any]]
    #: For imports: when it was created. Absent means now.
    createdAt: NotRequired[int]



class RecordingsListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Ids of recordings.
    recordingIds: NotRequired[Sequence[str]]
    #: Id of the location.
    locationId: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only what was created at this time or later, in milliseconds since the epoch.
    createdAfter: NotRequired[int]
    #: Only what was created before this time, in milliseconds since the epoch.
    createdBefore: NotRequired[int]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class RecordingsListItem(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the recording.
    recordingId: str
    #: Who made the recording.
    user: NamedUser
    #: A word of yours for the kind of recording, such as `audio`, `video` or `screen`.
    type: Optional[str]
    #: Name for people.
    name: Optional[str]
    #: Address of the recording.
    url: Optional[str]
    #: Media type, such as `video/mp4`.
    mimeType: Optional[str]
    #: How long the recording is, in milliseconds.
    durationMs: Optional[int]
    #: Size in bytes.
    sizeBytes: Optional[int]
    #: The place within the document.
    location: Optional[LocationRef]
    #: Your own keys and values, kept as given.
    metadata: Mapping[str, Any]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int



class RecordingsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of recordings.
    recordingIds: Sequence[str]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class ActivitiesAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: For records that do not name a document themselves.
    documentId: NotRequired[str]
    #: The activities, at most 1,000.
    activities: Sequence[ActivitiesAddRequestActivity]



class ActivitiesAddRequestActivity(TypedDict):
    #: Id of the activity.
    id: NotRequired[str]
    #: Id of the document.
    documentId: NotRequired[str]
    #: Any word; `custom` unless given.
    featureType: NotRequired[str]
    #: What happened, in a word.
    actionType: str
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]
    #: Field to `{from, to}`.
    changes: NotRequired[Mapping[str, Any]]
    #: Any JSON value.
    entityData: NotRequired[Any]
    #: Any JSON value.
    entityTargetData: NotRequired[Any]
    #: Your id of what the record is about.
    targetEntityId: NotRequired[str]
    #: Your id of the part that the record is about.
    targetSubEntityId: NotRequired[str]
    #: May hold variables in double braces: `{{actionUser}} imported {{count}} files`.
    displayMessageTemplate: NotRequired[str]
    #: The values of the text's variables.
    displayMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: URL of an icon.
    actionIcon: NotRequired[str]
    #: Whether it is kept from being changed.
    immutable: NotRequired[bool]
    #: For imports: when it was created. Absent means now.
    createdAt: NotRequired[int]



class ActivitiesListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Only these activities.
    activityIds: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only activities about one of these kinds of things.
    featureTypes: NotRequired[Sequence[str]]
    #: Only activities with one of these action types.
    actionTypes: NotRequired[Sequence[str]]
    #: Only what was created at this time or later, in milliseconds since the epoch.
    createdAfter: NotRequired[int]
    #: Only what was created before this time, in milliseconds since the epoch.
    createdBefore: NotRequired[int]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class ActivitiesListItem(TypedDict):
    #: Id of the activity.
    id: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: Optional[str]
    #: What kind of thing the activity is about.
    featureType: str
    #: What happened, in a word.
    actionType: str
    #: The user who did it.
    actionUser: Optional[NamedUser]
    #: What has changed; free-form.
    changes: Optional[Mapping[str, Any]]
    #: Any JSON value.
    entityData: Any
    #: Any JSON value.
    entityTargetData: Any
    #: Id of what the activity happened to.
    targetEntityId: Optional[str]
    #: Id of the part that the activity happened to.
    targetSubEntityId: Optional[str]
    #: The text, with variables in double curly brackets.
    displayMessageTemplate: Optional[str]
    #: The values of the text's variables.
    displayMessageTemplateData: Optional[Mapping[str, Any]]
    #: The template with its variables filled in.
    displayMessage: Optional[str]
    #: URL of an icon.
    actionIcon: Optional[str]
    #: Whether it is kept from being changed.
    immutable: bool
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int



class ActivitiesUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: The activities, at most 1,000.
    activities: Sequence[ActivitiesUpdateRequestActivity]



class ActivitiesUpdateRequestActivity(TypedDict):
    #: Id of the activity.
    id: str
    #: What has changed; free-form.
    changes: NotRequired[Optional[Mapping[str, Any]]]
    #: Any JSON value.
    entityData: NotRequired[Any]
    #: Any JSON value.
    entityTargetData: NotRequired[Any]
    #: The text, with variables in double curly brackets.
    displayMessageTemplate: NotRequired[Optional[str]]
    #: The values of the text's variables.
    displayMessageTemplateData: NotRequired[Optional[Mapping[str, Any]]]
    #: URL of an icon.
    actionIcon: NotRequired[Optional[str]]



class BatchEntry(TypedDict):
    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Only of a failure.
    code: NotRequired[str]



class NotificationsAddRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the notification.
    notificationId: NotRequired[str]
    #: The user who did it.
    actionUser: NamedUserInput
    #: The headline, with variables in curly brackets.
    displayHeadlineMessageTemplate: str
    #: At most 262144 characters of JSON; kept as given.
    displayHeadlineMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: The text below the headline.
    displayBodyMessage: NotRequired[str]
    #: The users who are notified.
    notifyUsers: NotRequired[Sequence[NamedUserInput]]
    #: Notifies all users of the organization.
    notifyAll: NotRequired[bool]
    #: At most 262144 characters of JSON; kept as given.
    notificationSourceData: NotRequired[Mapping[str, Any]]
    #: Creates the document when it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]



class NotificationsAddAnswer(TypedDict):
    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str



class NotificationsListRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: NotRequired[str]
    #: Id of the document.
    documentId: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class NotificationsListItem(TypedDict):
    #: Id of the notification.
    notificationId: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The user who did it.
    actionUser: NamedUser
    #: The headline, with variables in curly brackets.
    displayHeadlineMessageTemplate: str
    #: The values of the headline's variables.
    displayHeadlineMessageTemplateData: Mapping[str, Any]
    #: The template with its variables filled in, for the user whose inbox it is.
    displayHeadlineMessage: str
    #: The text below the headline.
    displayBodyMessage: str
    #: The users who are notified.
    notifyUsers: Sequence[NamedUser]
    #: Notifies all users of the organization.
    notifyAll: bool
    #: Where the notification comes from; free-form.
    notificationSourceData: Mapping[str, Any]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Whether the user has read it; only in a user's inbox, as is `readAt`.
    isRead: NotRequired[bool]
    #: When the user read it, in milliseconds since the epoch; null when it is unread.
    readAt: NotRequired[Optional[int]]



class NotificationsUpdateRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: str
    #: Ids of notifications.
    notificationIds: Sequence[str]
    #: Whether the user has read it.
    isRead: bool



class NotificationsDeleteRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of notifications.
    notificationIds: Sequence[str]



class NotificationsSetConfigRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: Ids of users.
    userIds: Sequence[str]
    #: What the user is notified of, by channel.
    config: NotificationsSetConfigRequestConfig



class NotificationsSetConfigRequestConfig(TypedDict):
    #: Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`.
    inbox: NotRequired[Optional[Literal["ALL", "MINE", "NONE"]]]
    #: Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`.
    email: NotRequired[Optional[Literal["ALL", "MINE", "NONE"]]]



class NotificationsSetConfigItem(TypedDict):
    #: What the user is notified of, by channel.
    config: NotificationsSetConfigItemConfig
    #: Whose configuration it is, and where it holds.
    metadata: NotificationsSetConfigItemMetadata



class NotificationsSetConfigItemConfig(TypedDict):
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    inbox: Literal["ALL", "MINE", "NONE"]
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    email: Literal["ALL", "MINE", "NONE"]



class NotificationsSetConfigItemMetadata(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Empty at the organization level.
    documentId: str
    #: Id of the user.
    userId: str



class NotificationsGetConfigRequest(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: str
    #: Reads the configuration of the organization instead of those of documents.
    getOrganizationConfig: NotRequired[bool]



class NotificationsGetConfigItem(TypedDict):
    #: What the user is notified of, by channel.
    config: NotificationsGetConfigItemConfig
    #: Whose configuration it is, and where it holds.
    metadata: NotificationsGetConfigItemMetadata



class NotificationsGetConfigItemConfig(TypedDict):
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    inbox: Literal["ALL", "MINE", "NONE"]
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    email: Literal["ALL", "MINE", "NONE"]



class NotificationsGetConfigItemMetadata(TypedDict):
    #: Id of the organization.
    organizationId: str
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Empty at the organization level.
    documentId: str
    #: Id of the user.
    userId: str



class EmailsTestRequest(TypedDict):
    #: An e-mail address.
    to: str



class EmailsTestAnswer(TypedDict):
    #: Whether it worked.
    success: bool
    #: Id of the e-mail.
    emailId: str
    #: How long the attempt took, in milliseconds.
    durationMs: int
    #: The server's response, 1,000 characters at most.
    response: Optional[str]
    #: Null for a success; else `address_refused`, `message_refused`, `temporary`, `rate_limited`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `authentication`, `blocked_address` or `configuration`.
    errorClass: Optional[str]
    #: What went wrong, in a sentence.
    error: Optional[str]


EmailsListRequest = TypedDict(
    "EmailsListRequest",
    {
        "emailIds": "NotRequired[Sequence[str]]",
        "state": "NotRequired[Literal[\"pending\", \"sent\", \"failed\", \"dropped\"]]",
        "userId": "NotRequired[str]",
        "organizationId": "NotRequired[str]",
        "documentId": "NotRequired[str]",
        "from": "NotRequired[int]",
        "to": "NotRequired[int]",
        "pageSize": "NotRequired[int]",
        "pageToken": "NotRequired[str]",
    },
)


class EmailsListItem(TypedDict):
    #: Part of the mail's `Message-ID`; the same in every attempt.
    emailId: str
    #: What became of the e-mail.
    state: Literal["pending", "sent", "failed", "dropped"]
    #: Why it failed (`refused`, `attempts_exhausted`) or was dropped (`level`, `read`, `nothing_left`, `disabled`, `missing`, `no_address`, `suppressed`, `switched_off`, `no_provider`).
    reason: Optional[str]
    #: Id of the user.
    userId: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: Optional[str]
    #: Where it was sent last.
    email: Optional[str]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When a server took it, in milliseconds since the epoch.
    sentAt: Optional[int]
    #: Set while the mail collects items or waits for an attempt.
    nextAttemptAt: Optional[int]
    #: How often it was sent so far.
    attemptCount: int
    #: The server's response, 1,000 characters at most.
    response: Optional[str]
    #: Null for a success; else `address_refused`, `message_refused`, `temporary`, `rate_limited`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `authentication`, `blocked_address` or `configuration`.
    errorClass: Optional[str]
    #: What went wrong, in a sentence.
    error: Optional[str]
    #: How many things came to it.
    itemCount: int
    #: What the mail reports: the newest 50 items, oldest first: `tag`, `comment`, `assign` or `notification`. Removed when it has been sent.
    items: Sequence[EmailsListItemItem]



class EmailsListItemItem(TypedDict):
    #: `tag`, `comment`, `assign` or `notification`.
    kind: str
    #: Id of the comment.
    commentId: Optional[str]
    #: Id of the user.
    userId: str
    #: What the mail says of it.
    text: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class EmailsRetryRequest(TypedDict):
    #: Ids of e-mails.
    emailIds: Sequence[str]



class EmailsListSuppressionsRequest(TypedDict):
    #: How the address begins, in capitals or not.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class EmailsListSuppressionsItem(TypedDict):
    #: In lower case.
    email: str
    #: What went wrong, in a sentence.
    error: str
    #: When the address was refused.
    suppressedAt: int



class EmailsDeleteSuppressionsRequest(TypedDict):
    #: E-mail addresses.
    emails: Sequence[str]



class WebhooksTestRequest(TypedDict):
    #: Name of the event.
    trigger: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]



class WebhooksTestItem(TypedDict):
    #: The endpoint: `raw` or `processed`.
    target: Literal["raw", "processed"]
    #: Id of the delivery: the `webhook-id` header of its attempts.
    webhookId: str
    #: Whether it worked.
    success: bool
    #: The request to the endpoint; null if none was made.
    attempt: Optional[WebhooksTestItemAttempt]



class WebhooksTestItemAttempt(TypedDict):
    #: When it started, in milliseconds since the epoch.
    startedAt: int
    #: How long the attempt took, in milliseconds.
    durationMs: int
    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Null for a success; else `http_status`, `gone`, `redirect`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `blocked_address` or `configuration`; a test event also has `paused`: nothing was sent, because the endpoint has failed too often and is paused.
    errorClass: Optional[str]
    #: What went wrong, in a sentence.
    error: Optional[str]
    #: The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries.
    responseExcerpt: str


WebhooksListDeliveriesRequest = TypedDict(
    "WebhooksListDeliveriesRequest",
    {
        "webhookIds": "NotRequired[Sequence[str]]",
        "state": "NotRequired[Literal[\"pending\", \"delivered\", \"failed\", \"held\"]]",
        "trigger": "NotRequired[Literal[\"comment_annotation.add\", \"comment.add\", \"comment.update\", \"comment.delete\", \"comment_annotation.status_change\", \"comment_annotation.assign\", \"comment_annotation.priority_change\", \"comment.reaction_add\", \"comment.reaction_delete\"]]",
        "organizationId": "NotRequired[str]",
        "documentId": "NotRequired[str]",
        "target": "NotRequired[Literal[\"raw\", \"processed\"]]",
        "from": "NotRequired[int]",
        "to": "NotRequired[int]",
        "includeBodies": "NotRequired[bool]",
        "pageSize": "NotRequired[int]",
        "pageToken": "NotRequired[str]",
    },
)


class WebhooksListDeliveriesItem(TypedDict):
    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The endpoint: `raw` or `processed`.
    target: Literal["raw", "processed"]
    #: Name of the event.
    trigger: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Position among the events of the document.
    sequence: int
    #: What became of the delivery; one that is held waits for its endpoint to be set again.
    state: Literal["pending", "delivered", "failed", "held"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was delivered, in milliseconds since the epoch; null until then.
    deliveredAt: Optional[int]
    #: Set while it waits for an attempt.
    nextAttemptAt: Optional[int]
    #: How often it was sent so far.
    attemptCount: int
    #: The latest attempts, oldest first: 20 when the delivery is the only one requested by id, else 3.
    attempts: Sequence[WebhooksListDeliveriesItemAttempt]
    #: The payload before encoding and encryption; only with `includeBodies`. Null once it has been removed.
    body: NotRequired[Optional[Mapping[str, Any]]]



class WebhooksListDeliveriesItemAttempt(TypedDict):
    #: When it started, in milliseconds since the epoch.
    startedAt: int
    #: How long the attempt took, in milliseconds.
    durationMs: int
    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Null for a success; else `http_status`, `gone`, `redirect`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `blocked_address` or `configuration`; a test event also has `paused`: nothing was sent, because the endpoint has failed too often and is paused.
    errorClass: Optional[str]
    #: What went wrong, in a sentence.
    error: Optional[str]
    #: The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries.
    responseExcerpt: str



class WebhooksRetryDeliveriesRequest(TypedDict):
    #: Ids of deliveries.
    webhookIds: Sequence[str]



class WebhooksRecoverDeliveriesRequest(TypedDict):
    #: The earliest time, in milliseconds since the epoch.
    since: int
    #: The end of the time, not included, in milliseconds since the epoch.
    until: NotRequired[int]


WebhooksRecoverDeliveriesAnswer = TypedDict(
    "WebhooksRecoverDeliveriesAnswer",
    {
        "recoveryId": "str",
        "from": "int",
        "to": "int",
        "isCompleted": "bool",
        "recovered": "int",
        "skipped": "int",
        "startedAt": "int",
        "completedAt": "Optional[int]",
    },
)


class WebhooksGetRecoveryRequest(TypedDict):
    #: Id of the recovery.
    recoveryId: str


WebhooksGetRecoveryAnswer = TypedDict(
    "WebhooksGetRecoveryAnswer",
    {
        "recoveryId": "str",
        "from": "int",
        "to": "int",
        "isCompleted": "bool",
        "recovered": "int",
        "skipped": "int",
        "startedAt": "int",
        "completedAt": "Optional[int]",
    },
)


class WebhooksCreatePortalRequest(TypedDict):
    #: Whether it only shows.
    readOnly: NotRequired[bool]
    #: How long the link is valid; 60 by default.
    expiresInMinutes: NotRequired[int]
    #: Allowed domains of the API key, as listed, whose pages may embed it.
    domains: NotRequired[Sequence[str]]
    #: Whether it may be embedded nowhere.
    standalone: NotRequired[bool]



class WebhooksCreatePortalAnswer(TypedDict):
    #: Below the address of this interface, with the secret in its fragment.
    path: str
    #: The link: open it, or put it into an `iframe`. Keep it from others, its fragment is the secret.
    url: Optional[str]
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: int



class WebhooksRevokePortalsRequest(TypedDict):
    pass



class AiAskRequest(TypedDict):
    #: Name of the model; its prefix selects the provider.
    model: str
    #: The instruction.
    prompt: str
    #: What the instruction is about.
    text: str



class AiAskAnswer1(TypedDict):
    #: Whether it worked.
    success: Literal[True]
    #: What the model answered.
    text: str



class AiAskAnswer2(TypedDict):
    #: Whether it worked.
    success: Literal[False]
    #: A sentence that names the provider.
    error: str



class AiStreamRequest(TypedDict):
    #: Name of the model; its prefix selects the provider.
    model: str
    #: The instruction.
    prompt: str
    #: What the instruction is about.
    text: str



class AiListUsageRequest(TypedDict):
    #: The first day, in UTC.
    fromDay: NotRequired[str]
    #: The last day, in UTC.
    toDay: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class AiListUsageItem(TypedDict):
    #: In UTC.
    day: str
    #: `other` for all further models of a day on which very many were called.
    model: str
    #: The provider of the model.
    provider: str
    #: How often the model was called.
    calls: int
    #: Calls that returned no text, or not all of it.
    failedCalls: int
    #: Tokens of the requests, as the provider counted them.
    inputTokens: int
    #: Tokens of the answers, as the provider counted them.
    outputTokens: int
    #: Of all calls, failed ones too; retries are included.
    averageLatencyMs: int



class WebhookRaw(TypedDict):
    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The trigger.
    event: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]
    #: What happened, in a word.
    actionType: Literal["newlyAdded", "added", "updated", "deleted", "statusChanged", "assigned", "priorityChanged", "reactionAdded", "reactionDeleted"]
    #: Always `comment`.
    notificationSource: Literal["comment"]
    #: Who did it; null when it was not said.
    actionUser: Optional[NamedUser]
    #: The thread as it is after the change.
    commentAnnotation: WebhookRawCommentAnnotation
    #: The comment that it is about; null for events of the thread.
    targetComment: Optional[ThreadComment]
    #: The status before; null unless it changed.
    oldStatus: Optional[Status]
    #: The status after; null unless it changed.
    newStatus: Optional[Status]
    #: The priority after; null unless it changed.
    newPriority: Optional[Priority]
    #: The priority before; only when it changed.
    oldPriority: NotRequired[Optional[Priority]]
    #: Whether somebody is assigned now; only when the assignment changed.
    assigned: NotRequired[bool]
    #: Who was assigned before; only when that changed.
    oldAssignee: NotRequired[Optional[NamedUser]]
    #: Who is assigned now; only when that changed.
    newAssignee: NotRequired[Optional[NamedUser]]
    #: The reaction that came or went.
    reaction: NotRequired[str]
    #: Set when the thread is too large to send as a whole: it holds only the newest comments.
    isCommentAnnotationPartial: NotRequired[Literal[True]]
    #: The total number of comments in a thread that is sent in part.
    commentCount: NotRequired[int]
    #: When it happened, in milliseconds since the epoch.
    timestamp: int
    #: Where it happened.
    metadata: WebhookRawMetadata
    #: Position among the events of the document.
    sequence: int


WebhookRawCommentAnnotation = TypedDict(
    "WebhookRawCommentAnnotation",
    {
        "organizationId": "str",
        "documentId": "str",
        "annotationId": "str",
        "status": "Status",
        "priority": "Optional[Priority]",
        "type": "Optional[str]",
        "location": "Optional[LocationRef]",
        "locationId": "Optional[str]",
        "from": "Optional[NamedUser]",
        "assignedTo": "Optional[NamedUser]",
        "involvedUsers": "Sequence[NamedUser]",
        "mentionedUsers": "Sequence[NamedUser]",
        "comments": "Sequence[ThreadComment]",
        "createdAt": "int",
        "lastUpdated": "int",
        "metadata": "ThreadMetadata",
    },
)


class WebhookRawMetadata(TypedDict):
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The same as `organizationId`.
    clientOrganizationId: str
    #: The same as `documentId`.
    clientDocumentId: str
    #: Id of the location.
    locationId: Optional[str]
    #: Name of the organization.
    organizationName: Optional[str]
    #: Name of the document.
    documentName: Optional[str]
    #: Id of the folder.
    folderId: Optional[str]


WebhookProcessed = TypedDict(
    "WebhookProcessed",
    {
        "webhookId": "str",
        "event": "Literal[\"comment_annotation.add\", \"comment.add\", \"comment.update\", \"comment.delete\", \"comment_annotation.status_change\", \"comment_annotation.assign\", \"comment_annotation.priority_change\", \"comment.reaction_add\", \"comment.reaction_delete\"]",
        "actionType": "Literal[\"newlyAdded\", \"added\", \"updated\", \"deleted\", \"statusChanged\", \"assigned\", \"priorityChanged\", \"reactionAdded\", \"reactionDeleted\"]",
        "notificationSource": "Literal[\"comment\"]",
        "from": "Optional[NamedUser]",
        "commentText": "str",
        "commentTextFrom": "Optional[NamedUser]",
        "toContactsTagged": "Sequence[WebhookContact]",
        "toContactsUpdated": "Sequence[WebhookContact]",
        "organizationId": "str",
        "documentId": "str",
        "targetAnnotationId": "str",
        "targetCommentId": "Optional[str]",
        "targetComment": "Optional[ThreadComment]",
        "status": "Optional[Status]",
        "timestamp": "int",
        "sequence": "int",
    },
)


class WebhookContactKnown(TypedDict):
    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]
    #: The ways in which the user's notification config allows a notification.
    notify: WebhookContactNotify


WebhookContact = Union[WebhookContactKnown, Dict[str, Any]]


class WebhookContactNotify(TypedDict):
    #: Whether the user wants to see it in the inbox.
    inbox: bool
    #: Whether the user wants an e-mail.
    email: bool

