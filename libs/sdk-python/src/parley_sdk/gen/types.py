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
    #: Display name.
    name: NotRequired[str]
    #: URL of a picture.
    avatar: NotRequired[str]



class WorkspacesCreateAnswer(TypedDict):
    """What `workspaces.create` returns."""

    #: Id of the workspace.
    id: str
    #: Display name.
    name: str
    #: The owner of the workspace.
    owner: WorkspaceOwner
    #: Keyed by API key; only the oldest 1,000. `/v2/workspace/apikeys/get` lists all.
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
    #: Display name.
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
    #: Display name.
    name: str
    #: The owner of the workspace.
    owner: WorkspaceOwner
    #: Keyed by API key; only the oldest 1,000. `/v2/workspace/apikeys/get` lists all.
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
    #: Creates a token for the new API key.
    createAuthToken: NotRequired[bool]
    #: The plan.
    planInfo: NotRequired[ApiKeysCreateRequestPlanInfo]
    #: Whether you use a plan of your own.
    customPlanInfo: NotRequired[bool]
    #: Your plan's data; free-form.
    customPlanInfoData: NotRequired[Mapping[str, Any]]
    #: The domains on which the API key may be used.
    allowedDomains: NotRequired[Sequence[str]]
    #: Adds `localhost` and `127.0.0.1` to the allowed domains.
    addLocalHostToAllowedDomains: NotRequired[bool]
    #: Whether e-mails are sent.
    useEmailService: NotRequired[bool]
    #: Whether webhooks are sent to the two URLs. Events while it is off are not stored for them.
    useWebhookService: NotRequired[bool]
    #: The provider of e-mails and its settings.
    emailServiceConfig: NotRequired[InitialEmailServiceConfig]
    #: The endpoints and their settings.
    webhookServiceConfig: NotRequired[WebhookServiceConfigInput]



class ApiKeysCreateRequestPlanInfo(TypedDict):
    """The `planInfo` of ApiKeysCreateRequest."""

    #: Name of the plan.
    type: NotRequired[str]



class InitialEmailServiceConfig(TypedDict):
    """The e-mail service of a new API key."""

    #: The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).
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
    #: The URL for raw events: events with the whole thread.
    rawNotificationUrl: NotRequired[Optional[str]]
    #: The URL for processed events: events with the users to notify.
    processedNotificationUrl: NotRequired[Optional[str]]
    #: Sends bodies as base64 of their JSON.
    encodeData: NotRequired[Optional[bool]]
    #: Needs a usable `publicKey`.
    encryptData: NotRequired[Optional[bool]]
    #: RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines.
    publicKey: NotRequired[Optional[str]]
    #: Which events are sent.
    triggers: NotRequired[Optional[WebhookTriggersInput]]


#: The events to send: absent ones keep their settings.
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

    #: The beginning of the name, or the whole id.
    search: NotRequired[str]
    #: Ids of API keys. An empty list matches nothing.
    apiKeys: NotRequired[Sequence[str]]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
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
    #: Whether you use a plan of your own.
    customPlanInfo: bool
    #: Your plan's data; free-form.
    customPlanInfoData: Optional[Mapping[str, Any]]
    #: Whether e-mails are sent.
    useEmailService: bool
    #: Whether webhooks are sent to the two URLs. Events while it is off are not stored for them.
    useWebhookService: bool
    #: The provider of e-mails and its settings.
    emailServiceConfig: Optional[ApiKeysListItemEmailServiceConfig]
    #: Whether requests with its credentials are refused.
    disabled: bool
    #: The limits of the key.
    limits: ApiKeysListItemLimits
    #: When it was created, in milliseconds since the epoch.
    createdAt: int



class ApiKeysListItemPlanInfo(TypedDict):
    """The `planInfo` of ApiKeysListItem."""

    #: Name of the plan.
    type: str



class ApiKeysListItemEmailServiceConfig(TypedDict):
    """The `emailServiceConfig` of ApiKeysListItem."""

    #: The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).
    type: Literal["default", "sendgrid", "smtp"]
    #: Masked except for its last four characters.
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

    #: Requests in a second that each gateway accepts of the key, set by the workspace; null if it has set none.
    requestsPerSecond: Optional[int]
    #: The highest value that the workspace may set for `requestsPerSecond`, set by the operator for this key; null if the installation's applies.
    maxRequestsPerSecond: Optional[int]
    #: Documents of the key, set by the workspace; null if it has set none.
    documents: Optional[int]
    #: The highest value that the workspace may set for `documents`, set by the operator for this key; null if the installation's applies.
    maxDocuments: Optional[int]
    #: Users of the key, each counted once, set by the workspace; null if it has set none.
    users: Optional[int]
    #: The highest value that the workspace may set for `users`, set by the operator for this key; null if the installation's applies.
    maxUsers: Optional[int]
    #: Annotations of the key, set by the workspace; null if it has set none.
    annotations: Optional[int]
    #: The highest value that the workspace may set for `annotations`, set by the operator for this key; null if the installation's applies.
    maxAnnotations: Optional[int]
    #: Comments of the key, set by the workspace; null if it has set none.
    comments: Optional[int]
    #: The highest value that the workspace may set for `comments`, set by the operator for this key; null if the installation's applies.
    maxComments: Optional[int]
    #: Streams of changes that each gateway holds open for the key at the same time, set by the workspace; null if it has set none.
    streams: Optional[int]
    #: The highest value that the workspace may set for `streams`, set by the operator for this key; null if the installation's applies.
    maxStreams: Optional[int]
    #: Webhook endpoints of the key, beside the two URLs of its webhook configuration, set by the workspace; null if it has set none.
    webhookEndpoints: Optional[int]
    #: The highest value that the workspace may set for `webhookEndpoints`, set by the operator for this key; null if the installation's applies.
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

    #: Requests in a second that each gateway accepts of the key; null removes the limit.
    requestsPerSecond: NotRequired[Optional[int]]
    #: Documents of the key; null removes the limit.
    documents: NotRequired[Optional[int]]
    #: Users of the key, each counted once; null removes the limit.
    users: NotRequired[Optional[int]]
    #: Annotations of the key; null removes the limit.
    annotations: NotRequired[Optional[int]]
    #: Comments of the key; null removes the limit.
    comments: NotRequired[Optional[int]]
    #: Streams of changes that each gateway holds open for the key at the same time; null removes the limit.
    streams: NotRequired[Optional[int]]
    #: Webhook endpoints of the key, beside the two URLs of its webhook configuration; null removes the limit.
    webhookEndpoints: NotRequired[Optional[int]]



class AuthTokensCreateRequest(TypedDict):
    """What `authTokens.create` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Display name.
    name: NotRequired[str]
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]
    #: The token may use only operations that name these organizations; all if absent.
    organizationIds: NotRequired[Sequence[str]]
    #: The token may use only operations of these resources; all if absent.
    resources: NotRequired[Sequence[Literal["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens", "threads", "comments", "reactions", "recordings", "activities", "changes", "notifications", "emails", "webhooks", "ai", "apiKeys", "domains"]]]
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: NotRequired[Optional[int]]



class AuthTokensCreateAnswer(TypedDict):
    """What `authTokens.create` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Display name.
    name: str
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that the token is bound to; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that the token is bound to; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]



class AuthTokensListRequest(TypedDict):
    """What `authTokens.list` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
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
    #: Display name.
    name: str
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that the token is bound to; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that the token is bound to; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]



class AuthTokensUpdateRequest(TypedDict):
    """What `authTokens.update` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Display name.
    name: NotRequired[str]
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]
    #: The token may use only operations that name these organizations; all if absent.
    organizationIds: NotRequired[Sequence[str]]
    #: The token may use only operations of these resources; all if absent.
    resources: NotRequired[Sequence[Literal["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens", "threads", "comments", "reactions", "recordings", "activities", "changes", "notifications", "emails", "webhooks", "ai", "apiKeys", "domains"]]]



class AuthTokensUpdateAnswer(TypedDict):
    """What `authTokens.update` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: Display name.
    name: str
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that the token is bound to; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that the token is bound to; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]



class AuthTokensRotateRequest(TypedDict):
    """What `authTokens.rotate` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Seconds for which the old token remains valid.
    overlapSeconds: NotRequired[int]



class AuthTokensRotateAnswer(TypedDict):
    """What `authTokens.rotate` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The secret token.
    token: str
    #: Display name.
    name: str
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: Literal["read", "act", "administrate"]
    #: The organizations that the token is bound to; null for all.
    organizationIds: Optional[Sequence[str]]
    #: The resources that the token is bound to; null for all.
    resources: Optional[Sequence[str]]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]
    #: When the old token expires.
    previousExpiresAt: int



class AuthTokensRevokeRequest(TypedDict):
    """What `authTokens.revoke` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The secret token.
    token: NotRequired[str]
    #: Identifies the token when it is revoked; not a secret.
    tokenId: NotRequired[str]



class AuthTokensResetRequest(TypedDict):
    """What `authTokens.reset` takes."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str



class AuthTokensResetAnswer(TypedDict):
    """What `authTokens.reset` returns."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: The only token of the API key from now on.
    newAuthToken: NewAuthToken



class NewAuthToken(TypedDict):
    """The only token of an API key, after a reset."""

    #: The secret token.
    token: str
    #: Display name.
    name: str
    #: Always empty, for code that expects it: domains belong to the API key.
    domains: Sequence[str]



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
    #: Removes nothing, and returns how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class ApiKeysDeleteAnswer(TypedDict):
    """What `apiKeys.delete` returns."""

    #: Id of the job.
    jobId: str
    #: Number of tasks of the job.
    tasksCount: int



class RemovalCounts(TypedDict):
    """The numbers of rows that a removal would remove, by service and collection."""

    #: One for each collection that the removal would go through.
    counts: Sequence[RemovalCountsCount]



class RemovalCountsCount(TypedDict):
    """The number of rows that a removal would remove from a collection."""

    #: The service that has the rows.
    service: str
    #: The collection of the service, as in the removal's tasks.
    collection: str
    #: Exact up to 100,000; `more` if there are more, or if more would have to be read to find them.
    rows: Union[int, Literal["more"]]



class WorkspaceTokensCreateRequest(TypedDict):
    """What `workspaceTokens.create` takes."""

    #: Display name.
    name: NotRequired[str]
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: NotRequired[Optional[int]]



class WorkspaceTokensCreateAnswer(TypedDict):
    """What `workspaceTokens.create` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The token in plain text; it cannot be read again.
    token: str
    #: Display name.
    name: str
    #: The role of the token, or of the session.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that replaced it in a rotation.
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
    #: Masked except for its last four characters.
    token: str
    #: Display name.
    name: str
    #: The role of the token, or of the session.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]



class WorkspaceTokensUpdateRequest(TypedDict):
    """What `workspaceTokens.update` takes."""

    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Display name.
    name: NotRequired[str]
    #: The role: `read` sees, `act` also changes content, `administrate` may do everything.
    role: NotRequired[Literal["read", "act", "administrate"]]



class WorkspaceTokensUpdateAnswer(TypedDict):
    """What `workspaceTokens.update` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: Masked except for its last four characters.
    token: str
    #: Display name.
    name: str
    #: The role of the token, or of the session.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]



class WorkspaceTokensRotateRequest(TypedDict):
    """What `workspaceTokens.rotate` takes."""

    #: Identifies the token when it is revoked; not a secret.
    tokenId: str
    #: Seconds for which the old token remains valid.
    overlapSeconds: NotRequired[int]



