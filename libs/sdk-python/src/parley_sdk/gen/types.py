# Made by `npm run generate` from the list of operations.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class WorkspacesCreateRequest(TypedDict):
    """What `workspaces.create` takes."""

    #: Name of the workspace.
    workspaceName: NotRequired[str]
    #: E-mail address of the owner.
    ownerEmail: str
    #: Name for people.
    name: NotRequired[str]
    #: URL of a picture.
    avatar: NotRequired[str]



class WorkspacesCreateAnswer(TypedDict):
    """What `workspaces.create` returns."""

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
    #: Secret token of the workspace.
    authToken: str
    #: Secret token of the first API key.
    apiKeyAuthToken: str



class WorkspaceOwner(TypedDict):
    """The owner of a workspace."""

    #: Id of the owner.
    id: str
    #: Name for people.
    name: str
    #: E-mail address.
    email: str
    #: URL of a picture.
    avatar: str



class ListedApiKey(TypedDict):
    """An API key in the list of its workspace."""

    #: Public identifier of the API key (`pk_…`).
    id: str
    #: Name of the API key.
    apiKeyName: str
    #: What the API key is for: `testing` or `production`.
    type: Literal["testing", "production"]



class WorkspacesGetRequest(TypedDict):
    """What `workspaces.get` takes."""



class WorkspacesGetAnswer(TypedDict):
    """What `workspaces.get` returns."""

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
    """What `apiKeys.create` takes."""

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
    """The `planInfo` of ApiKeysCreateRequest."""

    #: Name of the plan.
    type: NotRequired[str]



class NewEmailServiceConfig(TypedDict):
    """Who sends the e-mails of a new API key."""

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
    """Changes of the endpoints of an API key's webhooks: absent fields keep their values."""

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


#: Which events are sent: absent ones stay as they are.
WebhookTriggersInput = TypedDict(
    "WebhookTriggersInput",
    {
        #: A thread gets its first comment.
        "comment_annotation.add": "NotRequired[Optional[bool]]",
        #: A comment is added to a thread that has one.
        "comment.add": "NotRequired[Optional[bool]]",
        #: A comment is changed.
        "comment.update": "NotRequired[Optional[bool]]",
        #: A comment is deleted.
        "comment.delete": "NotRequired[Optional[bool]]",
        #: The status of a thread changes.
        "comment_annotation.status_change": "NotRequired[Optional[bool]]",
        #: The assignee of a thread changes.
        "comment_annotation.assign": "NotRequired[Optional[bool]]",
        #: The priority of a thread changes.
        "comment_annotation.priority_change": "NotRequired[Optional[bool]]",
        #: A reaction is added to a comment.
        "comment.reaction_add": "NotRequired[Optional[bool]]",
        #: A reaction is removed from a comment.
        "comment.reaction_delete": "NotRequired[Optional[bool]]",
    },
)


class ApiKeysCreateAnswer(TypedDict):
    """What `apiKeys.create` returns."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The token that was created; only with `createAuthToken`.
    authToken: NotRequired[str]



class ApiKeysListRequest(TypedDict):
    """What `apiKeys.list` takes."""

    #: How the name begins, or the whole id.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class ApiKeysListItem(TypedDict):
    """One item of `apiKeys.list`."""

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
    #: What the key may do and store at most.
    limits: ApiKeysListItemLimits
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class ApiKeysListItemPlanInfo(TypedDict):
    """The `planInfo` of ApiKeysListItem."""

    #: Name of the plan.
    type: str



class ApiKeysListItemEmailServiceConfig(TypedDict):
    """The `emailServiceConfig` of ApiKeysListItem."""

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



class ApiKeysListItemLimits(TypedDict):
    """The `limits` of ApiKeysListItem."""

    #: Requests in a second that each gateway accepts of the key, by the workspace; null for no limit of its own.
    requestsPerSecond: Optional[int]
    #: The most that the workspace may set for `requestsPerSecond`, by the operator's word for this key; null when what holds for every key holds for it.
    maxRequestsPerSecond: Optional[int]
    #: Documents of the key, by the workspace; null for no limit of its own.
    documents: Optional[int]
    #: The most that the workspace may set for `documents`, by the operator's word for this key; null when what holds for every key holds for it.
    maxDocuments: Optional[int]
    #: Users of the key, each counted once, by the workspace; null for no limit of its own.
    users: Optional[int]
    #: The most that the workspace may set for `users`, by the operator's word for this key; null when what holds for every key holds for it.
    maxUsers: Optional[int]
    #: Annotations of the key, by the workspace; null for no limit of its own.
    annotations: Optional[int]
    #: The most that the workspace may set for `annotations`, by the operator's word for this key; null when what holds for every key holds for it.
    maxAnnotations: Optional[int]
    #: Comments of the key, by the workspace; null for no limit of its own.
    comments: Optional[int]
    #: The most that the workspace may set for `comments`, by the operator's word for this key; null when what holds for every key holds for it.
    maxComments: Optional[int]
    #: Streams of changes that each gateway holds open for the key at the same time, by the workspace; null for no limit of its own.
    streams: Optional[int]
    #: The most that the workspace may set for `streams`, by the operator's word for this key; null when what holds for every key holds for it.
    maxStreams: Optional[int]
    #: Webhook endpoints of the key, beside the two URLs of its webhook configuration, by the workspace; null for no limit of its own.
    webhookEndpoints: Optional[int]
    #: The most that the workspace may set for `webhookEndpoints`, by the operator's word for this key; null when what holds for every key holds for it.
    maxWebhookEndpoints: Optional[int]



class ApiKeysUpdateRequest(TypedDict):
    """What `apiKeys.update` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Name of the API key.
    apiKeyName: NotRequired[str]
    #: Limits of the key.
    limits: NotRequired[ApiKeysUpdateRequestLimits]



class ApiKeysUpdateRequestLimits(TypedDict):
    """The `limits` of ApiKeysUpdateRequest."""

    #: Requests in a second that each gateway accepts of the key; null takes the limit away.
    requestsPerSecond: NotRequired[Optional[int]]
    #: Documents of the key; null takes the limit away.
    documents: NotRequired[Optional[int]]
    #: Users of the key, each counted once; null takes the limit away.
    users: NotRequired[Optional[int]]
    #: Annotations of the key; null takes the limit away.
    annotations: NotRequired[Optional[int]]
    #: Comments of the key; null takes the limit away.
    comments: NotRequired[Optional[int]]
    #: Streams of changes that each gateway holds open for the key at the same time; null takes the limit away.
    streams: NotRequired[Optional[int]]
    #: Webhook endpoints of the key, beside the two URLs of its webhook configuration; null takes the limit away.
    webhookEndpoints: NotRequired[Optional[int]]



class AuthTokensCreateRequest(TypedDict):
    """What `authTokens.create` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Name for people.
    name: NotRequired[str]
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]
    #: It reaches only operations that name these organizations; without it, all.
    organizationIds: NotRequired[Sequence[str]]
    #: It reaches only operations of these resources; without it, all.
    resources: NotRequired[Sequence[Literal["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens", "threads", "comments", "reactions", "recordings", "activities", "changes", "notifications", "emails", "webhooks", "ai", "apiKeys", "domains"]]]
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: NotRequired[Optional[int]]



class AuthTokensCreateAnswer(TypedDict):
    """What `authTokens.create` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Name for people.
    name: str
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that it reaches; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that it reaches; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]



class AuthTokensListRequest(TypedDict):
    """What `authTokens.list` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class AuthTokensListAnswer(TypedDict):
    """One item of `authTokens.list`."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The tokens of the API key.
    authTokens: Sequence[AuthTokensListAnswerAuthToken]



class AuthTokensListAnswerAuthToken(TypedDict):
    """One of the `authTokens` of AuthTokensListAnswer."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Name for people.
    name: str
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that it reaches; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that it reaches; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]



class AuthTokensUpdateRequest(TypedDict):
    """What `authTokens.update` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Name for people.
    name: NotRequired[str]
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]
    #: It reaches only operations that name these organizations; without it, all.
    organizationIds: NotRequired[Sequence[str]]
    #: It reaches only operations of these resources; without it, all.
    resources: NotRequired[Sequence[Literal["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens", "threads", "comments", "reactions", "recordings", "activities", "changes", "notifications", "emails", "webhooks", "ai", "apiKeys", "domains"]]]



class AuthTokensUpdateAnswer(TypedDict):
    """What `authTokens.update` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: Name for people.
    name: str
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that it reaches; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that it reaches; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]



class AuthTokensRotateRequest(TypedDict):
    """What `authTokens.rotate` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Seconds for which the old token is still valid.
    overlapSeconds: NotRequired[int]



class AuthTokensRotateAnswer(TypedDict):
    """What `authTokens.rotate` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Name for people.
    name: str
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that it reaches; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that it reaches; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]
    #: When the old token ends.
    previousExpiresAt: int



class AuthTokensRevokeRequest(TypedDict):
    """What `authTokens.revoke` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The secret token.
    token: NotRequired[str]
    #: Identifies the token when it is revoked; not a secret.
    tokenId: NotRequired[str]



class ApiKeysSetDisabledRequest(TypedDict):
    """What `apiKeys.setDisabled` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Whether requests with the credentials of the API key are refused.
    disabled: bool



class ApiKeysSetDisabledAnswer(TypedDict):
    """What `apiKeys.setDisabled` returns."""

    #: Whether requests with the credentials of the API key are refused.
    disabled: bool



class ApiKeysDeleteRequest(TypedDict):
    """What `apiKeys.delete` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class ApiKeysDeleteAnswer(TypedDict):
    """What `apiKeys.delete` returns."""

    #: Id of the job.
    jobId: str
    #: How many tasks the job has.
    tasksCount: int



class RemovalCounts(TypedDict):
    """How much a removal would remove, by service and collection."""

    #: One for each collection that the removal would look through.
    counts: Sequence[RemovalCountsCount]



class RemovalCountsCount(TypedDict):
    """How many rows a removal would remove from a collection."""

    #: Whose rows they are.
    service: str
    #: What of the service is looked through, as the removal's tasks name it.
    collection: str
    #: Exact up to 100,000; `more` where there are more, or where more have to be looked through to find them.
    rows: Union[int, Literal["more"]]



class WorkspaceTokensCreateRequest(TypedDict):
    """What `workspaceTokens.create` takes."""

    #: Name for people.
    name: NotRequired[str]
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: NotRequired[Optional[int]]



class WorkspaceTokensCreateAnswer(TypedDict):
    """What `workspaceTokens.create` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: In clear; it cannot be read again.
    token: str
    #: Name for people.
    name: str
    #: What it may do; of a session its role.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]



class WorkspaceTokensListRequest(TypedDict):
    """What `workspaceTokens.list` takes."""



class WorkspaceTokensListAnswer(TypedDict):
    """What `workspaceTokens.list` returns."""

    #: The tokens of the workspace.
    tokens: Sequence[WorkspaceTokensListAnswerToken]



class WorkspaceTokensListAnswerToken(TypedDict):
    """One of the `tokens` of WorkspaceTokensListAnswer."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: Masked but for its last four characters.
    token: str
    #: Name for people.
    name: str
    #: What it may do; of a session its role.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]