class WorkspaceTokensRotateAnswer(TypedDict):
    """What `workspaceTokens.rotate` returns."""

    #: Identifies the token when it is changed, rotated or revoked; not a secret.
    tokenId: str
    #: The token in plain text; it cannot be read again.
    token: str
    #: Display name.
    name: str
    #: The role of the token, or of the session.
    role: Literal["read", "act", "administrate"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: Optional[int]
    #: When it was last used, to within about a minute; null if no use has been recorded.
    lastUsedAt: Optional[int]
    #: The role of a session of the console; null for a token created here.
    sessionRole: Optional[Literal["read", "act", "administrate"]]
    #: The `tokenId` of the token that replaced it in a rotation.
    replacedBy: Optional[str]
    #: When the old token expires.
    previousExpiresAt: int



class WorkspaceTokensRevokeRequest(TypedDict):
    """What `workspaceTokens.revoke` takes."""

    #: The secret token.
    token: NotRequired[str]
    #: Identifies the token when it is revoked; not a secret.
    tokenId: NotRequired[str]



class AiUpdateModelsRequest(TypedDict):
    """What `ai.updateModels` takes."""

    #: The keys of the providers, returned masked, and the daily budget.
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

    #: The keys of the providers, returned masked, and the daily budget.
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

    #: The keys of the providers, returned masked, and the daily budget.
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

    #: Whether webhooks are sent to the two URLs. Events while it is off are not stored for them.
    useWebhookService: NotRequired[bool]
    #: The endpoints and their settings.
    webhookServiceConfig: NotRequired[WebhookServiceConfigInput]



class WebhooksGetConfigRequest(TypedDict):
    """What `webhooks.getConfig` takes."""



class WebhooksGetConfigAnswer(TypedDict):
    """What `webhooks.getConfig` returns."""

    #: Whether webhooks are sent to the two URLs. Events while it is off are not stored for them.
    useWebhookService: bool
    #: The endpoints and their settings.
    webhookServiceConfig: WebhookServiceConfig



class WebhookServiceConfig(TypedDict):
    """The endpoints of an API key's webhooks and their events; secrets are masked."""

    #: Masked except for its last four characters.
    authToken: Optional[str]
    #: The URL for raw events: events with the whole thread.
    rawNotificationUrl: Optional[str]
    #: The URL for processed events: events with the users to notify.
    processedNotificationUrl: Optional[str]
    #: Sends bodies as base64 of their JSON.
    encodeData: bool
    #: Encrypts bodies with `publicKey`.
    encryptData: bool
    #: Your RSA public key (SPKI or PKCS#1, base64 with or without PEM lines, at least 2048 bits).
    publicKey: Optional[str]
    #: All nine triggers; empty until one is set.
    triggers: Mapping[str, bool]



class WebhooksUpdateFormRequest(TypedDict):
    """What `webhooks.updateForm` takes."""

    #: Always true.
    isEnabled: NotRequired[bool]
    #: Sends bodies as base64 of their JSON.
    encodeData: NotRequired[bool]
    #: Needs a usable `publicKey`.
    encryptData: NotRequired[bool]
    #: RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines. Empty removes it.
    publicKey: NotRequired[str]
    #: Always false.
    enableDataProtection: NotRequired[bool]



class WebhooksUpdateFormAnswer(TypedDict):
    """What `webhooks.updateForm` returns."""

    #: Always true.
    isEnabled: bool
    #: Sends bodies as base64 of their JSON.
    encodeData: bool
    #: Encrypts bodies with `publicKey`.
    encryptData: bool
    #: Your RSA public key; empty if there is none.
    publicKey: str
    #: Always false.
    enableDataProtection: bool



class WebhooksGetFormRequest(TypedDict):
    """What `webhooks.getForm` takes."""



class WebhooksGetFormAnswer(TypedDict):
    """What `webhooks.getForm` returns."""

    #: Always true.
    isEnabled: bool
    #: Sends bodies as base64 of their JSON.
    encodeData: bool
    #: Encrypts bodies with `publicKey`.
    encryptData: bool
    #: Your RSA public key; empty if there is none.
    publicKey: str
    #: Always false.
    enableDataProtection: bool



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
    #: The provider of e-mails and its settings.
    emailServiceConfig: NotRequired[EmailServiceConfigInput]



class EmailServiceConfigInput(TypedDict):
    """Changes of the e-mail service of an API key: absent fields keep their values."""

    #: The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).
    type: NotRequired[Optional[Literal["default", "sendgrid", "smtp"]]]
    #: SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password.
    apiKey: NotRequired[Optional[str]]
    #: Address that e-mails come from.
    fromEmail: NotRequired[Optional[str]]
    #: Name of the company that e-mails come from.
    fromCompany: NotRequired[Optional[str]]
    #: Id of a dynamic template of SendGrid.
    commentTemplateId: NotRequired[Optional[str]]
    #: Id of a dynamic template of SendGrid.
    tagTemplateId: NotRequired[Optional[str]]



class EmailsGetConfigRequest(TypedDict):
    """What `emails.getConfig` takes."""



class EmailsGetConfigAnswer(TypedDict):
    """What `emails.getConfig` returns."""

    #: Whether e-mails are sent.
    useEmailService: bool
    #: The provider of e-mails and its settings.
    emailServiceConfig: EmailServiceConfig



class EmailServiceConfig(TypedDict):
    """The e-mail service of an API key; secrets are masked."""

    #: The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).
    type: Literal["default", "sendgrid", "smtp"]
    #: Masked except for its last four characters.
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

    #: Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called.
    advancedQueriesEnabled: NotRequired[bool]
    #: Whether activities are kept from being changed.
    activityLogImmutable: NotRequired[bool]
    #: An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.
    linkTemplate: NotRequired[Optional[str]]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: NotRequired[bool]
    #: Which users may enter documents that have no access type, nor a folder with one.
    defaultDocumentAccessType: NotRequired[Literal["restricted", "organizationPrivate", "public"]]
    #: Whether comments are indexed for search.
    searchEnabled: NotRequired[bool]
    #: How long the key keeps its data.
    retention: NotRequired[ApiKeysUpdateConfigRequestRetention]



class ApiKeysUpdateConfigRequestRetention(TypedDict):
    """The `retention` of ApiKeysUpdateConfigRequest."""

    #: Days for which records of the activity log are kept; null for the installation's default.
    activitiesDays: NotRequired[Optional[int]]
    #: Days for which notifications are kept, with what inboxes show of them; null for the installation's default.
    notificationsDays: NotRequired[Optional[int]]
    #: Days for which webhook deliveries are kept, with their bodies and attempts; null for the installation's default.
    deliveriesDays: NotRequired[Optional[int]]
    #: Days for which the log of mails is kept, with what they report; null for the installation's default.
    mailsDays: NotRequired[Optional[int]]



class ApiKeysUpdateConfigAnswer(TypedDict):
    """What `apiKeys.updateConfig` returns."""

    #: Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called.
    advancedQueriesEnabled: bool
    #: Whether activities are kept from being changed.
    activityLogImmutable: bool
    #: The URL in your application that mails link to; null for none.
    linkTemplate: Optional[str]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: bool
    #: Which users may enter documents that have no access type, nor a folder with one.
    defaultDocumentAccessType: Literal["restricted", "organizationPrivate", "public"]
    #: Whether comments are indexed for search.
    searchEnabled: bool
    #: State of the search index; null while it is unavailable.
    searchIndex: Optional[ApiKeysUpdateConfigAnswerSearchIndex]
    #: Days for which the key keeps its data; null for the installation's default.
    retention: ApiKeysUpdateConfigAnswerRetention



class ApiKeysUpdateConfigAnswerSearchIndex(TypedDict):
    """The `searchIndex` of ApiKeysUpdateConfigAnswer."""

    #: `leaving`: search is off, and the rest of the index is being removed.
    state: Literal["none", "indexing", "ready", "leaving"]
    #: Percentage of the comments existing when search was turned on that has been indexed.
    percent: int



class ApiKeysUpdateConfigAnswerRetention(TypedDict):
    """The `retention` of ApiKeysUpdateConfigAnswer."""

    #: Days for which records of the activity log are kept; null for the installation's default.
    activitiesDays: Optional[int]
    #: Days for which notifications are kept; null for the installation's default.
    notificationsDays: Optional[int]
    #: Days for which webhook deliveries are kept; null for the installation's default.
    deliveriesDays: Optional[int]
    #: Days for which the log of mails is kept; null for the installation's default.
    mailsDays: Optional[int]



class ApiKeysGetConfigRequest(TypedDict):
    """What `apiKeys.getConfig` takes."""



class ApiKeysGetConfigAnswer(TypedDict):
    """What `apiKeys.getConfig` returns."""

    #: Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called.
    advancedQueriesEnabled: bool
    #: Whether activities are kept from being changed.
    activityLogImmutable: bool
    #: The URL in your application that mails link to; null for none.
    linkTemplate: Optional[str]
    #: Whether comments and assignments put entries into inboxes.
    notifyOfComments: bool
    #: Which users may enter documents that have no access type, nor a folder with one.
    defaultDocumentAccessType: Literal["restricted", "organizationPrivate", "public"]
    #: Whether comments are indexed for search.
    searchEnabled: bool
    #: State of the search index; null while it is unavailable.
    searchIndex: Optional[ApiKeysGetConfigAnswerSearchIndex]
    #: Days for which the key keeps its data; null for the installation's default.
    retention: ApiKeysGetConfigAnswerRetention



class ApiKeysGetConfigAnswerSearchIndex(TypedDict):
    """The `searchIndex` of ApiKeysGetConfigAnswer."""

    #: `leaving`: search is off, and the rest of the index is being removed.
    state: Literal["none", "indexing", "ready", "leaving"]
    #: Percentage of the comments existing when search was turned on that has been indexed.
    percent: int



class ApiKeysGetConfigAnswerRetention(TypedDict):
    """The `retention` of ApiKeysGetConfigAnswer."""

    #: Days for which records of the activity log are kept; null for the installation's default.
    activitiesDays: Optional[int]
    #: Days for which notifications are kept; null for the installation's default.
    notificationsDays: Optional[int]
    #: Days for which webhook deliveries are kept; null for the installation's default.
    deliveriesDays: Optional[int]
    #: Days for which the log of mails is kept; null for the installation's default.
    mailsDays: Optional[int]



class ActivitiesUpdateConfigRequest(TypedDict):
    """What `activities.updateConfig` takes."""

    #: The settings to change.
    activityServiceConfig: ActivityServiceConfigInput



class ActivityServiceConfigInput(TypedDict):
    """Settings of the activity log, in a request."""

    #: Always true.
    isEnabled: NotRequired[bool]
    #: Whether new activities are kept from being changed and deleted.
    immutable: NotRequired[bool]
    #: What is recorded: everything.
    triggers: NotRequired[ActivityTriggersInput]



class ActivityTriggersInput(TypedDict):
    """What the activity log records, in a request."""

    #: Triggers, each true.
    comment: NotRequired[Mapping[str, bool]]



class ActivitiesUpdateConfigAnswer(TypedDict):
    """What `activities.updateConfig` returns."""

    #: The settings of the activity log.
    activityServiceConfig: ActivityServiceConfig



class ActivityServiceConfig(TypedDict):
    """The settings of the activity log."""

    #: Always true.
    isEnabled: bool
    #: Whether activities are kept from being changed and deleted.
    immutable: bool
    #: What is recorded: everything.
    triggers: ActivityTriggers



class ActivityTriggers(TypedDict):
    """What the activity log records."""

    #: The nine triggers, each true.
    comment: Mapping[str, bool]



class NotificationsGetOptionsRequest(TypedDict):
    """What `notifications.getOptions` takes."""



class NotificationsGetOptionsAnswer(TypedDict):
    """What `notifications.getOptions` returns."""

    #: Whether comments and assignments put entries into inboxes.
    useNotificationService: bool
    #: Which events make entries, and when.
    notificationServiceConfig: NotificationServiceConfig



class NotificationServiceConfig(TypedDict):
    """Which events make entries of inboxes, and when."""

    #: Which events make entries.
    triggers: NotificationTriggers
    #: The delay of entries: there is none.
    delayConfig: NotificationWaiting
    #: The batches of entries.
    batchConfig: NotificationBatches



class NotificationTriggers(TypedDict):
    """Which events make entries of inboxes."""

    #: The nine triggers, each with whether it makes entries.
    comment: Mapping[str, bool]
    #: Always empty.
    huddle: Mapping[str, bool]



class NotificationWaiting(TypedDict):
    """That entries of inboxes do not wait."""

    #: Always false.
    isEnabled: Literal[False]



class NotificationBatches(TypedDict):
    """That entries of inboxes make no batches."""

    #: Batches by document: there are none.
    document: NotificationWaiting
    #: Batches by user: there are none.
    user: NotificationWaiting



class NotificationsUpdateOptionsRequest(TypedDict):
    """What `notifications.updateOptions` takes."""

    #: Whether comments and assignments put entries into inboxes.
    useNotificationService: NotRequired[bool]
    #: Which events make entries, and when.
    notificationServiceConfig: NotRequired[NotificationServiceConfigInput]



class NotificationServiceConfigInput(TypedDict):
    """Which events make entries of inboxes, and when, in a request."""

    #: Which events make entries.
    triggers: NotRequired[NotificationTriggersInput]
    #: Off: an entry is in the inbox at once.
    delayConfig: NotRequired[NotificationWaitingInput]
    #: Off: each event makes entries of its own.
    batchConfig: NotRequired[NotificationBatchesInput]



class NotificationTriggersInput(TypedDict):
    """Which events make entries of inboxes, in a request."""

    #: Triggers of comments, each as in the answer.
    comment: NotRequired[Mapping[str, bool]]
    #: Triggers of huddles, each false.
    huddle: NotRequired[Mapping[str, bool]]



class NotificationWaitingInput(TypedDict):
    """That entries of inboxes do not wait, in a request."""

    #: Always false.
    isEnabled: NotRequired[bool]



class NotificationBatchesInput(TypedDict):
    """That entries of inboxes make no batches, in a request."""

    #: Off: each event makes entries of its own.
    document: NotRequired[NotificationWaitingInput]
    #: Off: each event makes entries of its own.
    user: NotRequired[NotificationWaitingInput]



class NotificationsUpdateOptionsAnswer(TypedDict):
    """What `notifications.updateOptions` returns."""

    #: Whether comments and assignments put entries into inboxes.
    useNotificationService: bool
    #: Which events make entries, and when.
    notificationServiceConfig: NotificationServiceConfig



class ActivitiesGetConfigRequest(TypedDict):
    """What `activities.getConfig` takes."""



class ActivitiesGetConfigAnswer(TypedDict):
    """What `activities.getConfig` returns."""

    #: The settings of the activity log.
    activityServiceConfig: ActivityServiceConfig



class ApiKeysGetOverviewRequest(TypedDict):
    """What `apiKeys.getOverview` takes."""

    #: Number of the latest minutes to cover.
    minutes: NotRequired[int]
    #: Minutes in one step; steps are counted from midnight in UTC.
    stepMinutes: NotRequired[int]



class ApiKeysGetOverviewAnswer(TypedDict):
    """What `apiKeys.getOverview` returns."""

    #: Requests with credentials of the API key, not counting the console's.
    requests: int
    #: Requests that were answered with a status of 400 to 499.
    clientErrors: int
    #: Requests that were answered with a status of 500 or more.
    serverErrors: int
    #: 95th percentile of the response time in milliseconds, in steps up to 10,000; a stream counts up to its first event; null without requests.
    p95Ms: Optional[int]
    #: Minutes in one step.
    stepMinutes: int
    #: Beginning of the API key's oldest figures; null if there are none.
    since: Optional[int]
    #: The steps, oldest first.
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
    #: 95th percentile of the response time in milliseconds, in steps up to 10,000; a stream counts up to its first event; null without requests.
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
        #: Only acts that began at this time or later.
        "from": "NotRequired[int]",
        #: Only acts that began at this time or earlier.
        "to": "NotRequired[int]",
        #: Only these actions, such as `apiKeys.create`. An empty list matches nothing.
        "actions": "NotRequired[Sequence[str]]",
        #: Only acts of these tokens. An empty list matches nothing.
        "actorIds": "NotRequired[Sequence[str]]",
        #: Only acts on this API key.
        "apiKey": "NotRequired[str]",
        #: Only acts on these users, API keys, tokens, organizations, …. An empty list matches nothing.
        "targetIds": "NotRequired[Sequence[str]]",
        #: Only acts that change, remove or export data, and sign-ins: leaves out acts that only read, such as `audit.list`.
        "withoutReads": "NotRequired[bool]",
        #: Maximum number of entries in a page.
        "pageSize": "NotRequired[int]",
        #: Token of the page, from the previous response; absent for the first page.
        "pageToken": "NotRequired[str]",
    },
)


class AuditListItem(TypedDict):
    """One item of `audit.list`."""

    #: Version of the hash; 1.
    version: int
    #: Id of the workspace.
    workspaceId: str
    #: Id of the record.
    recordId: str
    #: Its position in the chain, from 1.
    sequence: int
    #: When the act began.
    occurredAt: int
    #: The operation's name in the clients, `console.…` or `ops.…`.
    action: str
    #: Who acted.
    actor: AuditListItemActor
    #: The objects of the act, including created ones.
    targets: Sequence[AuditListItemTarget]
    #: The API key of the act.
    apiKey: Optional[str]
    #: The origin of the act.
    context: AuditListItemContext
    #: The response to the caller: `failed` is a fault of the installation (the act may have been done in part); `unknown` means that no outcome was reported (it may have been done).
    outcome: Literal["success", "refused", "failed", "unknown"]
    #: Names of the fields that were set.
    changes: Sequence[str]
    #: For the actor's name, the address and the user agent.
    personal: AuditListItemPersonal
    #: The hash of the record before.
    previousHash: str
    #: SHA-256 of the record's canonical JSON (RFC 8785), base64url; personal values are represented by their hashes.
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

    #: Represents the personal values in the record's hash: SHA-256 of their canonical JSON with the salt, base64url.
    hash: str
    #: Null once the person was erased.
    salt: Optional[str]



class AuditListItemContext(TypedDict):
    """The `context` of AuditListItem."""

    #: The address of the client; null once the actor was erased.
    ip: Optional[str]
    #: The client's user agent; null if it sent none, or once the actor was erased.
    userAgent: Optional[str]
    #: The `x-request-id` of the request.
    requestId: str



class AuditListItemPersonal(TypedDict):
    """The `personal` of AuditListItem."""

    #: Represents the personal values in the record's hash: SHA-256 of their canonical JSON with the salt, base64url.
    hash: str
    #: Null once the person was erased.
    salt: Optional[str]



class AuditGetCheckpointRequest(TypedDict):
    """What `audit.getCheckpoint` takes."""



class AuditGetCheckpointAnswer(TypedDict):
    """What `audit.getCheckpoint` returns."""

    #: The JWS in its compact form.
    checkpoint: str
    #: Sequence of the newest record; 0 if there is none.
    sequence: int
    #: The hash of that record.
    hash: str
    #: Sequence of the oldest kept record.
    firstSequence: int
    #: When the newest record that was removed by age entered the log; before any was removed, when the log began.
    removedUntil: int
    #: How long records are kept, in ms.
    retentionMs: int
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
        #: Only the usage of this API key.
        "apiKey": "NotRequired[str]",
        #: Maximum number of entries in a page.
        "pageSize": "NotRequired[int]",
        #: Token of the page, from the previous response; absent for the first page.
        "pageToken": "NotRequired[str]",
    },
)


class ApiKeysListUsageItem(TypedDict):
    """One item of `apiKeys.listUsage`."""

    #: In UTC.
    day: str
    #: The API key, possibly deleted since.
    apiKey: str
    #: Requests with a token of the API key, not counting the console's.
    requests: int
    #: Requests answered with a status of 500 or more.
    failed: int
    #: Requests answered with a status of 400 to 499.
    refused: int
    #: Comments that were added.
    comments: int
    #: Users who commented, reacted, changed a thread or recorded, each once.
    users: int
    #: E-mails that a provider accepted.
    mails: int
    #: Webhook deliveries that an endpoint accepted.
    deliveries: int
    #: Total time for which streams of changes were open, in seconds.
    streamsSeconds: int
    #: Input tokens of AI models, as in `/v2/rewriter/usage/get`.
    inputTokens: int
    #: Output tokens of AI models.
    outputTokens: int



class OrganizationsAddRequest(TypedDict):
    """What `organizations.add` takes."""

    #: The organizations.
    organizations: Sequence[OrganizationInput]



class OrganizationInputKnown(TypedDict):
    """An organization in a request. These are the known keys."""

    #: Id of the organization.
    organizationId: str
    #: null removes the name.
    organizationName: NotRequired[Optional[str]]


#: An organization in a request. Further keys are your own: `dict(…)` reads them.
OrganizationInput = Union[OrganizationInputKnown, Dict[str, Any]]


class BatchEntryWithId(TypedDict):
    """What became of one item of a batch, with its id."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Id of the item.
    id: str



class OrganizationsCreateRequest(TypedDict):
    """What `organizations.create` takes."""

    #: The organization; an existing one is changed.
    organization: OrganizationInput



class OrganizationsListRequest(TypedDict):
    """What `organizations.list` takes."""

    #: Ids of organizations. An empty list matches nothing.
    organizationIds: NotRequired[Sequence[str]]
    #: For a single id: returns NOT_FOUND instead of an empty list if it does not exist.
    one: NotRequired[bool]
    #: The beginning of the name, or the whole id.
    search: NotRequired[str]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class OrganizationsListItemKnown(TypedDict):
    """One item of `organizations.list`. These are the known keys."""

    #: The same as `organizationId`.
    id: str
    #: Id of the organization.
    organizationId: str
    #: Name of the organization; absent if it has none.
    organizationName: NotRequired[str]
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

    #: Ids of organizations. An empty list matches nothing.
    organizationIds: Sequence[str]
    #: Whether the organization is closed to users.
    disabled: bool



class OrganizationsDeleteRequest(TypedDict):
    """What `organizations.delete` takes."""

    #: Ids of organizations.
    organizationIds: Sequence[str]
    #: Removes nothing, and returns how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class FoldersAddRequest(TypedDict):
    """What `folders.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: The folders.
    folders: Sequence[FolderInput]
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]



class FolderInputKnown(TypedDict):
    """A folder in a request. These are the known keys."""

    #: Id of the folder.
    folderId: str
    #: null removes the name.
    folderName: NotRequired[Optional[str]]
    #: The folder to put it into. If absent, it stays where it is, and a new one is in no folder. `root` or null takes it out of its folder.
    parentFolderId: NotRequired[Optional[str]]


#: A folder in a request. Further keys are your own: `dict(…)` reads them.
FolderInput = Union[FolderInputKnown, Dict[str, Any]]


class FoldersCreateRequest(TypedDict):
    """What `folders.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]
    #: The folder; an existing one is changed.
    folder: FolderInput



class FoldersListRequest(TypedDict):
    """What `folders.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Ids of folders. An empty list matches nothing.
    folderIds: NotRequired[Sequence[str]]
    #: For a single id: returns NOT_FOUND instead of an empty list if it does not exist.
    one: NotRequired[bool]
    #: Id of the folder above it.
    parentFolderId: NotRequired[str]
    #: Only the folders in no other, without those below them unless `maxDepth` asks for them.
    rootFoldersOnly: NotRequired[bool]
    #: The beginning of the name, or the whole id.
    search: NotRequired[str]
    #: Number of folder levels returned below each folder.
    maxDepth: NotRequired[int]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class FolderKnown(TypedDict):
    """A folder with its subfolders. These are the known keys."""

    #: Id of the folder.
    folderId: str
    #: Name of the folder; absent if it has none.
    folderName: NotRequired[str]
    #: `root` for a folder at the top level.
    parentFolderId: str
    #: Its ancestors, starting with `root`.
    ancestors: Sequence[str]
    #: Which users may enter its documents that have no type of their own; absent if that follows from the folders above it, or from the API key.
    accessType: NotRequired[Literal["restricted", "organizationPrivate", "public"]]
    #: Whether the type of a folder above counts before its own; absent if not.
    inheritFromParent: NotRequired[bool]
    #: The folders directly in it; absent at the lowest requested level.
    subFolders: NotRequired[Sequence[Folder]]
    #: The response was too large to include all `subFolders`; request them with `parentFolderId`.
    mayHaveMoreSubFolders: NotRequired[bool]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int


#: A folder with its subfolders. Further keys are your own: `dict(…)` reads them.
Folder = Union[FolderKnown, Dict[str, Any]]


class FoldersRetrieveRequest(TypedDict):
    """What `folders.retrieve` takes."""

    #: Id of the organization.
    organizationId: str
    #: Number of folder levels returned below each folder.
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
    #: For documents that name no folder themselves.
    folderId: NotRequired[Optional[str]]
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the folder if it does not exist.
    createFolder: NotRequired[bool]



class DocumentInputKnown(TypedDict):
    """A document in a request. These are the known keys."""

    #: Id of the document.
    documentId: str
    #: null removes the name.
    documentName: NotRequired[Optional[str]]
    #: The folder to put it into. If absent, it stays where it is, and a new one is in no folder. `root` or null takes it out of its folder.
    folderId: NotRequired[Optional[str]]


#: A document in a request. Further keys are your own: `dict(…)` reads them.
DocumentInput = Union[DocumentInputKnown, Dict[str, Any]]


class DocumentsCreateRequest(TypedDict):
    """What `documents.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: For documents that name no folder themselves.
    folderId: NotRequired[Optional[str]]
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the folder if it does not exist.
    createFolder: NotRequired[bool]
    #: The document; an existing one is changed.
    document: DocumentInput



class DocumentsListRequest(TypedDict):
    """What `documents.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents. An empty list matches nothing.
    documentIds: NotRequired[Sequence[str]]
    #: For a single id: returns NOT_FOUND instead of an empty list if it does not exist.
    one: NotRequired[bool]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Only documents that fulfil all of these.
    filters: NotRequired[Sequence[DocumentFilter]]
    #: The beginning of the name, or the whole id.
    search: NotRequired[str]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class DocumentFilter(TypedDict):
    """A condition on one of a document's own keys."""

    #: The key, with or without `metadata.` before it; keys of nested objects are separated by dots. `documentName` is the name.
    key: str
    #: How the value of the document is compared with `value`: `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not-in`, `array-contains` or `array-contains-any`.
    operator: str
    #: A list for `in`, `not-in` and `array-contains-any`.
    value: Any



class DocumentsListItemKnown(TypedDict):
    """One item of `documents.list`. These are the known keys."""

    #: The same as `documentId`.
    id: str
    #: Id of the document.
    documentId: str
    #: Name of the document; absent if it has none.
    documentName: NotRequired[str]
    #: Absent if it is in no folder.
    folderId: NotRequired[str]
    #: Whether the document itself is disabled; a disabled organization disables access to it too.
    disabled: bool
    #: Which users may enter the document; absent if that follows from its folders, or from the API key.
    accessType: NotRequired[Literal["restricted", "organizationPrivate", "public"]]
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



class DocumentsCountRequest(TypedDict):
    """What `documents.count` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Counts only documents that are in no folder, or with `folderId` only those directly in it, as without.
    excludeFolderDocs: NotRequired[bool]
    #: Only documents that fulfil all of these.
    filters: NotRequired[Sequence[DocumentFilter]]



class DocumentsCountAnswer(TypedDict):
    """What `documents.count` returns."""

    #: The number of documents.
    count: int
    #: Whether there may be more.
    hasMore: bool
    #: With `filters`: true, because they are always applied.
    filtersApplied: NotRequired[bool]



class DocumentsUpdateRequest(TypedDict):
    """What `documents.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: The documents.
    documents: Sequence[DocumentInput]
    #: true by default: your own keys that are not given stay. false removes them.
    merge: NotRequired[bool]



class DocumentsMoveRequest(TypedDict):
    """What `documents.move` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Id of the folder.
    folderId: str



class DocumentsSetAccessTypeRequest(TypedDict):
    """What `documents.setAccessType` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Which users may enter the documents.
    accessType: Literal["restricted", "organizationPrivate", "public"]



class DocumentsSetAccessTypeAnswerEntry(TypedDict):
    """The result of `documents.setAccessType` for one item."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: The type that was set; absent after a failure.
    accessType: NotRequired[Literal["restricted", "organizationPrivate", "public"]]



class FoldersSetAccessTypeRequest(TypedDict):
    """What `folders.setAccessType` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of folders.
    folderIds: Sequence[str]
    #: Which users may enter the documents.
    accessType: Literal["restricted", "organizationPrivate", "public"]
    #: Whether the type of a folder above counts before this one.
    inheritFromParent: NotRequired[bool]



class FoldersSetAccessTypeAnswerEntry(TypedDict):
    """The result of `folders.setAccessType` for one item."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: The type that was set; absent after a failure.
    accessType: NotRequired[Literal["restricted", "organizationPrivate", "public"]]



class DocumentsSetDisabledRequest(TypedDict):
    """What `documents.setDisabled` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Whether the document is closed to users.
    disabled: bool



class DocumentsSetDisabledAnswerEntry(TypedDict):
    """The result of `documents.setDisabled` for one item."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
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
    """A location of a document, in a request. These are the known keys."""

    #: Id of the location.
    id: Union[str, float]
    #: null removes the name.
    locationName: NotRequired[Optional[str]]


#: A location of a document, in a request. Further keys are your own: `dict(…)` reads them.
LocationInput = Union[LocationInputKnown, Dict[str, Any]]


class LocationsListRequest(TypedDict):
    """What `locations.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of locations. An empty list matches nothing.
    locationIds: NotRequired[Sequence[Union[str, float]]]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class LocationsListItemKnown(TypedDict):
    """One item of `locations.list`. These are the known keys."""

    #: Id of the location.
    id: str
    #: Name of the location.
    locationName: NotRequired[str]
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
    #: Removes nothing, and returns how much would be removed from each collection of each service.
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
    #: Removes nothing, and returns how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class DocumentsDeleteRequest(TypedDict):
    """What `documents.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: Sequence[str]
    #: Removes nothing, and returns how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class FoldersDeleteRequest(TypedDict):
    """What `folders.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the folder.
    folderId: str
    #: Removes nothing, and returns how much would be removed from each collection of each service.
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
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the folder if it does not exist.
    createFolder: NotRequired[bool]
    #: The parent of a created folder; a folder that exists is not moved.
    parentFolderId: NotRequired[str]



class UserInputKnown(TypedDict):
    """A user in a request, with your own keys. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Display name.
    name: NotRequired[Optional[str]]
    #: E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field.
    email: NotRequired[Optional[str]]
    #: The user's role in the place of the request; null removes it. A token that is generated for the place without an `accessRole` has this role.
    accessRole: NotRequired[Optional[Literal["viewer", "commenter", "editor"]]]


#: A user in a request, with your own keys. Further keys are your own: `dict(…)` reads them.
UserInput = Union[UserInputKnown, Dict[str, Any]]


class UsersCreateRequest(TypedDict):
    """What `users.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the folder if it does not exist.
    createFolder: NotRequired[bool]
    #: The parent of a created folder; a folder that exists is not moved.
    parentFolderId: NotRequired[str]
    #: The user; an existing one is changed.
    user: UserInput



class UsersUpdateRequest(TypedDict):
    """What `users.update` takes."""

    #: Id of the organization.
    organizationId: NotRequired[str]
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]
    #: The users.
    users: Sequence[UserInput]
    #: Whose profiles are changed, if not those of one place.
    options: NotRequired[UsersUpdateRequestOptions]



class UsersUpdateRequestOptions(TypedDict):
    """The `options` of UsersUpdateRequest."""

    #: Changes users of the API key, whatever places they are in.
    all: NotRequired[bool]
    #: Changes users of any document of the organization.
    allDocuments: NotRequired[bool]