class WorkspaceTokensUpdateRequest(TypedDict):
    """What `workspaceTokens.update` takes."""

    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Name for people.
    name: NotRequired[str]
    #: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]



class WorkspaceTokensUpdateAnswer(TypedDict):
    """What `workspaceTokens.update` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: Masked but for its last four characters.
    token: str
    #: Name for people.
    name: str
    #: What it may do; of a session its role.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]



class WorkspaceTokensRotateRequest(TypedDict):
    """What `workspaceTokens.rotate` takes."""

    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Seconds for which the old token is still valid.
    overlapSeconds: NotRequired[int]



class WorkspaceTokensRotateAnswer(TypedDict):
    """What `workspaceTokens.rotate` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: In clear; it cannot be read again.
    token: str
    #: Name for people.
    name: str
    #: What it may do; of a session its role.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: Null when it does not expire.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that took its place when it was rotated.
    replacedBy: Optional[str]
    #: When the old token ends.
    previousExpiresAt: int



class WorkspaceTokensRevokeRequest(TypedDict):
    """What `workspaceTokens.revoke` takes."""

    #: The secret token.
    token: NotRequired[str]
    #: Identifies the token when it is revoked; not a secret.
    tokenId: NotRequired[str]



class AiUpdateModelsRequest(TypedDict):
    """What `ai.updateModels` takes."""

    #: The keys of the providers, read back masked, and the daily budget.
    aiModelsConfig: AiUpdateModelsRequestAiModelsConfig



class AiUpdateModelsRequestAiModelsConfig(TypedDict):
    """The `aiModelsConfig` of AiUpdateModelsRequest."""

    #: The key for OpenAI.
    openai: NotRequired[Optional[str]]
    #: The key for Anthropic.
    anthropic: NotRequired[Optional[str]]
    #: The key for Gemini.
    gemini: NotRequired[Optional[str]]
    #: Most tokens, input and output, that all API keys of the workspace use on one day in UTC; null for no bound.
    dailyTokenBudget: NotRequired[Optional[int]]



class AiUpdateModelsAnswer(TypedDict):
    """What `ai.updateModels` returns."""

    #: The keys of the providers, read back masked, and the daily budget.
    aiModelsConfig: AiUpdateModelsAnswerAiModelsConfig



class AiUpdateModelsAnswerAiModelsConfig(TypedDict):
    """The `aiModelsConfig` of AiUpdateModelsAnswer."""

    #: Masked except for its last four characters; null when none is set.
    openai: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    anthropic: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    gemini: Optional[str]
    #: Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit.
    dailyTokenBudget: Optional[int]



class AiGetModelsRequest(TypedDict):
    """What `ai.getModels` takes."""



class AiGetModelsAnswer(TypedDict):
    """What `ai.getModels` returns."""

    #: The keys of the providers, read back masked, and the daily budget.
    aiModelsConfig: AiGetModelsAnswerAiModelsConfig



class AiGetModelsAnswerAiModelsConfig(TypedDict):
    """The `aiModelsConfig` of AiGetModelsAnswer."""

    #: Masked except for its last four characters; null when none is set.
    openai: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    anthropic: Optional[str]
    #: Masked except for its last four characters; null when none is set.
    gemini: Optional[str]
    #: Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit.
    dailyTokenBudget: Optional[int]



class DomainsAddRequest(TypedDict):
    """What `domains.add` takes."""

    #: Domains, with or without a scheme; one leading `*.` is allowed.
    domains: Sequence[str]



class DomainsAddAnswer(TypedDict):
    """What `domains.add` returns."""

    #: The domains that were added, in their stored form.
    domainsAdded: Sequence[str]



class DomainsListRequest(TypedDict):
    """What `domains.list` takes."""



class DomainsListAnswer(TypedDict):
    """What `domains.list` returns."""

    #: The domains on which the API key may be used.
    allowedDomains: Sequence[str]



class DomainsDeleteRequest(TypedDict):
    """What `domains.delete` takes."""

    #: Domains, with or without a scheme; one leading `*.` is allowed.
    domains: Sequence[str]



class DomainsDeleteAnswer(TypedDict):
    """What `domains.delete` returns."""

    #: The domains that were removed.
    domainsRemoved: Sequence[str]



class WebhooksUpdateConfigRequest(TypedDict):
    """What `webhooks.updateConfig` takes."""

    #: Whether webhooks are sent.
    useWebhookService: NotRequired[bool]
    #: The endpoints and what is sent to them.
    webhookServiceConfig: NotRequired[WebhookServiceConfigInput]



class WebhooksGetConfigRequest(TypedDict):
    """What `webhooks.getConfig` takes."""



class WebhooksGetConfigAnswer(TypedDict):
    """What `webhooks.getConfig` returns."""

    #: Whether webhooks are sent.
    useWebhookService: bool
    #: The endpoints and what is sent to them.
    webhookServiceConfig: WebhookServiceConfig



class WebhookServiceConfig(TypedDict):
    """The endpoints of an API key's webhooks and what is sent to them; secrets are masked."""

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
    """What `webhooks.getSecret` takes."""



class WebhooksGetSecretAnswer(TypedDict):
    """What `webhooks.getSecret` returns."""

    #: `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it.
    secret: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When the last earlier secret stops signing; null if none does.
    previousSignsUntil: Optional[int]



class WebhooksRotateSecretRequest(TypedDict):
    """What `webhooks.rotateSecret` takes."""



class WebhooksRotateSecretAnswer(TypedDict):
    """What `webhooks.rotateSecret` returns."""

    #: `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it.
    secret: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When the last earlier secret stops signing; null if none does.
    previousSignsUntil: Optional[int]



class EmailsUpdateConfigRequest(TypedDict):
    """What `emails.updateConfig` takes."""

    #: Whether e-mails are sent.
    useEmailService: NotRequired[bool]
    #: The provider of e-mails and what it needs.
    emailServiceConfig: NotRequired[EmailServiceConfigInput]



class EmailServiceConfigInput(TypedDict):
    """Changes of who sends the e-mails of an API key: absent fields keep their values."""

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
    """What `emails.getConfig` takes."""



class EmailsGetConfigAnswer(TypedDict):
    """What `emails.getConfig` returns."""

    #: Whether e-mails are sent.
    useEmailService: bool
    #: The provider of e-mails and what it needs.
    emailServiceConfig: EmailServiceConfig



class EmailServiceConfig(TypedDict):
    """Who sends the e-mails of an API key; secrets are masked."""

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
    """What `apiKeys.updateConfig` takes."""

    #: Whether Get users and Delete folder may be called.
    advancedQueriesEnabled: NotRequired[bool]
    #: Whether activities are kept from being changed.
    activityLogImmutable: NotRequired[bool]
    #: An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.
    linkTemplate: NotRequired[Optional[str]]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: NotRequired[bool]
    #: Whether comments are indexed for search.
    searchEnabled: NotRequired[bool]
    #: For how long the key keeps what it stores.
    retention: NotRequired[ApiKeysUpdateConfigRequestRetention]



class ApiKeysUpdateConfigRequestRetention(TypedDict):
    """The `retention` of ApiKeysUpdateConfigRequest."""

    #: Days for which records of the activity log are kept; null for as long as the installation keeps them.
    activitiesDays: NotRequired[Optional[int]]
    #: Days for which notifications are kept, with what inboxes show of them; null for as long as the installation keeps them.
    notificationsDays: NotRequired[Optional[int]]
    #: Days for which webhook deliveries are kept, with their bodies and attempts; null for as long as the installation keeps them.
    deliveriesDays: NotRequired[Optional[int]]
    #: Days for which the log of mails is kept, with what they report; null for as long as the installation keeps them.
    mailsDays: NotRequired[Optional[int]]



class ApiKeysUpdateConfigAnswer(TypedDict):
    """What `apiKeys.updateConfig` returns."""

    #: Whether Get users and Delete folder may be used.
    advancedQueriesEnabled: bool
    #: Whether activities are kept from being changed.
    activityLogImmutable: bool
    #: The URL in your application that mails link to; null for none.
    linkTemplate: Optional[str]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: bool
    #: Whether comments are indexed for search.
    searchEnabled: bool
    #: How far the search index is; null while that cannot be known.
    searchIndex: Optional[ApiKeysUpdateConfigAnswerSearchIndex]
    #: The days for which the key keeps what it stores; null for as long as the installation does.
    retention: ApiKeysUpdateConfigAnswerRetention



class ApiKeysUpdateConfigAnswerSearchIndex(TypedDict):
    """The `searchIndex` of ApiKeysUpdateConfigAnswer."""

    #: `leaving`: search is off, and what is left of the index is being removed.
    state: Literal["none", "indexing", "ready", "leaving"]
    #: How much of what was there when search was turned on is indexed.
    percent: int



class ApiKeysUpdateConfigAnswerRetention(TypedDict):
    """The `retention` of ApiKeysUpdateConfigAnswer."""

    #: Days for which records of the activity log are kept; null for as long as the installation keeps them.
    activitiesDays: Optional[int]
    #: Days for which notifications are kept; null for as long as the installation keeps them.
    notificationsDays: Optional[int]
    #: Days for which webhook deliveries are kept; null for as long as the installation keeps them.
    deliveriesDays: Optional[int]
    #: Days for which the log of mails is kept; null for as long as the installation keeps it.
    mailsDays: Optional[int]



class ApiKeysGetConfigRequest(TypedDict):
    """What `apiKeys.getConfig` takes."""



class ApiKeysGetConfigAnswer(TypedDict):
    """What `apiKeys.getConfig` returns."""

    #: Whether Get users and Delete folder may be used.
    advancedQueriesEnabled: bool
    #: Whether activities are kept from being changed.
    activityLogImmutable: bool
    #: The URL in your application that mails link to; null for none.
    linkTemplate: Optional[str]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: bool
    #: Whether comments are indexed for search.
    searchEnabled: bool
    #: How far the search index is; null while that cannot be known.
    searchIndex: Optional[ApiKeysGetConfigAnswerSearchIndex]
    #: The days for which the key keeps what it stores; null for as long as the installation does.
    retention: ApiKeysGetConfigAnswerRetention



class ApiKeysGetConfigAnswerSearchIndex(TypedDict):
    """The `searchIndex` of ApiKeysGetConfigAnswer."""

    #: `leaving`: search is off, and what is left of the index is being removed.
    state: Literal["none", "indexing", "ready", "leaving"]
    #: How much of what was there when search was turned on is indexed.
    percent: int



class ApiKeysGetConfigAnswerRetention(TypedDict):
    """The `retention` of ApiKeysGetConfigAnswer."""

    #: Days for which records of the activity log are kept; null for as long as the installation keeps them.
    activitiesDays: Optional[int]
    #: Days for which notifications are kept; null for as long as the installation keeps them.
    notificationsDays: Optional[int]
    #: Days for which webhook deliveries are kept; null for as long as the installation keeps them.
    deliveriesDays: Optional[int]
    #: Days for which the log of mails is kept; null for as long as the installation keeps it.
    mailsDays: Optional[int]