class GroupsAddRequest(TypedDict):
    """What `groups.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: The groups.
    organizationUserGroups: Sequence[GroupInput]
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]



class GroupInput(TypedDict):
    """A group of users of an organization, in a request."""

    #: Id of the group.
    groupId: str
    #: Name of the group.
    groupName: NotRequired[Optional[str]]



class GroupsListRequest(TypedDict):
    """What `groups.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of groups. An empty list matches nothing.
    groupIds: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: NotRequired[str]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
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
    """The result for one user of a group."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
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
    #: Ids of users. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: For a single id: returns NOT_FOUND instead of an empty list if it does not exist.
    one: NotRequired[bool]
    #: Only members of one of these groups. An empty list matches nothing.
    organizationUserGroupIds: NotRequired[Sequence[str]]
    #: The users of all documents of the organization.
    allDocuments: NotRequired[bool]
    #: Returns the users by document; needs `allDocuments`.
    groupByDocumentId: NotRequired[bool]
    #: Words of the name or their beginnings, or the beginning of the e-mail address or the id.
    searchKey: NotRequired[str]
    #: Returns the documents in which each user is involved.
    includeInvolvedDocuments: NotRequired[bool]
    #: Returns their number.
    includeInvolvedDocumentsCount: NotRequired[bool]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class UserKnown(TypedDict):
    """A user as stored, with your own keys. These are the known keys."""

    #: E-mail address.
    email: str
    #: Display name.
    name: str
    #: Id of the user.
    userId: str
    #: The user's role in the place; absent if none was given there, and in lists of the users of any document.
    accessRole: NotRequired[Literal["viewer", "commenter", "editor"]]
    #: With `includeInvolvedDocuments`: ids of up to 1,000 documents, in their byte order.
    involvedDocuments: NotRequired[Sequence[str]]
    #: With `includeInvolvedDocumentsCount`: the number of the documents, at most 1,000.
    involvedDocumentsCount: NotRequired[int]
    #: The user is involved in more documents.
    hasMoreInvolvedDocuments: NotRequired[Literal[True]]


#: A user as stored, with your own keys. Further keys are your own: `dict(…)` reads them.
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



class UsersListOfDocumentsRequest(TypedDict):
    """What `users.listOfDocuments` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of users. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: Returns the documents in which each user is involved.
    includeInvolvedDocuments: NotRequired[bool]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class UsersCountRequest(TypedDict):
    """What `users.count` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: The users of all documents of the organization.
    allDocuments: NotRequired[bool]
    #: Id of the user.
    userId: NotRequired[str]



class UsersCountAnswer(TypedDict):
    """What `users.count` returns."""

    #: The number of users.
    count: int
    #: Whether there are more.
    hasMore: bool



class UsersGetDataRequest(TypedDict):
    """What `users.getData` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: str
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]
    #: Has no effect.
    uniqueId: NotRequired[str]



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
    #: Removes nothing, and returns how much would be removed from each collection of each service.
    dryRun: NotRequired[bool]



class UsersDeleteDataAnswer(TypedDict):
    """What `users.deleteData` returns."""

    #: Id of the job.
    jobId: str
    #: Number of tasks of the job.
    tasksCount: int



class UsersGetDataDeletionRequest(TypedDict):
    """What `users.getDataDeletion` takes."""

    #: Id of the job.
    jobId: str



class UsersGetDataDeletionAnswer(TypedDict):
    """What `users.getDataDeletion` returns."""

    #: Whether the removal is complete.
    isDeleteCompleted: bool
    #: Number of tasks left; never rises.
    tasksLeft: int
    #: When the last task was completed, in milliseconds since the epoch; 0 before the first.
    lastTaskCompletedTime: int



class UserTokensGenerateRequest(TypedDict):
    """What `userTokens.generate` takes."""

    #: Id of the user.
    userId: str
    #: The profile to store, as by `/v2/users/add`. It may have custom keys; `isAdmin` is one of them and grants nothing.
    userProperties: NotRequired[UserProperties]
    #: What the user may do in which places.
    permissions: UserTokensGenerateRequestPermissions
    #: How long the token is valid; 3600 by default.
    expiresInSeconds: NotRequired[int]



class UserPropertiesKnown(TypedDict):
    """What is stored of a user for whom a token is made. These are the known keys."""

    #: Display name.
    name: NotRequired[str]
    #: E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field.
    email: NotRequired[str]
    #: A custom key that grants nothing.
    isAdmin: NotRequired[bool]


#: What is stored of a user for whom a token is made. Further keys are your own: `dict(…)` reads them.
UserProperties = Union[UserPropertiesKnown, Dict[str, Any]]


class UserTokensGenerateRequestPermissions(TypedDict):
    """The `permissions` of UserTokensGenerateRequest."""

    #: The places where the user may act; each may occur once.
    resources: Sequence[UserTokenResource]



class UserTokenResource(TypedDict):
    """A place that a user's token names, and what the user may do there."""

    #: What kind of place it is.
    type: Literal["organization", "folder", "document"]
    #: Id of the organization, the folder or the document.
    id: str
    #: The organization of a folder or a document. It may be absent if all resources belong to one organization.
    organizationId: NotRequired[str]
    #: By default the role with which the user was added (`/v2/users/add`) to the place, else to the nearest folder above a document, else to the organization; a commenter if there is none. A viewer reads. A commenter also adds threads, comments and reactions, and changes and deletes the user's own. An editor also sets status, priority and assignee.
    accessRole: NotRequired[Literal["viewer", "commenter", "editor"]]
    #: When the entry expires. Without it, the entry lasts as long as the token. Then a wider entry counts in its place: a document that a viewer's entry restricts until noon within an editor's organization is open to the editor after noon. To restrict for good, set no `expiresAt`.
    expiresAt: NotRequired[int]



class UserTokensGenerateAnswer(TypedDict):
    """What `userTokens.generate` returns."""

    #: The secret token.
    token: str
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: int



class UserTokensRevokeRequest(TypedDict):
    """What `userTokens.revoke` takes."""

    #: Id of the user.
    userId: str



class RemovalsListRequest(TypedDict):
    """What `removals.list` takes."""

    #: Only this removal.
    jobId: NotRequired[str]
    #: Only running or paused removals.
    openOnly: NotRequired[bool]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class RemovalsListItem(TypedDict):
    """One item of `removals.list`."""

    #: Id of the job.
    jobId: str
    #: The kind of object that is removed. Its id is not recorded.
    kind: Literal["user", "organization", "folder", "document", "location"]
    #: State of the removal; a paused one continues once it is resumed.
    state: Literal["running", "paused", "completed"]
    #: When the removal was requested; data written later stays.
    requestedAt: int
    #: When the last task was completed, in milliseconds since the epoch; 0 before the first.
    lastTaskCompletedTime: int
    #: Number of tasks of the job.
    tasksCount: int
    #: Never rises.
    tasksLeft: int
    #: Rows removed or changed by finished tasks.
    rowsErased: int
    #: Maximum number of rows that each task removes per second; 0 for no limit.
    rowsPerSecond: int
    #: The remaining tasks; empty once the removal is complete.
    tasks: Sequence[RemovalsListItemTask]



class RemovalsListItemTask(TypedDict):
    """One of the `tasks` of RemovalsListItem."""

    #: The service that does the task.
    service: str
    #: The collection of the service that the task goes through.
    collection: str
    #: 1 removes, 2 checks again, 3 removes the rows that led to the others.
    stage: int
    #: Whether the task is complete.
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
    #: The salt of the hashes of its subjects.
    salt: str



class ThreadsAddRequest(TypedDict):
    """What `threads.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The threads, at most 1,000.
    commentAnnotations: Sequence[NewThread]
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the organization if it does not exist; a new one needs `createDocument`, too.
    createOrganization: NotRequired[bool]
    #: Refuses the request unless all authors may enter the document, by its access type.
    verifyUserPermissions: NotRequired[bool]



class NewThread(TypedDict):
    """A thread to be added, with its first comments."""

    #: Id of the thread.
    annotationId: NotRequired[str]
    #: An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`.
    status: NotRequired[Union[str, StatusInput]]
    #: An object, or an id alone (any word). `name` defaults to the id.
    priority: NotRequired[Union[str, PriorityInput]]
    #: The kind of thread, in a word of your choice.
    type: NotRequired[str]
    #: The place within the document.
    location: NotRequired[LocationRefInput]
    #: The user to whom the thread is assigned.
    assignedTo: NotRequired[NamedUserInput]
    #: Your own keys and values, kept as given.
    metadata: NotRequired[Mapping[str, Any]]
    #: The comments.
    commentData: NotRequired[Sequence[NewComment]]
    #: Another name of `commentData`.
    comments: NotRequired[Sequence[NewComment]]
    #: Who may see the thread.
    visibility: NotRequired[ThreadVisibility]
    #: The element of the page that the thread is about.
    targetElement: NotRequired[Optional[Mapping[str, Any]]]
    #: An object of yours, such as what the thread is about.
    context: NotRequired[Optional[Mapping[str, Any]]]
    #: The page on which the thread was started.
    pageInfo: NotRequired[Optional[Mapping[str, Any]]]
    #: How the page shows the thread, in a word of your choice.
    commentType: NotRequired[Optional[str]]
    #: Whether the thread is about the page as a whole.
    isPageAnnotation: NotRequired[Optional[bool]]
    #: Horizontal position in the page.
    positionX: NotRequired[Optional[float]]
    #: Vertical position in the page.
    positionY: NotRequired[Optional[float]]
    #: Width of the author's screen.
    screenWidth: NotRequired[Optional[float]]
    #: Height of the author's screen.
    screenHeight: NotRequired[Optional[float]]
    #: Height of the page that was scrolled.
    screenScrollHeight: NotRequired[Optional[float]]
    #: How far it was scrolled.
    screenScrollTop: NotRequired[Optional[float]]
    #: Actions that your page offers. Parley does not interpret them.
    actions: NotRequired[Optional[Sequence[Mapping[str, Any]]]]
    #: For imports: the time of creation. Absent means now.
    createdAt: NotRequired[Union[int, str]]
    #: For imports: when it last changed. Absent means now; the next change replaces it.
    lastUpdated: NotRequired[Union[int, str]]



class StatusInput(TypedDict):
    """The status of a thread, in a request."""

    #: Id of the status: any word. Required without a `type`.
    id: NotRequired[str]
    #: Display name.
    name: NotRequired[str]
    #: The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`).
    type: NotRequired[Literal["default", "ongoing", "terminal"]]
    #: Its color.
    color: NotRequired[str]
    #: A lighter color, for its background.
    lightColor: NotRequired[str]
    #: An icon, as SVG.
    svg: NotRequired[str]
    #: Address of an icon.
    iconUrl: NotRequired[str]



class PriorityInput(TypedDict):
    """The priority of a thread, in a request."""

    #: Id of the priority: any word.
    id: str
    #: Display name.
    name: NotRequired[str]
    #: The kind of priority, in a word of your choice.
    type: NotRequired[str]
    #: Its color.
    color: NotRequired[str]
    #: A lighter color, for its background.
    lightColor: NotRequired[str]
    #: An icon, as SVG.
    svg: NotRequired[str]
    #: Address of an icon.
    iconUrl: NotRequired[str]



class LocationRefInputKnown(TypedDict):
    """A location in a document, in a request. These are the known keys."""

    #: Id of the location.
    id: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]


#: A location in a document, in a request. Further keys are your own: `dict(…)` reads them.
LocationRefInput = Union[LocationRefInputKnown, Dict[str, Any]]


class NamedUserInputKnown(TypedDict):
    """A user in a request, as an actor or a recipient. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Display name.
    name: NotRequired[str]
    #: E-mail address, kept with the item without white space around it and not checked: mails go to the address of the user's profile.
    email: NotRequired[str]


#: A user in a request, as an actor or a recipient. Further keys are your own: `dict(…)` reads them.
NamedUserInput = Union[NamedUserInputKnown, Dict[str, Any]]

#: A comment to be added.
NewComment = TypedDict(
    "NewComment",
    {
        #: Id of the comment.
        "commentId": "NotRequired[Union[str, float]]",
        #: The author of the comment.
        "from": "NamedUserInput",
        #: The comment as plain text.
        "commentText": "NotRequired[str]",
        #: The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes.
        "commentHtml": "NotRequired[str]",
        #: The users tagged in the text.
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        #: Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text.
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        #: Your own keys and values, kept as given.
        "metadata": "NotRequired[Mapping[str, Any]]",
        #: An object of yours.
        "context": "NotRequired[Optional[Mapping[str, Any]]]",
        #: Whether your page has the text, and not Parley.
        "isCommentResolverUsed": "NotRequired[Optional[bool]]",
        #: Whether there is a text for the comment.
        "isCommentTextAvailable": "NotRequired[Optional[bool]]",
        #: How far the work is that the comment reports, as your page shows it.
        "progress": "NotRequired[Optional[Mapping[str, Any]]]",
        #: Actions that your page offers. Parley does not interpret them.
        "actions": "NotRequired[Optional[Sequence[Mapping[str, Any]]]]",
        #: For imports: the time of creation. Absent means now.
        "createdAt": "NotRequired[Union[int, str]]",
        #: For imports: when it last changed. Absent means now; the next change replaces it.
        "lastUpdated": "NotRequired[Union[int, str]]",
        #: With false, nobody is notified of the comment.
        "triggerNotification": "NotRequired[bool]",
        #: Always true: every comment has a record in the activity log.
        "triggerActivities": "NotRequired[bool]",
    },
)


class TaggedUserInput(TypedDict):
    """A user whom a comment mentions, in a request."""

    #: Id of the user.
    userId: str
    #: The words that tag the user, such as `@Carol`.
    text: NotRequired[str]
    #: The tagged user.
    contact: NotRequired[NamedUserInput]



class AttachmentInputKnown(TypedDict):
    """A file that belongs to a comment, as it is sent: what is known of it, not its content. These are the known keys."""

    #: Id of the attachment.
    attachmentId: NotRequired[Union[str, float]]
    #: Display name.
    name: NotRequired[str]
    #: Address of the file.
    url: NotRequired[str]
    #: Media type, such as `video/mp4`.
    mimeType: NotRequired[str]
    #: Size in bytes.
    size: NotRequired[int]


#: A file that belongs to a comment, as it is sent: what is known of it, not its content. Further keys are your own: `dict(…)` reads them.
AttachmentInput = Union[AttachmentInputKnown, Dict[str, Any]]


class ThreadVisibility(TypedDict):
    """Who may see a thread."""

    #: Always `public`: who may see the document may see the thread.
    type: Literal["public"]



class ThreadsAddAnswerEntry(TypedDict):
    """The result of `threads.add` for one item."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Id of the item.
    id: str
    #: Id of the thread.
    annotationId: str
    #: Ids of comments.
    commentIds: Sequence[str]