class ApiKeysGetOverviewRequest(TypedDict):
    """What `apiKeys.getOverview` takes."""

    #: How many of the latest minutes.
    minutes: NotRequired[int]
    #: How many minutes are added up into one step; steps are counted from midnight in UTC.
    stepMinutes: NotRequired[int]



class ApiKeysGetOverviewAnswer(TypedDict):
    """What `apiKeys.getOverview` returns."""

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
    """One of the `minutes` of ApiKeysGetOverviewAnswer."""

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


#: What `audit.list` takes.
AuditListRequest = TypedDict(
    "AuditListRequest",
    {
        #: Acts that began then or later.
        "from": "NotRequired[int]",
        #: Acts that began then or before.
        "to": "NotRequired[int]",
        #: Only these, such as `apiKeys.create`.
        "actions": "NotRequired[Sequence[str]]",
        #: Only acts of these tokens.
        "actorIds": "NotRequired[Sequence[str]]",
        #: Only acts on this API key.
        "apiKey": "NotRequired[str]",
        #: Only acts on these users, API keys, tokens, organizations, ….
        "targetIds": "NotRequired[Sequence[str]]",
        #: How many entries a page has at most.
        "pageSize": "NotRequired[int]",
        #: Token of the page to read, from the answer before; absent for the first.
        "pageToken": "NotRequired[str]",
    },
)


class AuditListItem(TypedDict):
    """One item of `audit.list`."""

    #: 1: how its hash is made.
    version: int
    #: Id of the workspace.
    workspaceId: str
    #: The id of the record.
    recordId: str
    #: Its place in the chain, from 1 on.
    sequence: int
    #: When the act began.
    occurredAt: int
    #: The operation's name in the clients, `console.…` or `ops.…`.
    action: str
    #: Who acted.
    actor: AuditListItemActor
    #: What the act was about, what it made included.
    targets: Sequence[AuditListItemTarget]
    #: The API key that was acted on.
    apiKey: Optional[str]
    #: Where the act came from.
    context: AuditListItemContext
    #: What the caller was told: `failed` is a fault of the installation (parts may have been done), `unknown` when nobody reported (it may have been done).
    outcome: Literal["success", "refused", "failed", "unknown"]
    #: Names of the fields that were set.
    changes: Sequence[str]
    #: Of the actor's name, the address and the user agent.
    personal: AuditListItemPersonal
    #: The hash of the record before.
    previousHash: str
    #: SHA-256 of the record's canonical JSON (RFC 8785), base64url; persons are in it by their hashes.
    hash: str



class AuditListItemActor(TypedDict):
    """The `actor` of AuditListItem."""

    #: The bearer of a token, a session of the console, the admin token or an operator, another service, or Parley itself.
    type: Literal["token", "session", "admin", "service", "system"]
    #: The id of the token.
    id: str
    #: The name of the token, or the person of a session; null once erased.
    name: Optional[str]



class AuditListItemTarget(TypedDict):
    """One of the `targets` of AuditListItem."""

    #: `apiKey`, `token`, `organization`, `document`, `user`, `removal`, ….
    type: str
    #: Null for a user who was erased.
    id: Optional[str]
    #: Only for a user.
    personal: NotRequired[AuditListItemTargetPersonal]



class AuditListItemTargetPersonal(TypedDict):
    """The `personal` of AuditListItemTarget."""

    #: Stands for the person in the record's hash: SHA-256 of the canonical JSON of what it hides, with the salt; base64url.
    hash: str
    #: Null once the person was erased.
    salt: Optional[str]



class AuditListItemContext(TypedDict):
    """The `context` of AuditListItem."""

    #: The address of the client; null once the actor was erased.
    ip: Optional[str]
    #: What the client says that it is; null when it said nothing, or once the actor was erased.
    userAgent: Optional[str]
    #: The `x-request-id` of the request.
    requestId: str



class AuditListItemPersonal(TypedDict):
    """The `personal` of AuditListItem."""

    #: Stands for the person in the record's hash: SHA-256 of the canonical JSON of what it hides, with the salt; base64url.
    hash: str
    #: Null once the person was erased.
    salt: Optional[str]



class AuditGetCheckpointRequest(TypedDict):
    """What `audit.getCheckpoint` takes."""



class AuditGetCheckpointAnswer(TypedDict):
    """What `audit.getCheckpoint` returns."""

    #: The JWS in its compact form.
    checkpoint: str
    #: Of the newest record; 0 when there is none.
    sequence: int
    #: The hash of that record.
    hash: str
    #: Of the oldest record that is kept.
    firstSequence: int
    #: When it was signed.
    at: int


#: What `apiKeys.listUsage` takes.
ApiKeysListUsageRequest = TypedDict(
    "ApiKeysListUsageRequest",
    {
        #: The first day, in UTC.
        "from": "str",
        #: The last day, in UTC.
        "to": "str",
        #: Only what this API key used.
        "apiKey": "NotRequired[str]",
        #: How many entries a page has at most.
        "pageSize": "NotRequired[int]",
        #: Token of the page to read, from the answer before; absent for the first.
        "pageToken": "NotRequired[str]",
    },
)


class ApiKeysListUsageItem(TypedDict):
    """One item of `apiKeys.listUsage`."""

    #: In UTC.
    day: str
    #: Also one that has been deleted since.
    apiKey: str
    #: Requests with a token of the API key, not counting the console's.
    requests: int
    #: Those of them that were answered with a status of 500 or more.
    failed: int
    #: Those of them that were answered with a status of 400 to 499.
    refused: int
    #: Comments that were added.
    comments: int
    #: Users who commented, reacted, changed a thread or recorded, each once.
    users: int
    #: E-mails that a provider accepted.
    mails: int
    #: Webhook deliveries that an endpoint accepted.
    deliveries: int
    #: For how long streams of changes were open, added up.
    streamsSeconds: int
    #: Tokens that AI models read, as `/v2/rewriter/usage/get` has them.
    inputTokens: int
    #: Tokens that AI models wrote.
    outputTokens: int



class OrganizationsAddRequest(TypedDict):
    """What `organizations.add` takes."""

    #: The organizations.
    organizations: Sequence[OrganizationInput]



class OrganizationInputKnown(TypedDict):
    """An organization as it is sent. These are the known keys."""

    #: Id of the organization.
    organizationId: str
    #: null removes the name.
    organizationName: NotRequired[Optional[str]]


#: An organization as it is sent. Further keys are your own: `dict(…)` reads them.
OrganizationInput = Union[OrganizationInputKnown, Dict[str, Any]]


class BatchEntryWithId(TypedDict):
    """What became of one item of a batch, with its id."""

    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Id of the item.
    id: str



class OrganizationsCreateRequest(TypedDict):
    """What `organizations.create` takes."""

    #: The organization; one that exists is changed.
    organization: OrganizationInput



class OrganizationsListRequest(TypedDict):
    """What `organizations.list` takes."""

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
    """One item of `organizations.list`. These are the known keys."""

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


#: One item of `organizations.list`. Further keys are your own: `dict(…)` reads them.
OrganizationsListItem = Union[OrganizationsListItemKnown, Dict[str, Any]]


class OrganizationsRetrieveRequest(TypedDict):
    """What `organizations.retrieve` takes."""

    #: Id of the organization.
    organizationId: str



class OrganizationsUpdateRequest(TypedDict):
    """What `organizations.update` takes."""

    #: The organizations.
    organizations: Sequence[OrganizationInput]



class OrganizationsSetDisabledRequest(TypedDict):
    """What `organizations.setDisabled` takes."""

    #: Ids of organizations.
    organizationIds: Sequence[str]
    #: Whether the organization is closed to users.
    disabled: bool



class OrganizationsDeleteRequest(TypedDict):
    """What `organizations.delete` takes."""

    #: Ids of organizations.
    organizationIds: Sequence[str]
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class FoldersAddRequest(TypedDict):
    """What `folders.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: The folders.
    folders: Sequence[FolderInput]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]



class FolderInputKnown(TypedDict):
    """A folder as it is sent. These are the known keys."""

    #: Id of the folder.
    folderId: str
    #: null removes the name.
    folderName: NotRequired[Optional[str]]
    #: If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder.
    parentFolderId: NotRequired[Optional[str]]


#: A folder as it is sent. Further keys are your own: `dict(…)` reads them.
FolderInput = Union[FolderInputKnown, Dict[str, Any]]


class FoldersCreateRequest(TypedDict):
    """What `folders.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]
    #: The folder; one that exists is changed.
    folder: FolderInput



class FoldersListRequest(TypedDict):
    """What `folders.list` takes."""

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
    #: How the name begins, or the whole id.
    search: NotRequired[str]
    #: How many levels of folders are read below each.
    maxDepth: NotRequired[int]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class FolderKnown(TypedDict):
    """A folder with the folders in it. These are the known keys."""

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


#: A folder with the folders in it. Further keys are your own: `dict(…)` reads them.
Folder = Union[FolderKnown, Dict[str, Any]]


class FoldersRetrieveRequest(TypedDict):
    """What `folders.retrieve` takes."""

    #: Id of the organization.
    organizationId: str
    #: How many levels of folders are read below each.
    maxDepth: NotRequired[int]
    #: Id of the folder.
    folderId: str



class FoldersUpdateRequest(TypedDict):
    """What `folders.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: The folders.
    folders: Sequence[FolderInput]



class DocumentsAddRequest(TypedDict):
    """What `documents.add` takes."""

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
    """A document as it is sent. These are the known keys."""

    #: Id of the document.
    documentId: str
    #: null removes the name.
    documentName: NotRequired[Optional[str]]
    #: If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder.
    folderId: NotRequired[Optional[str]]


#: A document as it is sent. Further keys are your own: `dict(…)` reads them.
DocumentInput = Union[DocumentInputKnown, Dict[str, Any]]


class DocumentsCreateRequest(TypedDict):
    """What `documents.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: For documents that do not name a folder themselves.
    folderId: NotRequired[Optional[str]]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the folder when it does not exist.
    createFolder: NotRequired[bool]
    #: The document; one that exists is changed.
    document: DocumentInput



class DocumentsListRequest(TypedDict):
    """What `documents.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: For a single id: NOT_FOUND when there is no such thing, in place of an empty list.
    one: NotRequired[bool]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: How the name begins, or the whole id.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class DocumentsListItemKnown(TypedDict):
    """One item of `documents.list`. These are the known keys."""

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


#: One item of `documents.list`. Further keys are your own: `dict(…)` reads them.
DocumentsListItem = Union[DocumentsListItemKnown, Dict[str, Any]]


class DocumentsRetrieveRequest(TypedDict):
    """What `documents.retrieve` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str



class DocumentsUpdateRequest(TypedDict):
    """What `documents.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: The documents.
    documents: Sequence[DocumentInput]



class DocumentsMoveRequest(TypedDict):
    """What `documents.move` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Id of the folder.
    folderId: str



class DocumentsSetDisabledRequest(TypedDict):
    """What `documents.setDisabled` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Whether the document is closed to users.
    disabled: bool



class DocumentsSetDisabledAnswerEntry(TypedDict):
    """What `documents.setDisabled` says of one item."""

    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Whether the document is closed to users.
    disabled: bool



class LocationsAddRequest(TypedDict):
    """What `locations.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The locations.
    locations: Sequence[LocationInput]



class LocationInputKnown(TypedDict):
    """A location of a document, as it is sent. These are the known keys."""

    #: Id of the location.
    id: Union[str, float]
    #: null removes the name.
    locationName: NotRequired[Optional[str]]


#: A location of a document, as it is sent. Further keys are your own: `dict(…)` reads them.
LocationInput = Union[LocationInputKnown, Dict[str, Any]]


class LocationsListRequest(TypedDict):
    """What `locations.list` takes."""

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
    """One item of `locations.list`. These are the known keys."""

    #: Id of the location.
    id: str
    #: Name of the location.
    locationName: Optional[str]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int


#: One item of `locations.list`. Further keys are your own: `dict(…)` reads them.
LocationsListItem = Union[LocationsListItemKnown, Dict[str, Any]]


class LocationsUpdateRequest(TypedDict):
    """What `locations.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The locations.
    locations: Sequence[LocationInput]



class LocationsDeleteDataRequest(TypedDict):
    """What `locations.deleteData` takes."""

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
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class LocationsDeleteDataRequestLocationKnown(TypedDict):
    """The `location` of LocationsDeleteDataRequest. These are the known keys."""

    #: Id of the location.
    id: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]


#: The `location` of LocationsDeleteDataRequest. Further keys are your own: `dict(…)` reads them.
LocationsDeleteDataRequestLocation = Union[LocationsDeleteDataRequestLocationKnown, Dict[str, Any]]


class LocationsDeleteRequest(TypedDict):
    """What `locations.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of locations.
    locationIds: Sequence[Union[str, float]]
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class DocumentsDeleteRequest(TypedDict):
    """What `documents.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class FoldersDeleteRequest(TypedDict):
    """What `folders.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the folder.
    folderId: str
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class UsersAddRequest(TypedDict):
    """What `users.add` takes."""

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
    """A user as it is sent, with keys of your own. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[Optional[str]]
    #: E-mail address.
    email: NotRequired[Optional[str]]


#: A user as it is sent, with keys of your own. Further keys are your own: `dict(…)` reads them.
UserInput = Union[UserInputKnown, Dict[str, Any]]


class UsersCreateRequest(TypedDict):
    """What `users.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the document when it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the folder when it does not exist.
    createFolder: NotRequired[bool]
    #: The user; one that exists is changed.
    user: UserInput



class UsersUpdateRequest(TypedDict):
    """What `users.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: The users.
    users: Sequence[UserInput]



class GroupsAddRequest(TypedDict):
    """What `groups.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: The groups.
    organizationUserGroups: Sequence[GroupInput]
    #: Creates the organization when it does not exist.
    createOrganization: NotRequired[bool]



class GroupInput(TypedDict):
    """A group of users of an organization, as it is sent."""

    #: Id of the group.
    groupId: str
    #: Name of the group.
    groupName: NotRequired[Optional[str]]



class GroupsListRequest(TypedDict):
    """What `groups.list` takes."""

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
    """One item of `groups.list`."""

    #: Id of the group.
    groupId: str
    #: Name of the group.
    groupName: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int



class GroupsAddUsersRequest(TypedDict):
    """What `groups.addUsers` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the group.
    organizationUserGroupId: str
    #: Ids of users.
    userIds: Sequence[str]



class GroupMemberResult(TypedDict):
    """What became of one user of a group."""

    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Id of the group.
    organizationUserGroupId: str



class UsersListRequest(TypedDict):
    """What `users.list` takes."""

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
    """A user as stored, with the keys of your own. These are the known keys."""

    #: E-mail address.
    email: str
    #: Name for people.
    name: str
    #: Id of the user.
    userId: str


#: A user as stored, with the keys of your own. Further keys are your own: `dict(…)` reads them.
User = Union[UserKnown, Dict[str, Any]]


class UsersRetrieveRequest(TypedDict):
    """What `users.retrieve` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Id of the user.
    userId: str



class UsersGetDataRequest(TypedDict):
    """What `users.getData` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: str
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class UsersGetDataAnswer(TypedDict):
    """One item of `users.getData`."""

    #: The comments of the user, as they are stored.
    comments: Sequence[Mapping[str, Any]]
    #: The reactions.
    reactions: Sequence[Mapping[str, Any]]
    #: The recordings.
    recordings: Sequence[Mapping[str, Any]]
    #: The notifications.
    notifications: Sequence[Mapping[str, Any]]



class GroupsDeleteUsersRequest(TypedDict):
    """What `groups.deleteUsers` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the group.
    organizationUserGroupId: str
    #: Ids of users.
    userIds: NotRequired[Sequence[str]]
    #: Removes all users of the group; excludes `userIds`.
    deleteAll: NotRequired[bool]



class GroupsDeleteRequest(TypedDict):
    """What `groups.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of groups.
    groupIds: Sequence[str]



class UsersDeleteRequest(TypedDict):
    """What `users.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Ids of users.
    userIds: Sequence[str]



class UsersDeleteDataRequest(TypedDict):
    """What `users.deleteData` takes."""

    #: Ids of users.
    userIds: Sequence[str]
    #: Ids of organizations.
    organizationIds: NotRequired[Sequence[str]]
    #: Remove nothing, and answer how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class UsersDeleteDataAnswer(TypedDict):
    """What `users.deleteData` returns."""

    #: Id of the job.
    jobId: str
    #: How many tasks the job has.
    tasksCount: int



class UsersGetDataDeletionRequest(TypedDict):
    """What `users.getDataDeletion` takes."""

    #: Id of the job.
    jobId: str



class UsersGetDataDeletionAnswer(TypedDict):
    """What `users.getDataDeletion` returns."""

    #: Whether everything is removed.
    isDeleteCompleted: bool
    #: How many tasks are left; never rises.
    tasksLeft: int
    #: When the last task was completed, in milliseconds since the epoch; 0 before the first.
    lastTaskCompletedTime: int



class UserTokensGenerateRequest(TypedDict):
    """What `userTokens.generate` takes."""

    #: Id of the user.
    userId: str
    #: Stored with the user as `/v2/users/add` does, with further keys of your own. `isAdmin` is such a key: it grants nothing.
    userProperties: NotRequired[UserProperties]
    #: Where the user may do what.
    permissions: UserTokensGenerateRequestPermissions
    #: 3600 unless given.
    expiresInSeconds: NotRequired[int]



class UserPropertiesKnown(TypedDict):
    """What is stored of a user for whom a token is made. These are the known keys."""

    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]
    #: A key of yours: it grants nothing.
    isAdmin: NotRequired[bool]


#: What is stored of a user for whom a token is made. Further keys are your own: `dict(…)` reads them.
UserProperties = Union[UserPropertiesKnown, Dict[str, Any]]


class UserTokensGenerateRequestPermissions(TypedDict):
    """The `permissions` of UserTokensGenerateRequest."""

    #: The places, each named once.
    resources: Sequence[UserTokenResource]



class UserTokenResource(TypedDict):
    """A place that a user's token names, and what the user may do there."""

    #: What kind of place it is.
    type: Literal["organization", "folder", "document"]
    #: Id of the organization, the folder or the document.
    id: str
    #: Of a folder or a document; it may be absent when all resources are of one organization.
    organizationId: NotRequired[str]
    #: A viewer reads; a commenter also adds threads, comments and reactions, and changes and deletes what is the user's own; an editor also sets status, priority and assignee.
    accessRole: Literal["viewer", "commenter", "editor"]
    #: From then on the entry counts as not there. Absent: as long as the token.
    expiresAt: NotRequired[int]



class UserTokensGenerateAnswer(TypedDict):
    """What `userTokens.generate` returns."""

    #: The secret token.
    token: str
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: int



class UserTokensRevokeRequest(TypedDict):
    """What `userTokens.revoke` takes."""

    #: Id of the user.
    userId: str



class RemovalsListRequest(TypedDict):
    """What `removals.list` takes."""

    #: Only this one.
    jobId: NotRequired[str]
    #: Only those that are running or paused.
    openOnly: NotRequired[bool]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class RemovalsListItem(TypedDict):
    """One item of `removals.list`."""

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
    """One of the `tasks` of RemovalsListItem."""

    #: Whose task it is.
    service: str
    #: What of the service it looks through.
    collection: str
    #: 1 removes, 2 checks again, 3 removes the rows by which others were found.
    stage: int
    #: Whether nothing is left of it.
    done: bool



class RemovalsPauseRequest(TypedDict):
    """What `removals.pause` takes."""

    #: Id of the job.
    jobId: str



class RemovalsResumeRequest(TypedDict):
    """What `removals.resume` takes."""

    #: Id of the job.
    jobId: str



class RemovalsGetCertificateRequest(TypedDict):
    """What `removals.getCertificate` takes."""

    #: Id of the job.
    jobId: str



class RemovalsGetCertificateAnswer(TypedDict):
    """What `removals.getCertificate` returns."""

    #: The JWS in its compact form.
    certificate: str
    #: What the subjects in it are hashed with.
    salt: str



class ThreadsAddRequest(TypedDict):
    """What `threads.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The threads, at most 1,000.
    commentAnnotations: Sequence[NewThread]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class NewThread(TypedDict):
    """A thread to be added, with its first comments."""

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
    """The status of a thread, as it is sent."""

    #: Id of the status: any word.
    id: str
    #: Name for people.
    name: NotRequired[str]
    #: What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`).
    type: NotRequired[Literal["default", "ongoing", "terminal"]]



class PriorityInput(TypedDict):
    """The priority of a thread, as it is sent."""

    #: Id of the priority: any word.
    id: str
    #: Name for people.
    name: NotRequired[str]
    #: A word of yours for the kind of priority.
    type: NotRequired[str]



class LocationRefInputKnown(TypedDict):
    """The location of something in a document, as it is sent. These are the known keys."""

    #: Id of the location.
    id: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]


#: The location of something in a document, as it is sent. Further keys are your own: `dict(…)` reads them.
LocationRefInput = Union[LocationRefInputKnown, Dict[str, Any]]


class NamedUserInputKnown(TypedDict):
    """A user as sent with what they did or are told of. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]


#: A user as sent with what they did or are told of. Further keys are your own: `dict(…)` reads them.
NamedUserInput = Union[NamedUserInputKnown, Dict[str, Any]]

#: A comment to be added.
NewComment = TypedDict(
    "NewComment",
    {
        #: Id of the comment.
        "commentId": "NotRequired[str]",
        #: The author of the comment.
        "from": "NamedUserInput",
        #: The comment as plain text.
        "commentText": "NotRequired[str]",
        #: The comment as HTML.
        "commentHtml": "NotRequired[str]",
        #: The users who are tagged in the text.
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        #: Files that belong to the comment: what is known of them, not their content.
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        #: Your own keys and values, kept as given.
        "metadata": "NotRequired[Mapping[str, Any]]",
        #: For imports: when it was created. Absent means now.
        "createdAt": "NotRequired[int]",
    },
)


class TaggedUserInput(TypedDict):
    """A user whom a comment mentions, as it is sent."""

    #: Id of the user.
    userId: str
    #: The words that tag the user, such as `@Carol`.
    text: NotRequired[str]
    #: The user who is tagged.
    contact: NotRequired[NamedUserInput]