class ThreadsCreateRequest(TypedDict):
    """What `threads.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the organization if it does not exist; a new one needs `createDocument`, too.
    createOrganization: NotRequired[bool]
    #: Refuses the request unless all authors may enter the document, by its access type.
    verifyUserPermissions: NotRequired[bool]
    #: The thread; an existing one is changed.
    thread: NewThread



class ThreadsListRequest(TypedDict):
    """What `threads.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Annotations of one of these documents. An empty list matches nothing.
    documentIds: NotRequired[Sequence[str]]
    #: Returns the annotations by document.
    groupByDocumentId: NotRequired[bool]
    #: Annotations of the documents directly in this folder.
    folderId: NotRequired[str]
    #: Ids of threads. An empty list matches nothing.
    annotationIds: NotRequired[Sequence[str]]
    #: For a single id: returns NOT_FOUND instead of an empty list if it does not exist.
    one: NotRequired[bool]
    #: Annotations at one of these locations. An empty list matches nothing.
    locationIds: NotRequired[Sequence[Union[str, float]]]
    #: Name of the location.
    locationName: NotRequired[str]
    #: Only threads with one of these statuses. An empty list matches nothing.
    statusIds: NotRequired[Sequence[str]]
    #: A single one of `statusIds`.
    statusId: NotRequired[str]
    #: Annotations of one of these users. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: Annotations in which one of these users is tagged. An empty list matches nothing.
    mentionedUserIds: NotRequired[Sequence[str]]
    #: Annotations that this user resolved.
    resolvedBy: NotRequired[str]
    #: Whether users whom you described by id alone are returned so, without their stored names.
    usersAsGiven: NotRequired[bool]
    #: Whether `metadata` is wanted; it is returned in either case.
    includeMetadata: NotRequired[bool]
    #: Whether `pageInfo` is wanted; it is returned in either case.
    includePageInfo: NotRequired[bool]
    #: Only entries created after this time, in milliseconds since the epoch.
    createdAfter: NotRequired[int]
    #: Only entries created before this time, in milliseconds since the epoch.
    createdBefore: NotRequired[int]
    #: Only those changed after this time, in milliseconds since the epoch.
    updatedAfter: NotRequired[int]
    #: Only those last changed before this time, in milliseconds since the epoch.
    updatedBefore: NotRequired[int]
    #: The order, by the last change.
    order: NotRequired[Literal["asc", "desc"]]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]


#: A thread with all its comments.
CommentAnnotation = TypedDict(
    "CommentAnnotation",
    {
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "annotationId": "str",
        #: The status of the thread.
        "status": "Status",
        #: The user who last changed the status, if one was named.
        "statusUpdatedByUserId": "NotRequired[str]",
        #: The same user, while the status is of the type `terminal`.
        "resolvedByUserId": "NotRequired[str]",
        #: The priority of the thread.
        "priority": "NotRequired[Priority]",
        #: The kind of thread, in a word of your choice.
        "type": "NotRequired[str]",
        #: The place within the document.
        "location": "Optional[LocationRef]",
        #: Id of the location.
        "locationId": "NotRequired[str]",
        #: The author of the first comment; absent without comments.
        "from": "NotRequired[NamedUser]",
        #: The user to whom the thread is assigned.
        "assignedTo": "NotRequired[NamedUser]",
        #: The users who wrote a comment, are tagged in one, or are the assignee.
        "involvedUserIds": "Sequence[str]",
        #: The users tagged in a comment.
        "mentionedUserIds": "Sequence[str]",
        #: Always empty, for code that expects it.
        "commentCategories": "Sequence[Mapping[str, Any]]",
        #: Always empty, for code that expects it.
        "iam": "Mapping[str, Any]",
        #: The element of the page that the thread is about.
        "targetElement": "NotRequired[Mapping[str, Any]]",
        #: An object of yours, such as what the thread is about.
        "context": "NotRequired[Mapping[str, Any]]",
        #: The page on which the thread was started.
        "pageInfo": "NotRequired[Mapping[str, Any]]",
        #: How the page shows the thread, in a word of your choice.
        "commentType": "NotRequired[str]",
        #: Whether the thread is about the page as a whole.
        "isPageAnnotation": "NotRequired[bool]",
        #: Horizontal position in the page.
        "positionX": "NotRequired[float]",
        #: Vertical position in the page.
        "positionY": "NotRequired[float]",
        #: Width of the author's screen.
        "screenWidth": "NotRequired[float]",
        #: Height of the author's screen.
        "screenHeight": "NotRequired[float]",
        #: Height of the page that was scrolled.
        "screenScrollHeight": "NotRequired[float]",
        #: How far it was scrolled.
        "screenScrollTop": "NotRequired[float]",
        #: Actions that your page offers. Parley does not interpret them.
        "actions": "NotRequired[Sequence[Mapping[str, Any]]]",
        #: Oldest first.
        "comments": "Sequence[ThreadComment]",
        #: When it was created, in milliseconds since the epoch.
        "createdAt": "int",
        #: When it was last changed, in milliseconds since the epoch.
        "lastUpdated": "int",
        #: The place, and your own keys.
        "metadata": "PlacedMetadata",
    },
)


class Status(TypedDict):
    """The status of a thread."""

    #: Id of the status: any word.
    id: str
    #: Display name.
    name: str
    #: The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`).
    type: Literal["default", "ongoing", "terminal"]
    #: Its color; if none was given, that of its type.
    color: str
    #: A lighter color, for its background.
    lightColor: NotRequired[str]
    #: An icon, as SVG.
    svg: NotRequired[str]
    #: Address of an icon.
    iconUrl: NotRequired[str]



class Priority(TypedDict):
    """The priority of a thread."""

    #: Id of the priority: any word.
    id: str
    #: Display name.
    name: str
    #: The kind of priority, in a word of your choice.
    type: NotRequired[str]
    #: Its color; if none was given, that of its type.
    color: str
    #: A lighter color, for its background.
    lightColor: NotRequired[str]
    #: An icon, as SVG.
    svg: NotRequired[str]
    #: Address of an icon.
    iconUrl: NotRequired[str]



class LocationRefKnown(TypedDict):
    """The location of a thread. These are the known keys."""

    #: Id of the location.
    id: NotRequired[str]
    #: Name of the location.
    locationName: NotRequired[str]


#: The location of a thread. Further keys are your own: `dict(…)` reads them.
LocationRef = Union[LocationRefKnown, Dict[str, Any]]


class NamedUserKnown(TypedDict):
    """A user with the given or stored name and address. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Display name.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]


#: A user with the given or stored name and address. Further keys are your own: `dict(…)` reads them.
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
        #: The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes.
        "commentHtml": "str",
        #: The users tagged in the text.
        "taggedUserContacts": "Sequence[TaggedUser]",
        #: Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text.
        "attachments": "Sequence[Mapping[str, Any]]",
        #: Your own keys and values, kept as given.
        "metadata": "Mapping[str, Any]",
        #: The reactions to the comment.
        "reactionAnnotations": "Sequence[ReactionAnnotation]",
        #: Their ids.
        "reactionAnnotationIds": "Sequence[str]",
        #: Always `text`.
        "type": "Literal[\"text\"]",
        #: Whether text, html, tagged users or attachments have changed.
        "status": "Literal[\"added\", \"updated\"]",
        #: Always empty, for code that expects it.
        "recorders": "Sequence[Mapping[str, Any]]",
        #: Always empty, for code that expects it.
        "customList": "Sequence[Mapping[str, Any]]",
        #: Always empty, for code that expects it.
        "toOrganizationUserGroup": "Sequence[Mapping[str, Any]]",
        #: An object of yours.
        "context": "NotRequired[Mapping[str, Any]]",
        #: Whether your page has the text, and not Parley.
        "isCommentResolverUsed": "NotRequired[bool]",
        #: Whether there is a text for the comment.
        "isCommentTextAvailable": "NotRequired[bool]",
        #: How far the work is that the comment reports, as your page shows it.
        "progress": "NotRequired[Mapping[str, Any]]",
        #: Actions that your page offers. Parley does not interpret them.
        "actions": "NotRequired[Sequence[Mapping[str, Any]]]",
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
    #: The tagged user.
    contact: NamedUser



class ReactionAnnotation(TypedDict):
    """A reaction to a comment, with its users."""

    #: Id of the reaction, within its thread.
    annotationId: str
    #: The reaction: an emoji or a word.
    icon: str
    #: All who gave it.
    fromUsers: Sequence[ReactionAnnotationFromUser]


#: Who gave a reaction, and when.
ReactionAnnotationFromUser = TypedDict(
    "ReactionAnnotationFromUser",
    {
        #: Who reacted.
        "from": "NamedUser",
        #: When it was created, in milliseconds since the epoch.
        "lastUpdated": "int",
    },
)


class PlacedMetadataKnown(TypedDict):
    """The place of an object, and your own keys. These are the known keys."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]


#: The place of an object, and your own keys. Further keys are your own: `dict(…)` reads them.
PlacedMetadata = Union[PlacedMetadataKnown, Dict[str, Any]]


class ThreadsRetrieveRequest(TypedDict):
    """What `threads.retrieve` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Whether users whom you described by id alone are returned so, without their stored names.
    usersAsGiven: NotRequired[bool]
    #: Id of the thread.
    annotationId: str



class ThreadsCountRequest(TypedDict):
    """What `threads.count` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents. An empty list matches nothing.
    documentIds: Sequence[str]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only threads with one of these statuses. An empty list matches nothing.
    statusIds: NotRequired[Sequence[str]]



class DocumentCounts(TypedDict):
    """The numbers of threads of a document."""

    #: Annotations of the document with one of the requested statuses.
    total: int
    #: Keyed by the id of the status; statuses without annotations are absent.
    statuses: Mapping[str, int]
    #: Whether the document has more than were counted; the counts are then lower bounds.
    hasMore: bool
    #: With `userId`: annotations in which the user wrote a comment, is tagged, or is the assignee.
    mine: NotRequired[int]
    #: With `userId`: annotations with an unread entry in the user's inbox; null while that is unavailable.
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
    #: Only threads with one of these statuses. An empty list matches nothing.
    statusIds: NotRequired[Sequence[str]]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class FoundThread(TypedDict):
    """A thread found by a search, with its matching comments."""

    #: The thread as it is now, with all its comments and reactions.
    thread: CommentAnnotation
    #: The comments that have all words, in the thread's order.
    commentIds: Sequence[str]
    #: A part of the newest such comment, around the first match.
    excerpt: str



class ThreadsUpdateRequest(TypedDict):
    """What `threads.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of threads. An empty list matches nothing.
    annotationIds: NotRequired[Sequence[str]]
    #: Threads at one of these locations. An empty list matches nothing.
    locationIds: NotRequired[Sequence[Union[str, float]]]
    #: Threads in which one of these users wrote a comment, is tagged, or is the assignee. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: The changes, the same for each thread.
    updatedData: ThreadChange
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]


#: Changes of a thread: absent fields keep their values.
ThreadChange = TypedDict(
    "ThreadChange",
    {
        #: An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`.
        "status": "NotRequired[Union[str, StatusInput]]",
        #: The priority of the thread.
        "priority": "NotRequired[Optional[Union[str, PriorityInput]]]",
        #: The kind of thread, in a word of your choice.
        "type": "NotRequired[Optional[str]]",
        #: The place within the document.
        "location": "NotRequired[Optional[LocationRefInput]]",
        #: The user to whom the thread is assigned.
        "assignedTo": "NotRequired[Optional[NamedUserInput]]",
        #: Merged key by key; null removes a key.
        "metadata": "NotRequired[Mapping[str, Any]]",
        #: The user who changes the status; otherwise the acting user.
        "statusUpdatedByUserId": "NotRequired[str]",
        #: The same, for a status of the type `terminal`.
        "resolvedByUserId": "NotRequired[str]",
        #: The acting user, unless `actionUser` is given. The author of a thread is that of its first comment.
        "from": "NotRequired[NamedUserInput]",
        #: Who may see the thread.
        "visibility": "NotRequired[ThreadVisibility]",
        #: The element of the page that the thread is about.
        "targetElement": "NotRequired[Optional[Mapping[str, Any]]]",
        #: An object of yours, such as what the thread is about.
        "context": "NotRequired[Optional[Mapping[str, Any]]]",
        #: The page on which the thread was started.
        "pageInfo": "NotRequired[Optional[Mapping[str, Any]]]",
        #: How the page shows the thread, in a word of your choice.
        "commentType": "NotRequired[Optional[str]]",
        #: Whether the thread is about the page as a whole.
        "isPageAnnotation": "NotRequired[Optional[bool]]",
        #: Horizontal position in the page.
        "positionX": "NotRequired[Optional[float]]",
        #: Vertical position in the page.
        "positionY": "NotRequired[Optional[float]]",
        #: Width of the author's screen.
        "screenWidth": "NotRequired[Optional[float]]",
        #: Height of the author's screen.
        "screenHeight": "NotRequired[Optional[float]]",
        #: Height of the page that was scrolled.
        "screenScrollHeight": "NotRequired[Optional[float]]",
        #: How far it was scrolled.
        "screenScrollTop": "NotRequired[Optional[float]]",
        #: Actions that your page offers. Parley does not interpret them.
        "actions": "NotRequired[Optional[Sequence[Mapping[str, Any]]]]",
        #: The time of creation, for imports.
        "createdAt": "NotRequired[Union[int, str]]",
        #: For imports: when it last changed. Absent means now; the next change replaces it.
        "lastUpdated": "NotRequired[Union[int, str]]",
    },
)


class CommentsAddRequest(TypedDict):
    """What `comments.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: The comments.
    commentData: NotRequired[Sequence[NewComment]]
    #: Another name of `commentData`.
    comments: NotRequired[Sequence[NewComment]]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the organization if it does not exist; a new one needs `createDocument`, too.
    createOrganization: NotRequired[bool]
    #: Refuses the request unless all authors may enter the document, by its access type.
    verifyUserPermissions: NotRequired[bool]



class CommentsCreateRequest(TypedDict):
    """What `comments.create` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Another name of `commentData`.
    comments: NotRequired[Sequence[NewComment]]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the organization if it does not exist; a new one needs `createDocument`, too.
    createOrganization: NotRequired[bool]
    #: Refuses the request unless all authors may enter the document, by its access type.
    verifyUserPermissions: NotRequired[bool]
    #: The comment; an existing one is changed.
    comment: NewComment



class CommentsListRequest(TypedDict):
    """What `comments.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Ids of comments. An empty list matches nothing.
    commentIds: NotRequired[Sequence[Union[str, float]]]
    #: Comments of one of these authors. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class CommentsUpdateRequest(TypedDict):
    """What `comments.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: str
    #: Ids of comments. An empty list matches nothing.
    commentIds: NotRequired[Sequence[Union[str, float]]]
    #: Comments of one of these authors. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: The changes, the same for each comment.
    updatedData: CommentsUpdateRequestUpdatedData
    #: With false, nobody is notified of the changes.
    triggerNotification: NotRequired[bool]
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]


#: The `updatedData` of CommentsUpdateRequest.
CommentsUpdateRequestUpdatedData = TypedDict(
    "CommentsUpdateRequestUpdatedData",
    {
        #: The comment as plain text.
        "commentText": "NotRequired[str]",
        #: The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes.
        "commentHtml": "NotRequired[str]",
        #: The users tagged in the text.
        "taggedUserContacts": "NotRequired[Sequence[TaggedUserInput]]",
        #: Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text.
        "attachments": "NotRequired[Sequence[AttachmentInput]]",
        #: Your own keys and values, kept as given.
        "metadata": "NotRequired[Mapping[str, Any]]",
        #: An object of yours.
        "context": "NotRequired[Optional[Mapping[str, Any]]]",
        #: Whether your page has the text, and not Parley.
        "isCommentResolverUsed": "NotRequired[Optional[bool]]",
        #: Whether there is a text for the comment.
        "isCommentTextAvailable": "NotRequired[Optional[bool]]",
        #: How far the work is that the comment reports, as your page shows it.
        "progress": "NotRequired[Optional[Mapping[str, Any]]]",
        #: Actions that your page offers. Parley does not interpret them.
        "actions": "NotRequired[Optional[Sequence[Mapping[str, Any]]]]",
        #: The author of the comment.
        "from": "NotRequired[NamedUserInput]",
        #: The time of creation, for imports.
        "createdAt": "NotRequired[Union[int, str]]",
        #: For imports: when it last changed. Absent means now; the next change replaces it.
        "lastUpdated": "NotRequired[Union[int, str]]",
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
    commentId: Union[str, float]
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
    commentId: Union[str, float]
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
    #: Ids of comments. An empty list matches nothing.
    commentIds: NotRequired[Sequence[Union[str, float]]]
    #: Comments of one of these authors. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]



class ThreadsDeleteRequest(TypedDict):
    """What `threads.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of threads. An empty list matches nothing.
    annotationIds: NotRequired[Sequence[str]]
    #: Threads at one of these locations. An empty list matches nothing.
    locationIds: NotRequired[Sequence[Union[str, float]]]
    #: Threads in which one of these users wrote a comment, is tagged, or is the assignee. An empty list matches nothing.
    userIds: NotRequired[Sequence[str]]
    #: The acting user.
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
    #: The user who made the recording.
    user: NamedUserInput
    #: For example `audio`, `video` or `screen`.
    type: NotRequired[str]
    #: Display name.
    name: NotRequired[str]
    #: Address of the recording.
    url: NotRequired[str]
    #: Media type, such as `video/mp4`.
    mimeType: NotRequired[str]
    #: Duration of the recording in milliseconds.
    durationMs: NotRequired[int]
    #: Size in bytes.
    sizeBytes: NotRequired[int]
    #: The place within the document.
    location: NotRequired[LocationRefInput]
    #: Your own keys and values, kept as given.
    metadata: NotRequired[Mapping[str, Any]]
    #: For imports: the time of creation. Absent means now.
    createdAt: NotRequired[Union[int, str]]



class RecordingsListRequest(TypedDict):
    """What `recordings.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Ids of recordings. An empty list matches nothing.
    recordingIds: NotRequired[Sequence[str]]
    #: Id of the location.
    locationId: NotRequired[Union[str, float]]
    #: Name of the location.
    locationName: NotRequired[str]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only entries created after this time, in milliseconds since the epoch.
    createdAfter: NotRequired[int]
    #: Only entries created before this time, in milliseconds since the epoch.
    createdBefore: NotRequired[int]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class RecordingsListItem(TypedDict):
    """One item of `recordings.list`."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the recording.
    recordingId: str
    #: The same as `recordingId`.
    annotationId: str
    #: The user who made the recording.
    user: NamedUser
    #: The kind of recording, in a word of your choice such as `audio`, `video` or `screen`.
    type: NotRequired[str]
    #: Display name.
    name: Optional[str]
    #: Address of the recording.
    url: Optional[str]
    #: Media type, such as `video/mp4`.
    mimeType: Optional[str]
    #: Duration of the recording in milliseconds.
    durationMs: Optional[int]
    #: Size in bytes.
    sizeBytes: Optional[int]
    #: The file of the recording, if its address is known.
    attachments: Sequence[RecordingAttachment]
    #: Duration of the recording, if it is known.
    recordedTime: NotRequired[RecordedTime]
    #: The place within the document.
    location: Optional[LocationRef]
    #: The place, and your own keys.
    metadata: PlacedMetadata
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was last changed, in milliseconds since the epoch.
    lastUpdated: int



class RecordingAttachment(TypedDict):
    """The file of a recording."""

    #: The same as `recordingId`.
    attachmentId: str
    #: Address of the file.
    url: str
    #: Display name.
    name: NotRequired[str]
    #: Media type, such as `video/mp4`.
    mimeType: NotRequired[str]
    #: Size in bytes.
    size: NotRequired[int]



class RecordedTime(TypedDict):
    """The duration of a recording."""

    #: In milliseconds.
    duration: int
    #: In hours, minutes and seconds, as `00:01:01`.
    display: str



class RecordingsDeleteRequest(TypedDict):
    """What `recordings.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Ids of recordings.
    recordingIds: Sequence[str]
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]



class ActivitiesAddRequest(TypedDict):
    """What `activities.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: For records that name no document themselves.
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
    #: The kind of event, in a word.
    actionType: str
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]
    #: The changed fields, each with `{from, to}`.
    changes: NotRequired[Mapping[str, Any]]
    #: Any JSON value.
    entityData: NotRequired[Any]
    #: Any JSON value.
    entityTargetData: NotRequired[Any]
    #: Your id of the record's target.
    targetEntityId: NotRequired[str]
    #: Your id of the affected part of the target.
    targetSubEntityId: NotRequired[str]
    #: May have variables in double curly brackets: `{{actionUser}} imported {{count}} files`.
    displayMessageTemplate: NotRequired[str]
    #: The values of the text's variables.
    displayMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: URL of an icon.
    actionIcon: NotRequired[str]
    #: Whether it is kept from being changed and deleted.
    immutable: NotRequired[bool]
    #: Whether your page has the content of the record, and not Parley.
    isActivityResolverUsed: NotRequired[bool]
    #: Your own keys and values, kept as given.
    metadata: NotRequired[Mapping[str, Any]]
    #: For imports: when it happened. Absent means now.
    timestamp: NotRequired[Union[int, str]]