class AttachmentInputKnown(TypedDict):
    """A file that belongs to a comment, as it is sent: what is known of it, not its content. These are the known keys."""

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


#: A file that belongs to a comment, as it is sent: what is known of it, not its content. Further keys are your own: `dict(…)` reads them.
AttachmentInput = Union[AttachmentInputKnown, Dict[str, Any]]


class ThreadsAddAnswerEntry(TypedDict):
    """What `threads.add` says of one item."""

    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Id of the item.
    id: str
    #: Ids of comments.
    commentIds: Sequence[str]



class ThreadsCreateRequest(TypedDict):
    """What `threads.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]
    #: The thread; one that exists is changed.
    thread: NewThread



class ThreadsListRequest(TypedDict):
    """What `threads.list` takes."""

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


#: One item of `threads.list`.
ThreadsListItem = TypedDict(
    "ThreadsListItem",
    {
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "annotationId": "str",
        #: The status of the thread.
        "status": "Status",
        #: The priority of the thread.
        "priority": "Optional[Priority]",
        #: A word of yours for the kind of thread.
        "type": "Optional[str]",
        #: The place within the document.
        "location": "Optional[LocationRef]",
        #: Id of the location.
        "locationId": "Optional[str]",
        #: The author of the first comment; null without comments.
        "from": "Optional[NamedUser]",
        #: The user to whom the thread is assigned.
        "assignedTo": "Optional[NamedUser]",
        #: Who wrote a comment, is tagged in one, or is the assignee.
        "involvedUsers": "Sequence[NamedUser]",
        #: Who is tagged in a comment.
        "mentionedUsers": "Sequence[NamedUser]",
        #: Oldest first.
        "comments": "Sequence[ThreadComment]",
        #: When it was created, in milliseconds since the epoch.
        "createdAt": "int",
        #: When it was last changed, in milliseconds since the epoch.
        "lastUpdated": "int",
        #: Where the thread is, and the keys that you keep with it.
        "metadata": "ThreadMetadata",
    },
)


class Status(TypedDict):
    """The status of a thread."""

    #: Id of the status: any word.
    id: str
    #: Name for people.
    name: str
    #: What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`).
    type: Literal["default", "ongoing", "terminal"]



class Priority(TypedDict):
    """The priority of a thread."""

    #: Id of the priority: any word.
    id: str
    #: Name for people.
    name: str
    #: A word of yours for the kind of priority.
    type: NotRequired[str]



class LocationRefKnown(TypedDict):
    """The location of a thread. These are the known keys."""

    #: Id of the location.
    id: NotRequired[str]
    #: Name of the location.
    locationName: NotRequired[str]


#: The location of a thread. Further keys are your own: `dict(…)` reads them.
LocationRef = Union[LocationRefKnown, Dict[str, Any]]


class NamedUserKnown(TypedDict):
    """A user with the name and address that were given or are stored. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]


#: A user with the name and address that were given or are stored. Further keys are your own: `dict(…)` reads them.
NamedUser = Union[NamedUserKnown, Dict[str, Any]]

#: A comment of a thread.
ThreadComment = TypedDict(
    "ThreadComment",
    {
        #: Id of the comment.
        "commentId": "str",
        #: The author of the comment.
        "from": "NamedUser",
        #: The comment as plain text.
        "commentText": "str",
        #: The comment as HTML.
        "commentHtml": "str",
        #: The users who are tagged in the text.
        "taggedUserContacts": "Sequence[TaggedUser]",
        #: Files that belong to the comment: what is known of them, not their content.
        "attachments": "Sequence[Mapping[str, Any]]",
        #: Your own keys and values, kept as given.
        "metadata": "Mapping[str, Any]",
        #: The reactions to the comment.
        "reactionAnnotations": "Sequence[ReactionAnnotation]",
        #: When it was created, in milliseconds since the epoch.
        "createdAt": "int",
        #: When it was last changed, in milliseconds since the epoch.
        "lastUpdated": "int",
        #: When text, html, tagged users or attachments last changed.
        "editedAt": "Optional[int]",
    },
)


class TaggedUser(TypedDict):
    """A user whom a comment mentions."""

    #: Id of the user.
    userId: str
    #: The words that tag the user, such as `@Carol`.
    text: str
    #: The user who is tagged.
    contact: NamedUser



class ReactionAnnotation(TypedDict):
    """A reaction to a comment, with the users who have it."""

    #: The reaction: an emoji or a word.
    reaction: str
    #: Who reacted.
    user: NamedUser
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class ThreadMetadataKnown(TypedDict):
    """Where a thread is, and the keys of your own that it has. These are the known keys."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the folder.
    folderId: Optional[str]


#: Where a thread is, and the keys of your own that it has. Further keys are your own: `dict(…)` reads them.
ThreadMetadata = Union[ThreadMetadataKnown, Dict[str, Any]]


class ThreadsRetrieveRequest(TypedDict):
    """What `threads.retrieve` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Leaves users of whom you gave the id alone so: they do not come as they are stored.
    usersAsGiven: NotRequired[bool]
    #: Id of the thread.
    annotationId: str



class ThreadsCountRequest(TypedDict):
    """What `threads.count` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only threads with one of these statuses.
    statuses: NotRequired[Sequence[str]]



class DocumentCounts(TypedDict):
    """How many threads a document has."""

    #: Annotations of the document, of the statuses that are asked for.
    total: int
    #: By the id of the status; one that no annotation has is absent.
    statuses: Mapping[str, int]
    #: Whether the document has more than were counted: then the counts are the least that it has.
    hasMore: bool
    #: With `userId`: those in which the user wrote a comment, is tagged or is the assignee.
    mine: NotRequired[int]
    #: With `userId`: those of which the user's inbox has an entry that is not read; null while that cannot be known.
    unread: NotRequired[Optional[int]]



class ThreadsSearchRequest(TypedDict):
    """What `threads.search` takes."""

    #: Id of the organization.
    organizationId: str
    #: The words to find, at most 32.
    query: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only threads with one of these statuses.
    statuses: NotRequired[Sequence[str]]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class FoundThread(TypedDict):
    """A thread that search has found, with its comments that match."""

    #: The thread as it is now, with all its comments and reactions.
    thread: FoundThreadThread
    #: The comments that have all words, in the order of the thread.
    commentIds: Sequence[str]
    #: A part of the newest of these, around the first word that is found.
    excerpt: str


#: The thread that was found, as it is now.
FoundThreadThread = TypedDict(
    "FoundThreadThread",
    {
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "annotationId": "str",
        #: The status of the thread.
        "status": "Status",
        #: The priority of the thread.
        "priority": "Optional[Priority]",
        #: A word of yours for the kind of thread.
        "type": "Optional[str]",
        #: The place within the document.
        "location": "Optional[LocationRef]",
        #: Id of the location.
        "locationId": "Optional[str]",
        #: The author of the first comment; null without comments.
        "from": "Optional[NamedUser]",
        #: The user to whom the thread is assigned.
        "assignedTo": "Optional[NamedUser]",
        #: Who wrote a comment, is tagged in one, or is the assignee.
        "involvedUsers": "Sequence[NamedUser]",
        #: Who is tagged in a comment.
        "mentionedUsers": "Sequence[NamedUser]",
        #: Oldest first.
        "comments": "Sequence[ThreadComment]",
        #: When it was created, in milliseconds since the epoch.
        "createdAt": "int",
        #: When it was last changed, in milliseconds since the epoch.
        "lastUpdated": "int",
        #: Where the thread is, and the keys that you keep with it.
        "metadata": "ThreadMetadata",
    },
)


class ThreadsUpdateRequest(TypedDict):
    """What `threads.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The threads, at most 1,000.
    commentAnnotations: Sequence[ThreadChange]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class ThreadChange(TypedDict):
    """Changes of a thread: absent fields keep their values."""

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
    """What `comments.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: The comments.
    commentData: Sequence[NewComment]



class CommentsCreateRequest(TypedDict):
    """What `comments.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: The comment; one that exists is changed.
    comment: NewComment



class CommentsUpdateRequest(TypedDict):
    """What `comments.update` takes."""

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


#: The `updatedData` of CommentsUpdateRequest.
CommentsUpdateRequestUpdatedData = TypedDict(
    "CommentsUpdateRequestUpdatedData",
    {
        #: The comment as plain text.
        "commentText": "NotRequired[str]",
        #: The comment as HTML.
        "commentHtml": "NotRequired[str]",
        #: The users who are tagged in the text.
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        #: Files that belong to the comment: what is known of them, not their content.
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        #: Your own keys and values, kept as given.
        "metadata": "NotRequired[Mapping[str, Any]]",
        #: The author of the comment.
        "from": "NotRequired[NamedUserInput]",
    },
)

#: One of the `comments` of CommentsUpdateRequest.
CommentsUpdateRequestComment = TypedDict(
    "CommentsUpdateRequestComment",
    {
        #: Id of the comment.
        "commentId": "str",
        #: The comment as plain text.
        "commentText": "NotRequired[str]",
        #: The comment as HTML.
        "commentHtml": "NotRequired[str]",
        #: The users who are tagged in the text.
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        #: Files that belong to the comment: what is known of them, not their content.
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        #: Your own keys and values, kept as given.
        "metadata": "NotRequired[Mapping[str, Any]]",
        #: The author of the comment.
        "from": "NotRequired[NamedUserInput]",
    },
)


class ReactionsAddRequest(TypedDict):
    """What `reactions.add` takes."""

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
    """What `reactions.delete` takes."""

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
    """What `comments.delete` takes."""

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
    """What `threads.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of threads.
    annotationIds: Sequence[str]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class RecordingsAddRequest(TypedDict):
    """What `recordings.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The recordings.
    recordings: Sequence[RecordingsAddRequestRecording]



class RecordingsAddRequestRecording(TypedDict):
    """One of the `recordings` of RecordingsAddRequest."""

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
    """What `recordings.list` takes."""

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
    """One item of `recordings.list`."""

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
    """What `recordings.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of recordings.
    recordingIds: Sequence[str]
    #: The user who did it.
    actionUser: NotRequired[NamedUserInput]



class ActivitiesAddRequest(TypedDict):
    """What `activities.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: For records that do not name a document themselves.
    documentId: NotRequired[str]
    #: The activities, at most 1,000.
    activities: Sequence[ActivitiesAddRequestActivity]



class ActivitiesAddRequestActivity(TypedDict):
    """One of the `activities` of ActivitiesAddRequest."""

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
    """What `activities.list` takes."""

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



class ActivitiesListItem(TypedDict):
    """One item of `activities.list`."""

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
    """What `activities.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: The activities, at most 1,000.
    activities: Sequence[ActivitiesUpdateRequestActivity]



class ActivitiesUpdateRequestActivity(TypedDict):
    """One of the `activities` of ActivitiesUpdateRequest."""

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
    """What became of one item of a batch."""

    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]