class ActivitiesListRequest(TypedDict):
    """What `activities.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Only these activities. An empty list matches nothing.
    activityIds: NotRequired[Sequence[str]]
    #: Only activities about this object.
    targetEntityId: NotRequired[str]
    #: Id of the user.
    userId: NotRequired[str]
    #: Only activities about one of these kinds of objects. An empty list matches nothing.
    featureTypes: NotRequired[Sequence[str]]
    #: Only activities with one of these action types. An empty list matches nothing.
    actionTypes: NotRequired[Sequence[str]]
    #: Whether users whom you described by id alone are returned so, without their stored names.
    usersAsGiven: NotRequired[bool]
    #: The order; newest first (`desc`) by default.
    order: NotRequired[Literal["asc", "desc"]]
    #: Only entries created after this time, in milliseconds since the epoch.
    createdAfter: NotRequired[int]
    #: Only entries created before this time, in milliseconds since the epoch.
    createdBefore: NotRequired[int]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class ActivitiesListItem(TypedDict):
    """One item of `activities.list`."""

    #: Id of the activity.
    id: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: `comment`, `reaction`, `recorder`, or a word of your own.
    featureType: str
    #: The kind of event, in a word.
    actionType: str
    #: The acting user.
    actionUser: NotRequired[NamedUser]
    #: The changes; free-form.
    changes: NotRequired[Mapping[str, Any]]
    #: Any JSON value.
    entityData: NotRequired[Any]
    #: Any JSON value.
    entityTargetData: NotRequired[Any]
    #: Id of the activity's target: the thread, the recording, or an id of yours.
    targetEntityId: NotRequired[str]
    #: Id of the affected part of the target, such as the comment.
    targetSubEntityId: NotRequired[str]
    #: The text, with variables in double curly brackets.
    displayMessageTemplate: NotRequired[str]
    #: The values of the text's variables.
    displayMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: The template with its variables filled in.
    displayMessage: NotRequired[str]
    #: URL of an icon.
    actionIcon: NotRequired[str]
    #: Whether it is kept from being changed and deleted.
    immutable: bool
    #: Whether your page has the content of the record, and not Parley.
    isActivityResolverUsed: bool
    #: The place, and your own keys.
    metadata: PlacedMetadata
    #: When it happened, in milliseconds since the epoch.
    timestamp: int
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
    #: The changes; free-form.
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
    #: Your own keys and values, kept as given.
    metadata: NotRequired[Optional[Mapping[str, Any]]]



class BatchEntry(TypedDict):
    """What became of one item of a batch."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]



class ActivitiesDeleteRequest(TypedDict):
    """What `activities.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Records of this document.
    documentId: NotRequired[str]
    #: Only these activities. An empty list matches nothing.
    activityIds: NotRequired[Sequence[str]]
    #: Records about this object.
    targetEntityId: NotRequired[str]



class ChangesGetRequest(TypedDict):
    """What `changes.get` takes."""

    #: Id of the organization.
    organizationId: NotRequired[str]
    #: Id of the document.
    documentId: NotRequired[str]
    #: One of these: `comment.add`, `document.delete`, a word of your own records, …
    actionTypes: NotRequired[Sequence[str]]
    #: Where to begin: `start`, `now` (default), or a `nextCursor` returned for the same filters.
    cursor: NotRequired[str]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: `thread`: each change has its thread as it is now.
    include: NotRequired[Sequence[Literal["thread"]]]
    #: Longest time in milliseconds to wait for a change.
    waitMs: NotRequired[int]



class ChangesPage(TypedDict):
    """A page of changes, and where the next one begins."""

    #: The requested data, or the outcome of each item.
    data: Sequence[Change]
    #: Cursor of the next page.
    nextCursor: str
    #: Whether there were no further changes.
    upToDate: bool



class Change(TypedDict):
    """Something that happened: a change of a thread, a record of the activity log, or a removal."""

    #: Unique. A record that is changed later is delivered again with another id.
    changeId: str
    #: `comment`, `reaction`, `recorder`, `removal`, or a word of your own.
    featureType: str
    #: The kind of event, in a word.
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
    #: The folder that is removed, with everything in it.
    folderId: Optional[str]
    #: The location that is removed.
    locationId: Optional[str]
    #: The job of a removal.
    jobId: Optional[str]
    #: The acting user.
    actionUser: Optional[NamedUser]
    #: The changed fields, each with `{from, to}`.
    changes: Optional[Mapping[str, Any]]
    #: Time of the change, in milliseconds since the epoch.
    occurredAt: int
    #: On request: the thread as it is now, null if it has been deleted.
    thread: NotRequired[Optional[CommentAnnotation]]



class NotificationsAddRequest(TypedDict):
    """What `notifications.add` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the notification.
    notificationId: NotRequired[str]
    #: The acting user.
    actionUser: NamedUserInput
    #: The headline, with variables in curly brackets.
    displayHeadlineMessageTemplate: NotRequired[str]
    #: The values of the headline's variables. At most 262144 characters of JSON; kept as given.
    displayHeadlineMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: The text below the headline.
    displayBodyMessage: NotRequired[str]
    #: The users to notify.
    notifyUsers: NotRequired[Sequence[NamedUserInput]]
    #: Notifies all users of the organization.
    notifyAll: NotRequired[bool]
    #: The source of the notification; free-form. At most 262144 characters of JSON; kept as given.
    notificationSourceData: NotRequired[Mapping[str, Any]]
    #: The place within the document.
    location: NotRequired[Optional[LocationRefInput]]
    #: Your own keys. The keys of the place in answers are always those of the notification. At most 262144 characters of JSON; kept as given.
    metadata: NotRequired[Optional[Mapping[str, Any]]]
    #: An object of yours, such as what the notification is about. At most 262144 characters of JSON; kept as given.
    context: NotRequired[Optional[Mapping[str, Any]]]
    #: The text below the headline, with variables like the headline's; used without `displayBodyMessage`.
    displayBodyMessageTemplate: NotRequired[Optional[str]]
    #: The values of the body's variables. At most 262144 characters of JSON; kept as given.
    displayBodyMessageTemplateData: NotRequired[Optional[Mapping[str, Any]]]
    #: The kind of source, in a word of your choice; `custom` if none is given.
    notificationSource: NotRequired[str]
    #: Whether your pages have the content, and not Parley. Such a notification needs no headline; without one it is not sent by mail.
    isNotificationResolverUsed: NotRequired[bool]
    #: Kept as given. An inbox is always that of one organization.
    isCrossOrganizationEnabled: NotRequired[bool]
    #: Whether only users who may enter the document are notified.
    verifyUserPermissions: NotRequired[bool]
    #: Creates the document if it does not exist.
    createDocument: NotRequired[bool]
    #: Creates the organization if it does not exist.
    createOrganization: NotRequired[bool]



class NotificationsAddAnswer(TypedDict):
    """What `notifications.add` returns."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str



class NotificationsListRequest(TypedDict):
    """What `notifications.list` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the user.
    userId: NotRequired[str]
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the location.
    locationId: NotRequired[Union[str, float]]
    #: Ids of notifications. An empty list matches nothing.
    notificationIds: NotRequired[Sequence[str]]
    #: The order, by time.
    order: NotRequired[Literal["asc", "desc"]]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class NotificationsListItem(TypedDict):
    """One item of `notifications.list`."""

    #: Id of the notification.
    id: str
    #: The same id.
    notificationId: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: The place of the notification, and your own keys.
    metadata: NotificationsListItemMetadata
    #: The acting user.
    actionUser: NamedUser
    #: The headline, with variables in curly brackets.
    displayHeadlineMessageTemplate: str
    #: The values of the headline's variables, if there are any.
    displayHeadlineMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: The template with its variables filled in, for the owner of the inbox.
    displayHeadlineMessage: str
    #: The text below the headline.
    displayBodyMessage: str
    #: The ids of the users whom it names.
    notifyUsers: Mapping[str, Literal[True]]
    #: The same ids, for code that expects them here.
    notifyUsersByUserId: Mapping[str, Literal[True]]
    #: The users whom it names, as given.
    recipients: Sequence[NamedUser]
    #: Notifies all users of the organization.
    notifyAll: bool
    #: The kind of source: as given, else `custom`; `comment` for comments and assignments.
    notificationSource: str
    #: The source of the notification; free-form.
    notificationSourceData: Mapping[str, Any]
    #: The place within the document.
    location: NotRequired[LocationRef]
    #: An object of yours, such as what the notification is about.
    context: NotRequired[Mapping[str, Any]]
    #: The text below the headline, with variables in curly brackets.
    displayBodyMessageTemplate: NotRequired[str]
    #: The values of the body's variables.
    displayBodyMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: Whether your pages have the content.
    isNotificationResolverUsed: NotRequired[bool]
    #: Kept as given.
    isCrossOrganizationEnabled: NotRequired[bool]
    #: Kept as given.
    persistReadForUsers: NotRequired[bool]
    #: When it was created, in milliseconds since the epoch.
    timestamp: int
    #: Whether the user has read it; only in a user's inbox, as is `readAt`.
    isRead: NotRequired[bool]
    #: When the user read it, in milliseconds since the epoch; null if unread.
    readAt: NotRequired[Optional[int]]



class NotificationsListItemMetadataKnown(TypedDict):
    """The `metadata` of NotificationsListItem. These are the known keys."""

    #: Public identifier of the API key (`pk_…`).
    apiKey: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the location.
    locationId: NotRequired[str]


#: The `metadata` of NotificationsListItem. Further keys are your own: `dict(…)` reads them.
NotificationsListItemMetadata = Union[NotificationsListItemMetadataKnown, Dict[str, Any]]


class NotificationsUpdateRequest(TypedDict):
    """What `notifications.update` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the location.
    locationId: NotRequired[Union[str, float]]
    #: Id of the user.
    userId: NotRequired[str]
    #: The changes; of several for one id, the last counts.
    notifications: NotRequired[Sequence[NotificationChange]]
    #: Ids of notifications.
    notificationIds: NotRequired[Sequence[str]]
    #: Whether the user has read them.
    isRead: NotRequired[bool]
    #: Whether only users who may enter the document are notified.
    verifyUserPermissions: NotRequired[bool]



class NotificationChange(TypedDict):
    """A change of a notification: absent fields keep their values, null removes one."""

    #: Id of the notification.
    id: str
    #: The acting user.
    actionUser: NotRequired[NamedUserInput]
    #: The headline, with variables in curly brackets.
    displayHeadlineMessageTemplate: NotRequired[str]
    #: The values of the headline's variables. At most 262144 characters of JSON; kept as given.
    displayHeadlineMessageTemplateData: NotRequired[Mapping[str, Any]]
    #: The text below the headline.
    displayBodyMessage: NotRequired[str]
    #: Replaces the users whom it names. Users who are no longer named lose it; those named again keep their read marks.
    notifyUsers: NotRequired[Sequence[NamedUserInput]]
    #: The source of the notification; free-form. At most 262144 characters of JSON; kept as given.
    notificationSourceData: NotRequired[Mapping[str, Any]]
    #: The place within the document.
    location: NotRequired[Optional[LocationRefInput]]
    #: Your own keys. The keys of the place in answers are always those of the notification. At most 262144 characters of JSON; kept as given.
    metadata: NotRequired[Optional[Mapping[str, Any]]]
    #: An object of yours, such as what the notification is about. At most 262144 characters of JSON; kept as given.
    context: NotRequired[Optional[Mapping[str, Any]]]
    #: The text below the headline, with variables like the headline's; used without `displayBodyMessage`.
    displayBodyMessageTemplate: NotRequired[Optional[str]]
    #: The values of the body's variables. At most 262144 characters of JSON; kept as given.
    displayBodyMessageTemplateData: NotRequired[Optional[Mapping[str, Any]]]
    #: Marks it as read by these users, as far as it is addressed to them.
    readByUserIds: NotRequired[Sequence[str]]
    #: Kept as given. A notification that was read always stays in the inbox.
    persistReadForUsers: NotRequired[bool]



class NotificationsDeleteRequest(TypedDict):
    """What `notifications.delete` takes."""

    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: NotRequired[str]
    #: Id of the location.
    locationId: NotRequired[Union[str, float]]
    #: Id of the user.
    userId: NotRequired[str]
    #: Ids of notifications. An empty list matches nothing.
    notificationIds: NotRequired[Sequence[str]]



class NotificationsSetConfigRequest(TypedDict):
    """What `notifications.setConfig` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: Ids of users.
    userIds: Sequence[str]
    #: The user's notification level for each channel. Channels besides `inbox` and `email`, such as `slack`, are kept for your code and have no effect here.
    config: NotificationConfigChange



class NotificationConfigChangeKnown(TypedDict):
    """What a user is to be notified of, by channel: absent channels keep their values, null removes one. These are the known keys."""

    #: What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.
    inbox: NotRequired[Optional[Literal["ALL", "MINE", "NONE"]]]
    #: What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.
    email: NotRequired[Optional[Literal["ALL", "MINE", "NONE"]]]


#: What a user is to be notified of, by channel: absent channels keep their values, null removes one. Further keys are your own: `dict(…)` reads them.
NotificationConfigChange = Union[NotificationConfigChangeKnown, Dict[str, Any]]


class NotificationsSetConfigAnswerEntry(TypedDict):
    """The result of `notifications.setConfig` for one item."""

    #: Whether it succeeded.
    success: bool
    #: The outcome, in a sentence.
    message: str
    #: Why it failed; absent on success.
    code: NotRequired[ItemCode]
    #: Id of the user.
    userId: str
    #: The document, if the request names a single one.
    documentId: NotRequired[str]



class NotificationsGetConfigRequest(TypedDict):
    """What `notifications.getConfig` takes."""

    #: Id of the organization.
    organizationId: str
    #: Ids of documents.
    documentIds: NotRequired[Sequence[str]]
    #: Id of the user.
    userId: str
    #: Returns the configuration of the organization instead of those of documents.
    getOrganizationConfig: NotRequired[bool]



class NotificationsGetConfigItem(TypedDict):
    """What `notifications.getConfig` returns."""

    #: The user's notification level for each channel.
    config: NotificationLevels
    #: Whose configuration it is, and where it holds.
    metadata: NotificationsGetConfigItemMetadata



class NotificationLevelsKnown(TypedDict):
    """What a user is notified of, by channel. These are the known keys."""

    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    inbox: Literal["ALL", "MINE", "NONE"]
    #: MINE: notifications that address the user by name, but not those to all users of the organization.
    email: Literal["ALL", "MINE", "NONE"]


#: What a user is notified of, by channel. Further keys are your own: `dict(…)` reads them.
NotificationLevels = Union[NotificationLevelsKnown, Dict[str, Any]]


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

    #: Whether it succeeded.
    success: bool
    #: Id of the e-mail.
    emailId: str
    #: Duration of the attempt in milliseconds.
    durationMs: int
    #: The server's response, 1,000 characters at most.
    response: Optional[str]
    #: Why the attempt failed; null for a success.
    errorClass: Optional[EmailErrorClass]
    #: The error, in a sentence.
    error: Optional[str]


#: What `emails.list` takes.
EmailsListRequest = TypedDict(
    "EmailsListRequest",
    {
        #: Ids of e-mails. An empty list matches nothing.
        "emailIds": "NotRequired[Sequence[str]]",
        #: Only e-mails in this state.
        "state": "NotRequired[Literal[\"pending\", \"sent\", \"failed\", \"dropped\"]]",
        #: Id of the user.
        "userId": "NotRequired[str]",
        #: Id of the organization.
        "organizationId": "NotRequired[str]",
        #: Id of the document.
        "documentId": "NotRequired[str]",
        #: Only entries created at this time or later, in milliseconds since the epoch.
        "from": "NotRequired[int]",
        #: End of the period (exclusive), in milliseconds since the epoch.
        "to": "NotRequired[int]",
        #: Maximum number of entries in a page.
        "pageSize": "NotRequired[int]",
        #: Token of the page, from the previous response; absent for the first page.
        "pageToken": "NotRequired[str]",
    },
)


class EmailsListItem(TypedDict):
    """One item of `emails.list`."""

    #: Part of the mail's `Message-ID`; the same in every attempt.
    emailId: str
    #: State of the e-mail.
    state: Literal["pending", "sent", "failed", "dropped"]
    #: Why it failed (`refused`, `attempts_exhausted`) or was dropped (`not_a_member`, `level`, `read`, `nothing_left`, `disabled`, `missing`, `no_address`, `suppressed`, `switched_off`, `no_provider`); null for the others.
    reason: Optional[EmailReason]
    #: Id of the user.
    userId: str
    #: Id of the organization.
    organizationId: str
    #: Id of the document.
    documentId: str
    #: Id of the thread.
    annotationId: Optional[str]
    #: The address that it was last sent to.
    email: Optional[str]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When a mail server accepted it, in milliseconds since the epoch.
    sentAt: Optional[int]
    #: Set while the mail collects items or waits for an attempt.
    nextAttemptAt: Optional[int]
    #: Number of attempts so far.
    attemptCount: int
    #: The server's response, 1,000 characters at most.
    response: Optional[str]
    #: Why the attempt failed; null for a success.
    errorClass: Optional[EmailErrorClass]
    #: The error, in a sentence.
    error: Optional[str]
    #: Number of items in the e-mail.
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

    #: The beginning of the address, regardless of case.
    search: NotRequired[str]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class EmailsListSuppressionsItem(TypedDict):
    """One item of `emails.listSuppressions`."""

    #: In lower case.
    email: str
    #: The error, in a sentence.
    error: str
    #: When the address was rejected, in milliseconds since the epoch.
    suppressedAt: int



class EmailsDeleteSuppressionsRequest(TypedDict):
    """What `emails.deleteSuppressions` takes."""

    #: E-mail addresses.
    emails: Sequence[str]



class WebhooksTestRequest(TypedDict):
    """What `webhooks.test` takes."""

    #: Name of the event.
    trigger: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]
    #: `raw`, `processed`, or the id or `uid` of another endpoint.
    endpointId: NotRequired[str]



class WebhooksTestItem(TypedDict):
    """What `webhooks.test` returns."""

    #: `raw` or `processed` for the two URLs of the webhook configuration; null for other endpoints.
    target: Optional[Literal["raw", "processed"]]
    #: `raw`, `processed`, or the id of another endpoint.
    endpointId: str
    #: Id of the delivery: the `webhook-id` header of its attempts.
    webhookId: str
    #: Whether it succeeded.
    success: bool
    #: The request to the endpoint; null if none was made.
    attempt: Optional[WebhooksTestItemAttempt]



class WebhooksTestItemAttempt(TypedDict):
    """The `attempt` of WebhooksTestItem."""

    #: When it started, in milliseconds since the epoch.
    startedAt: int
    #: Duration of the attempt in milliseconds.
    durationMs: int
    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused.
    errorClass: Optional[WebhookErrorClass]
    #: The error, in a sentence.
    error: Optional[str]
    #: The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries.
    responseExcerpt: str


#: What `webhooks.listDeliveries` takes.
WebhooksListDeliveriesRequest = TypedDict(
    "WebhooksListDeliveriesRequest",
    {
        #: Ids of deliveries. An empty list matches nothing.
        "webhookIds": "NotRequired[Sequence[str]]",
        #: Only deliveries in this state.
        "state": "NotRequired[Literal[\"pending\", \"delivered\", \"failed\", \"held\"]]",
        #: Name of the event.
        "trigger": "NotRequired[Literal[\"comment_annotation.add\", \"comment.add\", \"comment.update\", \"comment.delete\", \"comment_annotation.status_change\", \"comment_annotation.assign\", \"comment_annotation.priority_change\", \"comment.reaction_add\", \"comment.reaction_delete\", \"endpoint.failing\", \"endpoint.gone\", \"delivery.exhausted\", \"removal.complete\"]]",
        #: Id of the organization.
        "organizationId": "NotRequired[str]",
        #: Id of the document.
        "documentId": "NotRequired[str]",
        #: The endpoint: `raw` or `processed`.
        "target": "NotRequired[Literal[\"raw\", \"processed\"]]",
        #: `raw`, `processed`, or the id or `uid` of another endpoint; excludes `target`.
        "endpointId": "NotRequired[str]",
        #: Only entries created at this time or later, in milliseconds since the epoch.
        "from": "NotRequired[int]",
        #: End of the period (exclusive), in milliseconds since the epoch.
        "to": "NotRequired[int]",
        #: Whether deliveries have their `body`.
        "includeBodies": "NotRequired[bool]",
        #: Maximum number of entries in a page.
        "pageSize": "NotRequired[int]",
        #: Token of the page, from the previous response; absent for the first page.
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
    #: State of the delivery; `held` waits until an endpoint is configured again.
    state: Literal["pending", "delivered", "failed", "held"]
    #: When it was created, in milliseconds since the epoch.
    createdAt: int
    #: When it was delivered, in milliseconds since the epoch; null until then.
    deliveredAt: Optional[int]
    #: Set while it waits for an attempt.
    nextAttemptAt: Optional[int]
    #: Number of attempts so far.
    attemptCount: int
    #: The latest attempts, oldest first: 20 if a single delivery is requested by id, else 3.
    attempts: Sequence[WebhooksListDeliveriesItemAttempt]
    #: The payload before encoding and encryption; only with `includeBodies`. Null once it has been removed.
    body: NotRequired[Optional[Mapping[str, Any]]]



class WebhooksListDeliveriesItemAttempt(TypedDict):
    """One of the `attempts` of WebhooksListDeliveriesItem."""

    #: When it started, in milliseconds since the epoch.
    startedAt: int
    #: Duration of the attempt in milliseconds.
    durationMs: int
    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused.
    errorClass: Optional[WebhookErrorClass]
    #: The error, in a sentence.
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
    #: End of the period (exclusive), in milliseconds since the epoch.
    until: NotRequired[int]
    #: Only deliveries to this endpoint: `raw`, `processed`, or the id or `uid` of another endpoint.
    endpointId: NotRequired[str]


#: What `webhooks.recoverDeliveries` returns.
WebhooksRecoverDeliveriesAnswer = TypedDict(
    "WebhooksRecoverDeliveriesAnswer",
    {
        #: Id of the recovery.
        "recoveryId": "str",
        #: Start of the period, in milliseconds since the epoch.
        "from": "int",
        #: End of the period (exclusive), in milliseconds since the epoch.
        "to": "int",
        #: Whether the job is complete.
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
        #: Start of the period, in milliseconds since the epoch.
        "from": "int",
        #: End of the period (exclusive), in milliseconds since the epoch.
        "to": "int",
        #: Whether the job is complete.
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

    #: The URL of its deliveries.
    url: str
    #: Your own id of the endpoint, usable in place of `endpointId`.
    uid: NotRequired[Optional[str]]
    #: A note for people.
    description: NotRequired[Optional[str]]
    #: The events that it receives; all nine triggers if absent. `endpoint.failing`, `endpoint.gone`, `delivery.exhausted` and `removal.complete` are sent only to endpoints that list them, the first three never to the endpoint that they are about.
    filterTypes: NotRequired[Optional[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]]]]
    #: Only events of threads whose `metadata.channels` (a list, or one string) has one of these.
    channels: NotRequired[Optional[Sequence[str]]]
    #: Only events in these organizations.
    organizationIds: NotRequired[Optional[Sequence[str]]]
    #: Only events in documents with these ids.
    documentIds: NotRequired[Optional[Sequence[str]]]
    #: The form of the bodies; `raw` by default. `thin` has ids and the names of the changed fields, and no content. A change applies to later events.
    payload: NotRequired[Literal["raw", "processed", "thin"]]
    #: Headers of every request, at most ten. Values are never returned. In an update, absent headers stay and null removes one.
    headers: NotRequired[Optional[Mapping[str, Any]]]
    #: Maximum number of requests per second.
    rateLimit: NotRequired[Optional[int]]
    #: Whether it is disabled. Meanwhile nothing is sent: deliveries that wait are held until they are resent, and further events are not stored for it, so they are not delivered later either. The feed of changes (`/v2/changes/get`) has them.
    disabled: NotRequired[bool]
    #: Your own keys.
    metadata: NotRequired[Optional[Mapping[str, Any]]]



class WebhookEndpoint(TypedDict):
    """A webhook endpoint as stored; the values of its headers are never shown."""

    #: The same as `endpointId`.
    id: str
    #: `raw` and `processed` are the two URLs of the webhook configuration.
    endpointId: str
    #: Your own id of the endpoint.
    uid: Optional[str]
    #: The URL of its deliveries.
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
    #: Maximum number of requests per second; null for no own limit.
    rateLimit: Optional[int]
    #: Whether it is disabled: nothing is sent to it, and events are not stored for it.
    disabled: bool
    #: Your own keys.
    metadata: Mapping[str, Any]
    #: Null for `raw` and `processed`.
    createdAt: Optional[int]
    #: When it was last changed; null for `raw` and `processed`.
    updatedAt: Optional[int]



class WebhooksListEndpointsRequest(TypedDict):
    """What `webhooks.listEndpoints` takes."""

    #: Only these endpoints, each by its id or `uid`. An empty list matches nothing.
    endpointIds: NotRequired[Sequence[str]]
    #: Maximum number of endpoints in a page, beside `raw` and `processed`.
    limit: NotRequired[int]
    #: The `iterator` of the previous page.
    iterator: NotRequired[str]



class WebhookEndpoints(TypedDict):
    """A page of webhook endpoints."""

    #: The endpoints of the page.
    endpoints: Sequence[WebhookEndpointWithState]
    #: Position of the next page; null on the last one.
    iterator: Optional[str]
    #: Always null: pages are read forwards.
    prevIterator: Optional[str]
    #: Whether this is the last page.
    done: bool



class WebhookEndpointWithState(TypedDict):
    """A webhook endpoint, and whether it accepts deliveries."""

    #: The same as `endpointId`.
    id: str
    #: `raw` and `processed` are the two URLs of the webhook configuration.
    endpointId: str
    #: Your own id of the endpoint.
    uid: Optional[str]
    #: The URL of its deliveries.
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
    #: Maximum number of requests per second; null for no own limit.
    rateLimit: Optional[int]
    #: Whether it is disabled: nothing is sent to it, and events are not stored for it.
    disabled: bool
    #: Your own keys.
    metadata: Mapping[str, Any]
    #: Null for `raw` and `processed`.
    createdAt: Optional[int]
    #: When it was last changed; null for `raw` and `processed`.
    updatedAt: Optional[int]
    #: `failing`: several requests in a row have failed, and it is paused between attempts until one succeeds. `gone`: it responded 410, and nothing is sent until deliveries are resent or its URL changes. `paused`: it is disabled.
    state: Literal["active", "failing", "gone", "paused"]
    #: When the state `failing` or `gone` began; null in other states.
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
    #: The URL of its deliveries.
    url: NotRequired[str]
    #: Your own id of the endpoint, usable in place of `endpointId`.
    uid: NotRequired[Optional[str]]
    #: A note for people.
    description: NotRequired[Optional[str]]
    #: The events that it receives; all nine triggers if absent. `endpoint.failing`, `endpoint.gone`, `delivery.exhausted` and `removal.complete` are sent only to endpoints that list them, the first three never to the endpoint that they are about.
    filterTypes: NotRequired[Optional[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]]]]
    #: Only events of threads whose `metadata.channels` (a list, or one string) has one of these.
    channels: NotRequired[Optional[Sequence[str]]]
    #: Only events in these organizations.
    organizationIds: NotRequired[Optional[Sequence[str]]]
    #: Only events in documents with these ids.
    documentIds: NotRequired[Optional[Sequence[str]]]
    #: The form of the bodies; `raw` by default. `thin` has ids and the names of the changed fields, and no content. A change applies to later events.
    payload: NotRequired[Literal["raw", "processed", "thin"]]
    #: Headers of every request, at most ten. Values are never returned. In an update, absent headers stay and null removes one.
    headers: NotRequired[Optional[Mapping[str, Any]]]
    #: Maximum number of requests per second.
    rateLimit: NotRequired[Optional[int]]
    #: Whether it is disabled. Meanwhile nothing is sent: deliveries that wait are held until they are resent, and further events are not stored for it, so they are not delivered later either. The feed of changes (`/v2/changes/get`) has them.
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

    #: Whether the link is read-only.
    readOnly: NotRequired[bool]
    #: How long the link is valid; 60 by default.
    expiresInMinutes: NotRequired[int]
    #: Allowed domains of the API key, as listed, on whose pages the link may be embedded.
    domains: NotRequired[Sequence[str]]
    #: Whether embedding is forbidden.
    standalone: NotRequired[bool]