class ChangesGetRequest(TypedDict):
    """What `changes.get` takes."""

    #: Id of the organization.
    organizationId: NotRequired[str]
    #: Id of the document.
    documentId: NotRequired[str]
    #: One of these: `comment.add`, `document.delete`, a word of your own records, …
    actionTypes: NotRequired[Sequence[str]]
    #: Where to begin: `start`, `now`, or a `nextCursor` that was returned for the same filters; `now` unless given.
    cursor: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: `thread`: each change comes with its thread as it is now.
    include: NotRequired[Sequence[Literal["thread"]]]
    #: How long to wait for a change while there is none.
    waitMs: NotRequired[int]



class ChangesPage(TypedDict):
    """A page of changes, and where the next one begins."""

    #: What was asked for, or what became of each item.
    data: Sequence[Change]
    #: Where the next page begins.
    nextCursor: str
    #: Whether there were no further changes.
    upToDate: bool



class Change(TypedDict):
    """Something that happened: a change of a thread, a record of the activity log, or a removal."""

    #: Unique. A record that is changed later comes again, with another id.
    changeId: str
    #: `comment`, `reaction`, `recording`, `removal`, or a word of your own.
    featureType: str
    #: What happened, in a word.
    actionType: str
    #: Id of the organization.
    organizationId: Optional[str]
    #: Id of the document.
    documentId: Optional[str]
    #: Id of the thread.
    annotationId: Optional[str]
    #: Id of the comment.
    commentId: Optional[str]
    #: Id of the recording.
    recordingId: Optional[str]
    #: The record in the activity log; null for a removal.
    activityId: Optional[str]
    #: The folder that goes, with everything in it.
    folderId: Optional[str]
    #: The location that goes.
    locationId: Optional[str]
    #: The job of a removal.
    jobId: Optional[str]
    #: The user who did it.
    actionUser: Optional[NamedUser]
    #: Field to `{from, to}`.
    changes: Optional[Mapping[str, Any]]
    #: When it happened, in milliseconds since the epoch.
    occurredAt: int
    #: On request: the thread as it is now, null when it is gone.
    thread: NotRequired[Optional[ChangeThread]]


#: The thread of a change as it was when the change was read.
ChangeThread = TypedDict(
    "ChangeThread",
    {
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "annotationId": "str",
        #: The status of the thread.
        "status": "Status",
        #: The priority of the thread.
        "priority": "Optional[Priority]",
        #: A word of yours for the kind of thread.
        "type": "Optional[str]",
        #: The place within the document.
        "location": "Optional[LocationRef]",
        #: Id of the location.
        "locationId": "Optional[str]",
        #: The author of the first comment; null without comments.
        "from": "Optional[NamedUser]",
        #: The user to whom the thread is assigned.
        "assignedTo": "Optional[NamedUser]",
        #: Who wrote a comment, is tagged in one, or is the assignee.
        "involvedUsers": "Sequence[NamedUser]",
        #: Who is tagged in a comment.
        "mentionedUsers": "Sequence[NamedUser]",
        #: Oldest first.
        "comments": "Sequence[ThreadComment]",
        #: When it was created, in milliseconds since the epoch.
        "createdAt": "int",
        #: When it was last changed, in milliseconds since the epoch.
        "lastUpdated": "int",
        #: Where the thread is, and the keys that you keep with it.
        "metadata": "ThreadMetadata",
    },
)


class NotificationsAddRequest(TypedDict):
    """What `notifications.add` takes."""

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
    """What `notifications.add` returns."""

    #: Whether it worked.
    success: bool
    #: What happened, in a sentence.
    message: str



class NotificationsListRequest(TypedDict):
    """What `notifications.list` takes."""

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
    """One item of `notifications.list`."""

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
    """What `notifications.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: str
    #: Ids of notifications.
    notificationIds: Sequence[str]
    #: Whether the user has read it.
    isRead: bool



class NotificationsDeleteRequest(TypedDict):
    """What `notifications.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of notifications.
    notificationIds: Sequence[str]



class NotificationsSetConfigRequest(TypedDict):
    """What `notifications.setConfig` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: Ids of users.
    userIds: Sequence[str]
    #: What the user is notified of, by channel.
    config: NotificationsSetConfigRequestConfig



class NotificationsSetConfigRequestConfig(TypedDict):
    """The `config` of NotificationsSetConfigRequest."""

    #: Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`.
    inbox: NotRequired[Optional[Literal["ALL", "MINE", "NONE"]]]
    #: Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`.
    email: NotRequired[Optional[Literal["ALL", "MINE", "NONE"]]]



class NotificationsSetConfigItem(TypedDict):
    """What `notifications.setConfig` returns."""

    #: What the user is notified of, by channel.
    config: NotificationsSetConfigItemConfig
    #: Whose configuration it is, and where it holds.
    metadata: NotificationsSetConfigItemMetadata



class NotificationsSetConfigItemConfig(TypedDict):
    """The `config` of NotificationsSetConfigItem."""

    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    inbox: Literal["ALL", "MINE", "NONE"]
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    email: Literal["ALL", "MINE", "NONE"]



class NotificationsSetConfigItemMetadata(TypedDict):
    """The `metadata` of NotificationsSetConfigItem."""

    #: Id of the organization.
    organizationId: str
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Empty at the organization level.
    documentId: str
    #: Id of the user.
    userId: str



class NotificationsGetConfigRequest(TypedDict):
    """What `notifications.getConfig` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: str
    #: Reads the configuration of the organization instead of those of documents.
    getOrganizationConfig: NotRequired[bool]



class NotificationsGetConfigItem(TypedDict):
    """What `notifications.getConfig` returns."""

    #: What the user is notified of, by channel.
    config: NotificationsGetConfigItemConfig
    #: Whose configuration it is, and where it holds.
    metadata: NotificationsGetConfigItemMetadata



class NotificationsGetConfigItemConfig(TypedDict):
    """The `config` of NotificationsGetConfigItem."""

    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    inbox: Literal["ALL", "MINE", "NONE"]
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    email: Literal["ALL", "MINE", "NONE"]



class NotificationsGetConfigItemMetadata(TypedDict):
    """The `metadata` of NotificationsGetConfigItem."""

    #: Id of the organization.
    organizationId: str
    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Empty at the organization level.
    documentId: str
    #: Id of the user.
    userId: str



class EmailsTestRequest(TypedDict):
    """What `emails.test` takes."""

    #: An e-mail address.
    to: str



class EmailsTestAnswer(TypedDict):
    """What `emails.test` returns."""

    #: Whether it worked.
    success: bool
    #: Id of the e-mail.
    emailId: str
    #: How long the attempt took, in milliseconds.
    durationMs: int
    #: The server's response, 1,000 characters at most.
    response: Optional[str]
    #: Why the attempt failed; null for a success.
    errorClass: Optional[EmailErrorClass]
    #: What went wrong, in a sentence.
    error: Optional[str]


#: What `emails.list` takes.
EmailsListRequest = TypedDict(
    "EmailsListRequest",
    {
        #: Ids of e-mails.
        "emailIds": "NotRequired[Sequence[str]]",
        #: Only e-mails of which this became.
        "state": "NotRequired[Literal[\"pending\", \"sent\", \"failed\", \"dropped\"]]",
        #: Id of the user.
        "userId": "NotRequired[str]",
        #: Id of the organization.
        "organizationId": "NotRequired[str]",
        #: Id of the document.
        "documentId": "NotRequired[str]",
        #: Only those made at this time or later, in milliseconds since the epoch.
        "from": "NotRequired[int]",
        #: The end of the time, not included, in milliseconds since the epoch.
        "to": "NotRequired[int]",
        #: How many entries a page has at most.
        "pageSize": "NotRequired[int]",
        #: Token of the page to read, from the answer before; absent for the first.
        "pageToken": "NotRequired[str]",
    },
)


class EmailsListItem(TypedDict):
    """One item of `emails.list`."""

    #: Part of the mail's `Message-ID`; the same in every attempt.
    emailId: str
    #: What became of the e-mail.
    state: Literal["pending", "sent", "failed", "dropped"]
    #: Why it failed (`refused`, `attempts_exhausted`) or was dropped (`level`, `read`, `nothing_left`, `disabled`, `missing`, `no_address`, `suppressed`, `switched_off`, `no_provider`); null for the others.
    reason: Optional[EmailReason]
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
    #: Why the attempt failed; null for a success.
    errorClass: Optional[EmailErrorClass]
    #: What went wrong, in a sentence.
    error: Optional[str]
    #: How many things came to it.
    itemCount: int
    #: What the mail reports: the newest 50 items, oldest first: `tag`, `comment`, `assign` or `notification`. Removed when it has been sent.
    items: Sequence[EmailsListItemItem]



class EmailsListItemItem(TypedDict):
    """One of the `items` of EmailsListItem."""

    #: What happened.
    kind: Literal["tag", "comment", "assign", "notification"]
    #: Id of the comment.
    commentId: Optional[str]
    #: Id of the user.
    userId: str
    #: What the mail says of it.
    text: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class EmailsRetryRequest(TypedDict):
    """What `emails.retry` takes."""

    #: Ids of e-mails.
    emailIds: Sequence[str]



class EmailsListSuppressionsRequest(TypedDict):
    """What `emails.listSuppressions` takes."""

    #: How the address begins, in capitals or not.
    search: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class EmailsListSuppressionsItem(TypedDict):
    """One item of `emails.listSuppressions`."""

    #: In lower case.
    email: str
    #: What went wrong, in a sentence.
    error: str
    #: When the address was refused.
    suppressedAt: int



class EmailsDeleteSuppressionsRequest(TypedDict):
    """What `emails.deleteSuppressions` takes."""

    #: E-mail addresses.
    emails: Sequence[str]



class WebhooksTestRequest(TypedDict):
    """What `webhooks.test` takes."""

    #: Name of the event.
    trigger: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]
    #: `raw`, `processed`, or the id of another endpoint.
    endpointId: NotRequired[str]



class WebhooksTestItem(TypedDict):
    """What `webhooks.test` returns."""

    #: `raw` or `processed` for the two URLs of the webhook configuration; null for other endpoints.
    target: Optional[Literal["raw", "processed"]]
    #: `raw`, `processed`, or the id of another endpoint.
    endpointId: str
    #: Id of the delivery: the `webhook-id` header of its attempts.
    webhookId: str
    #: Whether it worked.
    success: bool
    #: The request to the endpoint; null if none was made.
    attempt: Optional[WebhooksTestItemAttempt]



class WebhooksTestItemAttempt(TypedDict):
    """The `attempt` of WebhooksTestItem."""

    #: When it started, in milliseconds since the epoch.
    startedAt: int
    #: How long the attempt took, in milliseconds.
    durationMs: int
    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused.
    errorClass: Optional[WebhookErrorClass]
    #: What went wrong, in a sentence.
    error: Optional[str]
    #: The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries.
    responseExcerpt: str


#: What `webhooks.listDeliveries` takes.
WebhooksListDeliveriesRequest = TypedDict(
    "WebhooksListDeliveriesRequest",
    {
        #: Ids of deliveries.
        "webhookIds": "NotRequired[Sequence[str]]",
        #: Only deliveries of which this became.
        "state": "NotRequired[Literal[\"pending\", \"delivered\", \"failed\", \"held\"]]",
        #: Name of the event.
        "trigger": "NotRequired[Literal[\"comment_annotation.add\", \"comment.add\", \"comment.update\", \"comment.delete\", \"comment_annotation.status_change\", \"comment_annotation.assign\", \"comment_annotation.priority_change\", \"comment.reaction_add\", \"comment.reaction_delete\", \"endpoint.failing\", \"endpoint.gone\", \"delivery.exhausted\", \"removal.complete\"]]",
        #: Id of the organization.
        "organizationId": "NotRequired[str]",
        #: Id of the document.
        "documentId": "NotRequired[str]",
        #: The endpoint: `raw` or `processed`.
        "target": "NotRequired[Literal[\"raw\", \"processed\"]]",
        #: `raw`, `processed`, or the id of another endpoint; excludes `target`.
        "endpointId": "NotRequired[str]",
        #: Only those made at this time or later, in milliseconds since the epoch.
        "from": "NotRequired[int]",
        #: The end of the time, not included, in milliseconds since the epoch.
        "to": "NotRequired[int]",
        #: Whether each delivery has its `body`.
        "includeBodies": "NotRequired[bool]",
        #: How many entries a page has at most.
        "pageSize": "NotRequired[int]",
        #: Token of the page to read, from the answer before; absent for the first.
        "pageToken": "NotRequired[str]",
    },
)


class WebhooksListDeliveriesItem(TypedDict):
    """One item of `webhooks.listDeliveries`."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: `raw` or `processed` for the two URLs of the webhook configuration; null for other endpoints.
    target: Optional[Literal["raw", "processed"]]
    #: `raw`, `processed`, or the id of another endpoint.
    endpointId: str
    #: Name of the event.
    trigger: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]
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
    """One of the `attempts` of WebhooksListDeliveriesItem."""

    #: When it started, in milliseconds since the epoch.
    startedAt: int
    #: How long the attempt took, in milliseconds.
    durationMs: int
    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused.
    errorClass: Optional[WebhookErrorClass]
    #: What went wrong, in a sentence.
    error: Optional[str]
    #: The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries.
    responseExcerpt: str



class WebhooksRetryDeliveriesRequest(TypedDict):
    """What `webhooks.retryDeliveries` takes."""

    #: Ids of deliveries.
    webhookIds: Sequence[str]



class WebhooksRecoverDeliveriesRequest(TypedDict):
    """What `webhooks.recoverDeliveries` takes."""

    #: The earliest time, in milliseconds since the epoch.
    since: int
    #: The end of the time, not included, in milliseconds since the epoch.
    until: NotRequired[int]
    #: Only deliveries to this endpoint: `raw`, `processed`, or the id of another.
    endpointId: NotRequired[str]


#: What `webhooks.recoverDeliveries` returns.
WebhooksRecoverDeliveriesAnswer = TypedDict(
    "WebhooksRecoverDeliveriesAnswer",
    {
        #: Id of the recovery.
        "recoveryId": "str",
        #: The beginning of the time, in milliseconds since the epoch.
        "from": "int",
        #: The end of the time, not included, in milliseconds since the epoch.
        "to": "int",
        #: Whether everything is done.
        "isCompleted": "bool",
        #: Deliveries queued again so far.
        "recovered": "int",
        #: Deliveries whose payload has been removed.
        "skipped": "int",
        #: When it started, in milliseconds since the epoch.
        "startedAt": "int",
        #: When it was completed, in milliseconds since the epoch; null until then.
        "completedAt": "Optional[int]",
        #: Set when only deliveries to one endpoint are resent.
        "endpointId": "Optional[str]",
    },
)


class WebhooksGetRecoveryRequest(TypedDict):
    """What `webhooks.getRecovery` takes."""

    #: Id of the recovery.
    recoveryId: str


#: What `webhooks.getRecovery` returns.
WebhooksGetRecoveryAnswer = TypedDict(
    "WebhooksGetRecoveryAnswer",
    {
        #: Id of the recovery.
        "recoveryId": "str",
        #: The beginning of the time, in milliseconds since the epoch.
        "from": "int",
        #: The end of the time, not included, in milliseconds since the epoch.
        "to": "int",
        #: Whether everything is done.
        "isCompleted": "bool",
        #: Deliveries queued again so far.
        "recovered": "int",
        #: Deliveries whose payload has been removed.
        "skipped": "int",
        #: When it started, in milliseconds since the epoch.
        "startedAt": "int",
        #: When it was completed, in milliseconds since the epoch; null until then.
        "completedAt": "Optional[int]",
        #: Set when only deliveries to one endpoint are resent.
        "endpointId": "Optional[str]",
    },
)


class WebhooksCreateEndpointRequest(TypedDict):
    """What `webhooks.createEndpoint` takes."""

    #: Where its deliveries are sent to.
    url: str
    #: Your own id for it, which names it in place of `endpointId`.
    uid: NotRequired[Optional[str]]
    #: A note for people.
    description: NotRequired[Optional[str]]
    #: The events that it receives; all nine triggers when absent. `endpoint.failing`, `endpoint.gone` and `delivery.exhausted` are sent only to endpoints that name them, and never about themselves; `removal.complete` only to those that name it.
    filterTypes: NotRequired[Optional[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]]]]
    #: Only events of threads whose own `metadata.channels` (a list, or one text) has one of these.
    channels: NotRequired[Optional[Sequence[str]]]
    #: Only events in these organizations.
    organizationIds: NotRequired[Optional[Sequence[str]]]
    #: Only events in documents with these ids.
    documentIds: NotRequired[Optional[Sequence[str]]]
    #: The form of the bodies: `raw` unless said otherwise. `thin` has ids and the names of what changed, and no content.
    payload: NotRequired[Literal["raw", "processed", "thin"]]
    #: Sent with every request, at most ten. Values are never returned. In an update, those not named stay and null removes one.
    headers: NotRequired[Optional[Mapping[str, Any]]]
    #: Most requests in a second.
    rateLimit: NotRequired[Optional[int]]
    #: Nothing is sent to it; what waits is held.
    disabled: NotRequired[bool]
    #: Your own keys.
    metadata: NotRequired[Optional[Mapping[str, Any]]]



class WebhookEndpoint(TypedDict):
    """A webhook endpoint as it is stored; the values of its headers are never shown."""

    #: The same as `endpointId`.
    id: str
    #: `raw` and `processed` are the two URLs of the webhook configuration.
    endpointId: str
    #: Your own id for it.
    uid: Optional[str]
    #: Where its deliveries are sent to.
    url: str
    #: A note for people.
    description: Optional[str]
    #: Null for all nine triggers.
    filterTypes: Optional[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]]]
    #: Null for all.
    channels: Optional[Sequence[str]]
    #: Null for all.
    organizationIds: Optional[Sequence[str]]
    #: Null for all.
    documentIds: Optional[Sequence[str]]
    #: The form of the bodies.
    payload: Literal["raw", "processed", "thin"]
    #: The names of its headers, in lower case.
    headerNames: Sequence[str]
    #: Most requests in a second; null for no limit of its own.
    rateLimit: Optional[int]
    #: Nothing is sent to it.
    disabled: bool
    #: Your own keys.
    metadata: Mapping[str, Any]
    #: Null for `raw` and `processed`.
    createdAt: Optional[int]
    #: When it was changed last; null for `raw` and `processed`.
    updatedAt: Optional[int]



class WebhooksListEndpointsRequest(TypedDict):
    """What `webhooks.listEndpoints` takes."""

    #: Only these, each by its id or `uid`.
    endpointIds: NotRequired[Sequence[str]]
    #: Most endpoints of a page beside `raw` and `processed`.
    limit: NotRequired[int]
    #: The `iterator` of the page before.
    iterator: NotRequired[str]



class WebhookEndpoints(TypedDict):
    """A page of webhook endpoints."""

    #: The endpoints of the page.
    endpoints: Sequence[WebhookEndpointWithState]
    #: Where the next page begins; null on the last.
    iterator: Optional[str]
    #: Always null: pages are read forwards.
    prevIterator: Optional[None]
    #: Whether this is the last page.
    done: bool



class WebhookEndpointWithState(TypedDict):
    """A webhook endpoint and whether it can be sent to."""

    #: The same as `endpointId`.
    id: str
    #: `raw` and `processed` are the two URLs of the webhook configuration.
    endpointId: str
    #: Your own id for it.
    uid: Optional[str]
    #: Where its deliveries are sent to.
    url: str
    #: A note for people.
    description: Optional[str]
    #: Null for all nine triggers.
    filterTypes: Optional[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]]]
    #: Null for all.
    channels: Optional[Sequence[str]]
    #: Null for all.
    organizationIds: Optional[Sequence[str]]
    #: Null for all.
    documentIds: Optional[Sequence[str]]
    #: The form of the bodies.
    payload: Literal["raw", "processed", "thin"]
    #: The names of its headers, in lower case.
    headerNames: Sequence[str]
    #: Most requests in a second; null for no limit of its own.
    rateLimit: Optional[int]
    #: Nothing is sent to it.
    disabled: bool
    #: Your own keys.
    metadata: Mapping[str, Any]
    #: Null for `raw` and `processed`.
    createdAt: Optional[int]
    #: When it was changed last; null for `raw` and `processed`.
    updatedAt: Optional[int]
    #: `failing`: several requests in a row have failed, and it is left alone between attempts until one succeeds. `gone`: it responded 410, and nothing is sent until deliveries are resent or its URL changes. `paused`: it is disabled.
    state: Literal["active", "failing", "gone", "paused"]
    #: When it began to fail or was gone; null in other states.
    since: Optional[int]



class WebhooksGetEndpointSecretRequest(TypedDict):
    """What `webhooks.getEndpointSecret` takes."""

    #: Its id, or your own `uid`.
    endpointId: str



class WebhooksGetEndpointSecretAnswer(TypedDict):
    """What `webhooks.getEndpointSecret` returns."""

    #: Its id.
    endpointId: str
    #: `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it.
    secret: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When the last earlier secret stops signing; null if none does.
    previousSignsUntil: Optional[int]



class WebhooksRotateEndpointSecretRequest(TypedDict):
    """What `webhooks.rotateEndpointSecret` takes."""

    #: Its id, or your own `uid`.
    endpointId: str



class WebhooksRotateEndpointSecretAnswer(TypedDict):
    """What `webhooks.rotateEndpointSecret` returns."""

    #: Its id.
    endpointId: str
    #: `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it.
    secret: str
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When the last earlier secret stops signing; null if none does.
    previousSignsUntil: Optional[int]



class WebhooksUpdateEndpointRequest(TypedDict):
    """What `webhooks.updateEndpoint` takes."""

    #: Its id, or your own `uid`.
    endpointId: str
    #: Where its deliveries are sent to.
    url: NotRequired[str]
    #: Your own id for it, which names it in place of `endpointId`.
    uid: NotRequired[Optional[str]]
    #: A note for people.
    description: NotRequired[Optional[str]]
    #: The events that it receives; all nine triggers when absent. `endpoint.failing`, `endpoint.gone` and `delivery.exhausted` are sent only to endpoints that name them, and never about themselves; `removal.complete` only to those that name it.
    filterTypes: NotRequired[Optional[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]]]]
    #: Only events of threads whose own `metadata.channels` (a list, or one text) has one of these.
    channels: NotRequired[Optional[Sequence[str]]]
    #: Only events in these organizations.
    organizationIds: NotRequired[Optional[Sequence[str]]]
    #: Only events in documents with these ids.
    documentIds: NotRequired[Optional[Sequence[str]]]
    #: The form of the bodies: `raw` unless said otherwise. `thin` has ids and the names of what changed, and no content.
    payload: NotRequired[Literal["raw", "processed", "thin"]]
    #: Sent with every request, at most ten. Values are never returned. In an update, those not named stay and null removes one.
    headers: NotRequired[Optional[Mapping[str, Any]]]
    #: Most requests in a second.
    rateLimit: NotRequired[Optional[int]]
    #: Nothing is sent to it; what waits is held.
    disabled: NotRequired[bool]
    #: Your own keys.
    metadata: NotRequired[Optional[Mapping[str, Any]]]