class WebhooksCreatePortalAnswer(TypedDict):
    """What `webhooks.createPortal` returns."""

    #: Path below the address of this interface, with the secret in its fragment.
    path: str
    #: The link: open it, or put it into an `iframe`. Keep it secret: its fragment grants access.
    url: Optional[str]
    #: When it expires, in milliseconds since the epoch; null if it does not.
    expiresAt: int



class WebhooksRevokePortalsRequest(TypedDict):
    """What `webhooks.revokePortals` takes."""



class AiAskRequest(TypedDict):
    """What `ai.ask` takes."""

    #: Name of the model; its prefix selects the provider.
    model: str
    #: The instruction.
    prompt: str
    #: The text that the instruction applies to.
    text: str



class AiAskAnswer1(TypedDict):
    """What `ai.ask` returns."""

    #: Whether it succeeded.
    success: Literal[True]
    #: What the model answered.
    text: str



class AiAskAnswer2(TypedDict):
    """What `ai.ask` returns."""

    #: Whether it succeeded.
    success: Literal[False]
    #: A sentence that names the provider.
    error: str



class AiStreamRequest(TypedDict):
    """What `ai.stream` takes."""

    #: Name of the model; its prefix selects the provider.
    model: str
    #: The instruction.
    prompt: str
    #: The text that the instruction applies to.
    text: str



class AiListUsageRequest(TypedDict):
    """What `ai.listUsage` takes."""

    #: The first day, in UTC.
    fromDay: NotRequired[str]
    #: The last day, in UTC.
    toDay: NotRequired[str]
    #: Maximum number of entries in a page.
    pageSize: NotRequired[int]
    #: Token of the page, from the previous response; absent for the first page.
    pageToken: NotRequired[str]



class AiListUsageItem(TypedDict):
    """One item of `ai.listUsage`."""

    #: In UTC.
    day: str
    #: Name of the model; `other` sums up further models of a day with very many.
    model: str
    #: The provider of the model.
    provider: str
    #: Number of calls to the model.
    calls: int
    #: Calls that returned no text, or an incomplete one.
    failedCalls: int
    #: Tokens of the requests, as the provider counted them.
    inputTokens: int
    #: Tokens of the answers, as the provider counted them.
    outputTokens: int
    #: Average time of all calls including failed ones, with retries.
    averageLatencyMs: int



class WebhookRaw(TypedDict):
    """The body of a webhook to the raw endpoint: the event with the whole thread."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The trigger.
    event: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]
    #: The kind of event, in a word.
    actionType: Literal["newlyAdded", "added", "updated", "deleted", "statusChanged", "assigned", "priorityChanged", "reactionAdded", "reactionDeleted"]
    #: Always `comment`.
    notificationSource: Literal["comment"]
    #: The acting user, if known.
    actionUser: NotRequired[NamedUser]
    #: The thread as it is after the change.
    commentAnnotation: CommentAnnotation
    #: The comment of the event; only for events of a comment.
    targetComment: NotRequired[ThreadComment]
    #: The status before; only if it changed.
    oldStatus: NotRequired[Status]
    #: The status after; only if it changed.
    newStatus: NotRequired[Status]
    #: The priority after; only if it changed and was not removed.
    newPriority: NotRequired[Priority]
    #: The priority before; only if it changed.
    oldPriority: NotRequired[Optional[Priority]]
    #: Whether a user is assigned now; only if the assignment changed.
    assigned: NotRequired[bool]
    #: The assignee before; only if it changed.
    oldAssignee: NotRequired[Optional[NamedUser]]
    #: The assignee now; only if it changed.
    newAssignee: NotRequired[Optional[NamedUser]]
    #: The added or removed reaction.
    reaction: NotRequired[str]
    #: Set if the thread is too large to send as a whole: it has only the newest comments.
    isCommentAnnotationPartial: NotRequired[Literal[True]]
    #: The total number of comments in a thread that is sent in part.
    commentCount: NotRequired[int]
    #: Time of the event, in milliseconds since the epoch.
    timestamp: int
    #: The place of the event.
    metadata: WebhookRawMetadata
    #: Position among the events of the document.
    sequence: int



class WebhookRawMetadata(TypedDict):
    """The place of an event."""

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
    locationId: NotRequired[str]
    #: Name of the organization, if it has one.
    organizationName: NotRequired[str]
    #: Name of the document, if it has one.
    documentName: NotRequired[str]
    #: Id of the folder.
    folderId: NotRequired[str]


#: The body of a webhook to the processed endpoint: the persons to notify, and the event.
WebhookProcessed = TypedDict(
    "WebhookProcessed",
    {
        #: The `webhook-id` header of every attempt.
        "webhookId": "str",
        #: The trigger.
        "event": "Literal[\"comment_annotation.add\", \"comment.add\", \"comment.update\", \"comment.delete\", \"comment_annotation.status_change\", \"comment_annotation.assign\", \"comment_annotation.priority_change\", \"comment.reaction_add\", \"comment.reaction_delete\"]",
        #: The kind of event, in a word.
        "actionType": "Literal[\"newlyAdded\", \"added\", \"updated\", \"deleted\", \"statusChanged\", \"assigned\", \"priorityChanged\", \"reactionAdded\", \"reactionDeleted\"]",
        #: Always `comment`.
        "notificationSource": "Literal[\"comment\"]",
        #: The acting user; null if unknown.
        "from": "Optional[NamedUser]",
        #: Text of the comment; empty for events of the thread.
        "commentText": "str",
        #: The author of the comment; null for events of the thread.
        "commentTextFrom": "Optional[NamedUser]",
        #: Users whom the comment tags and who may be notified: they belong to the organization, the document or a folder above it, and want it on some channel.
        "toContactsTagged": "Sequence[WebhookContact]",
        #: The other participants of the thread who may be notified.
        "toContactsUpdated": "Sequence[WebhookContact]",
        #: Id of the organization.
        "organizationId": "str",
        #: Id of the document.
        "documentId": "str",
        #: Id of the thread.
        "targetAnnotationId": "str",
        #: Id of the comment; null for events of the thread.
        "targetCommentId": "Optional[str]",
        #: The comment of the event; null for events of the thread.
        "targetComment": "Optional[ThreadComment]",
        #: The status of the thread.
        "status": "Optional[Status]",
        #: Time of the event, in milliseconds since the epoch.
        "timestamp": "int",
        #: Position among the events of the document.
        "sequence": "int",
    },
)


class WebhookContactKnown(TypedDict):
    """A person whom an event concerns, and how to notify them. These are the known keys."""

    #: Id of the user.
    userId: str
    #: Display name.
    name: NotRequired[str]
    #: E-mail address.
    email: NotRequired[str]
    #: The channels on which the user may be notified: those that their notification settings allow.
    notify: WebhookContactNotify


#: A person whom an event concerns, and how to notify them. Further keys are your own: `dict(…)` reads them.
WebhookContact = Union[WebhookContactKnown, Dict[str, Any]]


class WebhookContactNotify(TypedDict):
    """The channels on which a person wants to be notified."""

    #: Whether the user wants to see it in the inbox.
    inbox: bool
    #: Whether the user wants an e-mail.
    email: bool



class WebhookThin(TypedDict):
    """The body of a webhook without content: ids, and the names of the changed fields."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The trigger.
    event: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"]
    #: The kind of event, in a word.
    actionType: Literal["newlyAdded", "added", "updated", "deleted", "statusChanged", "assigned", "priorityChanged", "reactionAdded", "reactionDeleted"]
    #: Always `comment`.
    notificationSource: Literal["comment"]
    #: Id of the acting user; null if unknown.
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
    #: The API key of the endpoint.
    metadata: WebhookOfKey
    #: Time of the event, in milliseconds since the epoch.
    timestamp: int
    #: Position among the events of the document.
    sequence: int



class WebhookOfKey(TypedDict):
    """The API key of the endpoint."""

    #: The API key.
    apiKey: str



class WebhookEndpointEvent(TypedDict):
    """The body of a webhook about an endpoint, for endpoints that subscribe to such events."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The kind of event.
    event: Literal["endpoint.failing", "endpoint.gone", "delivery.exhausted"]
    #: The endpoint of the event.
    endpoint: WebhookEndpointName
    #: For `delivery.exhausted`: the delivery without attempts left.
    delivery: NotRequired[WebhookExhaustedDelivery]
    #: The last request to the endpoint.
    lastRequest: WebhookLastRequest
    #: Time of the event, in milliseconds since the epoch.
    timestamp: int
    #: The API key of the endpoint.
    metadata: WebhookOfKey



class WebhookEndpointName(TypedDict):
    """The endpoint of an event."""

    #: Its id; `raw` and `processed` are the URLs of the webhook configuration.
    endpointId: str
    #: Your own id of the endpoint.
    uid: Optional[str]



class WebhookExhaustedDelivery(TypedDict):
    """A delivery without further attempts."""

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
    #: Number of attempts.
    attempts: int



class WebhookLastRequest(TypedDict):
    """The last request to an endpoint."""

    #: HTTP status; null if there was no response.
    status: Optional[int]
    #: Why the request failed, as in the log of deliveries.
    errorClass: str



class WebhookRemovalEvent(TypedDict):
    """The body of a webhook about a removal."""

    #: The `webhook-id` header of every attempt.
    webhookId: str
    #: The kind of event.
    event: Literal["removal.complete"]
    #: The removal. It names no person.
    removal: WebhookRemoval
    #: Time of the event, in milliseconds since the epoch.
    timestamp: int
    #: The API key of the endpoint.
    metadata: WebhookOfKey



class WebhookRemoval(TypedDict):
    """The removal that a webhook is about."""

    #: The removal's job, for `/v2/workspace/removals/certificate/get`.
    jobId: str
    #: The kind of the removed object: `user`, `organization`, `folder`, `document` or `location`.
    kind: str
    #: When the removal was requested.
    requestedAt: int
    #: When the last row was removed.
    completedAt: int


#: Why an item of a batch failed. A later version may have further codes.
ItemCode = Literal["not_found", "already_exists", "invalid", "failed_precondition", "quota_reached", "thread_full", "access_disabled", "content_removed", "not_own", "payload_removed", "cycle", "too_deep"]

#: Why an attempt to send an e-mail failed.
EmailErrorClass = Literal["address_refused", "address_unsupported", "message_refused", "temporary", "rate_limited", "timeout", "connect_timeout", "connection", "dns", "tls", "authentication", "blocked_address", "configuration"]

#: Why an e-mail ended without being sent.
EmailReason = Literal["refused", "attempts_exhausted", "not_a_member", "level", "read", "nothing_left", "disabled", "missing", "no_address", "suppressed", "switched_off", "no_provider"]

#: Why an attempt to deliver a webhook failed.
WebhookErrorClass = Literal["http_status", "gone", "redirect", "timeout", "connect_timeout", "connection", "dns", "tls", "blocked_address", "configuration", "paused"]