class WebhooksDeleteEndpointRequest(TypedDict):
    """What `webhooks.deleteEndpoint` takes."""

    #: Its id, or your own `uid`.
    endpointId: str



class WebhooksDeleteEndpointAnswer(TypedDict):
    """What `webhooks.deleteEndpoint` returns."""

    #: Its id.
    endpointId: str
    #: Always true.
    deleted: Literal[True]



class WebhooksCreatePortalRequest(TypedDict):
    """What `webhooks.createPortal` takes."""

    #: Whether it only shows.
    readOnly: NotRequired[bool]
    #: How long the link is valid; 60 by default.
    expiresInMinutes: NotRequired[int]
    #: Allowed domains of the API key, as listed, whose pages may embed it.
    domains: NotRequired[Sequence[str]]
    #: Whether it may be embedded nowhere.
    standalone: NotRequired[bool]



class WebhooksCreatePortalAnswer(TypedDict):
    """What `webhooks.createPortal` returns."""

    #: Below the address of this interface, with the secret in its fragment.
    path: str
    #: The link: open it, or put it into an `iframe`. Keep it from others, its fragment is the secret.
    url: Optional[str]
    #: When it stops being valid, in milliseconds since the epoch; null when it does not expire.
    expiresAt: int



class WebhooksRevokePortalsRequest(TypedDict):
    """What `webhooks.revokePortals` takes."""



class AiAskRequest(TypedDict):
    """What `ai.ask` takes."""

    #: Name of the model; its prefix selects the provider.
    model: str
    #: The instruction.
    prompt: str
    #: What the instruction is about.
    text: str



class AiAskAnswer1(TypedDict):
    """What `ai.ask` returns."""

    #: Whether it worked.
    success: Literal[True]
    #: What the model answered.
    text: str



class AiAskAnswer2(TypedDict):
    """What `ai.ask` returns."""

    #: Whether it worked.
    success: Literal[False]
    #: A sentence that names the provider.
    error: str



class AiStreamRequest(TypedDict):
    """What `ai.stream` takes."""

    #: Name of the model; its prefix selects the provider.
    model: str
    #: The instruction.
    prompt: str
    #: What the instruction is about.
    text: str



class AiListUsageRequest(TypedDict):
    """What `ai.listUsage` takes."""

    #: The first day, in UTC.
    fromDay: NotRequired[str]
    #: The last day, in UTC.
    toDay: NotRequired[str]
    #: How many entries a page has at most.
    pageSize: NotRequired[int]
    #: Token of the page to read, from the answer before; absent for the first.
    pageToken: NotRequired[str]



class AiListUsageItem(TypedDict):
    """One item of `ai.listUsage`."""

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
    """The body of a webhook to the raw endpoint: what happened, with the whole thread."""

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


#: The thread of an event.
WebhookRawCommentAnnotation = TypedDict(
    "WebhookRawCommentAnnotation",
    {
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "annotationId": "str",
        #: The status of the thread.
        "status": "Status",
        #: The priority of the thread.
        "priority": "Optional[Priority]",
        #: A word of yours for the kind of thread.
        "type": "Optional[str]",
        #: The place within the document.
        "location": "Optional[LocationRef]",
        #: Id of the location.
        "locationId": "Optional[str]",
        #: The author of the first comment; null without comments.
        "from": "Optional[NamedUser]",
        #: The user to whom the thread is assigned.
        "assignedTo": "Optional[NamedUser]",
        #: Who wrote a comment, is tagged in one, or is the assignee.
        "involvedUsers": "Sequence[NamedUser]",
        #: Who is tagged in a comment.
        "mentionedUsers": "Sequence[NamedUser]",
        #: Oldest first.
        "comments": "Sequence[ThreadComment]",
        #: When it was created, in milliseconds since the epoch.
        "createdAt": "int",
        #: When it was last changed, in milliseconds since the epoch.
        "lastUpdated": "int",
        #: Where the thread is, and the keys that you keep with it.
        "metadata": "ThreadMetadata",
    },
)


class WebhookRawMetadata(TypedDict):
    """Where an event happened."""

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


#: The body of a webhook to the processed endpoint: who is to be told of what.
WebhookProcessed = TypedDict(
    "WebhookProcessed",
    {
        #: The `webhook-id` header of every attempt.
        "webhookId": "str",
        #: The trigger.
        "event": "Literal[\"comment_annotation.add\", \"comment.add\", \"comment.update\", \"comment.delete\", \"comment_annotation.status_change\", \"comment_annotation.assign\", \"comment_annotation.priority_change\", \"comment.reaction_add\", \"comment.reaction_delete\"]",
        #: What happened, in a word.
        "actionType": "Literal[\"newlyAdded\", \"added\", \"updated\", \"deleted\", \"statusChanged\", \"assigned\", \"priorityChanged\", \"reactionAdded\", \"reactionDeleted\"]",
        #: Always `comment`.
        "notificationSource": "Literal[\"comment\"]",
        #: Who did it; null when it was not said.
        "from": "Optional[NamedUser]",
        #: Text of the comment; empty for events of the thread.
        "commentText": "str",
        #: Who wrote the comment; null for events of the thread.
        "commentTextFrom": "Optional[NamedUser]",
        #: Users whom the comment tags.
        "toContactsTagged": "Sequence[WebhookContact]",
        #: The other users of the thread.
        "toContactsUpdated": "Sequence[WebhookContact]",
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "targetAnnotationId": "str",
        #: Id of the comment; null for events of the thread.
        "targetCommentId": "Optional[str]",
        #: The comment that it is about; null for events of the thread.
        "targetComment": "Optional[ThreadComment]",
        #: The status of the thread.
        "status": "Optional[Status]",
        #: When it happened, in milliseconds since the epoch.
        "timestamp": "int",
        #: Position among the events of the document.
        "sequence": "int",
    },
)


class WebhookContactKnown(TypedDict):
    """Somebody whom an event concerns, and how to tell them. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Name for people.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]
    #: The ways in which the user's notification config allows a notification.
    notify: WebhookContactNotify


#: Somebody whom an event concerns, and how to tell them. Further keys are your own: `dict(…)` reads them.
WebhookContact = Union[WebhookContactKnown, Dict[str, Any]]


class WebhookContactNotify(TypedDict):
    """On which channels somebody wants to be told."""

    #: Whether the user wants to see it in the inbox.
    inbox: bool
    #: Whether the user wants an e-mail.
    email: bool



class WebhookThin(TypedDict):
    """The body of a webhook for those who must not hold content: ids, and the names of what changed."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The trigger.
    event: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]
    #: What happened, in a word.
    actionType: Literal["newlyAdded", "added", "updated", "deleted", "statusChanged", "assigned", "priorityChanged", "reactionAdded", "reactionDeleted"]
    #: Always `comment`.
    notificationSource: Literal["comment"]
    #: Id of who did it; null when it was not said.
    actionUserId: Optional[str]
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    targetAnnotationId: str
    #: Id of the comment; null for events of the thread.
    targetCommentId: Optional[str]
    #: The names of the fields of the thread that changed.
    changed: Sequence[str]
    #: Whose endpoint it is.
    metadata: WebhookOfKey
    #: When it happened, in milliseconds since the epoch.
    timestamp: int
    #: Position among the events of the document.
    sequence: int



class WebhookOfKey(TypedDict):
    """The API key whose endpoint a webhook is sent to."""

    #: The API key.
    apiKey: str



class WebhookEndpointEvent(TypedDict):
    """The body of a webhook about an endpoint, for endpoints that name such events."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: What happened to the endpoint.
    event: Literal["endpoint.failing", "endpoint.gone", "delivery.exhausted"]
    #: The endpoint that it is about.
    endpoint: WebhookEndpointName
    #: Of `delivery.exhausted`: the delivery of which no attempt is left.
    delivery: NotRequired[WebhookExhaustedDelivery]
    #: The last request to it.
    lastRequest: WebhookLastRequest
    #: When it happened, in milliseconds since the epoch.
    timestamp: int
    #: Whose endpoint it is.
    metadata: WebhookOfKey



class WebhookEndpointName(TypedDict):
    """The endpoint that an event is about."""

    #: Its id; `raw` and `processed` are the URLs of the webhook configuration.
    endpointId: str
    #: Your own id for it.
    uid: Optional[str]



class WebhookExhaustedDelivery(TypedDict):
    """A delivery of which no attempt is left."""

    #: Id of the delivery: the `webhook-id` header of its attempts.
    webhookId: str
    #: The event that it carried.
    event: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    targetAnnotationId: str
    #: Position among the events of the document.
    sequence: int
    #: How often it was tried.
    attempts: int



class WebhookLastRequest(TypedDict):
    """The last request to an endpoint."""

    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Why it failed, as in the log of deliveries.
    errorClass: str



class WebhookRemovalEvent(TypedDict):
    """The body of a webhook about a removal."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: What happened to the removal.
    event: Literal["removal.complete"]
    #: The removal. It names nobody.
    removal: WebhookRemoval
    #: When it happened, in milliseconds since the epoch.
    timestamp: int
    #: Whose endpoint it is.
    metadata: WebhookOfKey



class WebhookRemoval(TypedDict):
    """The removal that a webhook is about."""

    #: Its job, by which `/v2/workspace/removals/certificate/get` finds the certificate.
    jobId: str
    #: What was removed: `user`, `organization`, `folder`, `document` or `location`.
    kind: str
    #: When it was asked for.
    requestedAt: int
    #: When the last row was removed.
    completedAt: int


#: Why an item of a batch failed. A later version may have further codes.
ItemCode = Literal["not_found", "already_exists", "invalid", "failed_precondition", "quota_reached", "thread_full", "access_disabled", "content_removed", "not_own", "payload_removed", "cycle", "too_deep"]

#: Why an attempt to send an e-mail failed.
EmailErrorClass = Literal["address_refused", "message_refused", "temporary", "rate_limited", "timeout", "connect_timeout", "connection", "dns", "tls", "authentication", "blocked_address", "configuration"]

#: Why an e-mail ended without being sent.
EmailReason = Literal["refused", "attempts_exhausted", "level", "read", "nothing_left", "disabled", "missing", "no_address", "suppressed", "switched_off", "no_provider"]

#: Why an attempt to deliver a webhook failed.
WebhookErrorClass = Literal["http_status", "gone", "redirect", "timeout", "connect_timeout", "connection", "dns", "tls", "blocked_address", "configuration", "paused"]
