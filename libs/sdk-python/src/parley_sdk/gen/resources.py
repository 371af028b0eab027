# Made by `npm run generate` from the list of operations.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, Union, cast

from ..batch import Batch
from ..calls import NOT_GIVEN, CallOptions, Done, NotGiven, given, unless_none
from ..pages import Pages
from ..streams import AskAiStream
from ..watches import WatchedChanges
from ..webhooks import unwrap_webhook
from . import calls
from . import types

if TYPE_CHECKING:
    from ..senders import Sender


class Workspaces:
    """The owner of API keys and the AI models configuration."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(self, *, owner_email: str, workspace_name: Optional[str] = None, name: Optional[str] = None, avatar: Optional[str] = None, options: Optional[CallOptions] = None) -> types.WorkspacesCreateAnswer:
        """Create a workspace with an API key."""
        return cast("types.WorkspacesCreateAnswer", self._sender.value(calls.workspaces_create, given({"workspaceName": unless_none(workspace_name), "ownerEmail": owner_email, "name": unless_none(name), "avatar": unless_none(avatar)}), options))

    def get(self, *, options: Optional[CallOptions] = None) -> types.WorkspacesGetAnswer:
        """Get the workspace with its API keys."""
        return cast("types.WorkspacesGetAnswer", self._sender.value(calls.workspaces_get, given({}), options))


class ApiKeys:
    """Each API key is a separate environment with its own data, tokens and webhooks."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(self, *, owner_email: str, api_key_name: Optional[str] = None, type: Optional[Literal["testing", "production"]] = None, create_auth_token: Optional[bool] = None, plan_info: Optional[types.ApiKeysCreateRequestPlanInfo] = None, custom_plan_info: Optional[bool] = None, custom_plan_info_data: Optional[Mapping[str, Any]] = None, allowed_domains: Optional[Sequence[str]] = None, add_local_host_to_allowed_domains: Optional[bool] = None, use_email_service: Optional[bool] = None, use_webhook_service: Optional[bool] = None, email_service_config: Optional[types.InitialEmailServiceConfig] = None, webhook_service_config: Optional[types.WebhookServiceConfigInput] = None, options: Optional[CallOptions] = None) -> types.ApiKeysCreateAnswer:
        """Create an API key."""
        return cast("types.ApiKeysCreateAnswer", self._sender.value(calls.api_keys_create, given({"ownerEmail": owner_email, "apiKeyName": unless_none(api_key_name), "type": unless_none(type), "createAuthToken": unless_none(create_auth_token), "planInfo": unless_none(plan_info), "customPlanInfo": unless_none(custom_plan_info), "customPlanInfoData": unless_none(custom_plan_info_data), "allowedDomains": unless_none(allowed_domains), "addLocalHostToAllowedDomains": unless_none(add_local_host_to_allowed_domains), "useEmailService": unless_none(use_email_service), "useWebhookService": unless_none(use_webhook_service), "emailServiceConfig": unless_none(email_service_config), "webhookServiceConfig": unless_none(webhook_service_config)}), options))

    def list(self, *, search: Optional[str] = None, api_keys: Optional[Sequence[str]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.ApiKeysListItem]:
        """List the API keys of the workspace."""
        return self._sender.pages(calls.api_keys_list, given({"search": unless_none(search), "apiKeys": unless_none(api_keys), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, api_key: str, api_key_name: Optional[str] = None, limits: Optional[types.ApiKeysUpdateRequestLimits] = None, options: Optional[CallOptions] = None) -> Done:
        """Rename or limit an API key."""
        return self._sender.done(calls.api_keys_update, given({"apiKey": api_key, "apiKeyName": unless_none(api_key_name), "limits": unless_none(limits)}), options)

    def set_disabled(self, *, api_key: str, disabled: bool, options: Optional[CallOptions] = None) -> types.ApiKeysSetDisabledAnswer:
        """Disable or enable an API key."""
        return cast("types.ApiKeysSetDisabledAnswer", self._sender.value(calls.api_keys_set_disabled, given({"apiKey": api_key, "disabled": disabled}), options))

    def delete(self, *, api_key: str, dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.ApiKeysDeleteAnswer:
        """Delete an API key with its data."""
        return cast("types.ApiKeysDeleteAnswer", self._sender.value(calls.api_keys_delete, given({"apiKey": api_key, "dryRun": unless_none(dry_run)}), options))

    def delete_dry_run(self, *, api_key: str, options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete an API key with its data."""
        return cast("types.RemovalCounts", self._sender.value(calls.api_keys_delete_dry_run, given({"apiKey": api_key, "dryRun": True}), options))

    def update_config(self, *, advanced_queries_enabled: Optional[bool] = None, activity_log_immutable: Optional[bool] = None, link_template: Union[str, None, NotGiven] = NOT_GIVEN, notify_of_comments: Optional[bool] = None, default_document_access_type: Optional[Literal["restricted", "organizationPrivate", "public"]] = None, search_enabled: Optional[bool] = None, retention: Optional[types.ApiKeysUpdateConfigRequestRetention] = None, options: Optional[CallOptions] = None) -> types.ApiKeysUpdateConfigAnswer:
        """Change the options of an API key."""
        return cast("types.ApiKeysUpdateConfigAnswer", self._sender.value(calls.api_keys_update_config, given({"advancedQueriesEnabled": unless_none(advanced_queries_enabled), "activityLogImmutable": unless_none(activity_log_immutable), "linkTemplate": link_template, "notifyOfComments": unless_none(notify_of_comments), "defaultDocumentAccessType": unless_none(default_document_access_type), "searchEnabled": unless_none(search_enabled), "retention": unless_none(retention)}), options))

    def get_config(self, *, options: Optional[CallOptions] = None) -> types.ApiKeysGetConfigAnswer:
        """Get the options of an API key."""
        return cast("types.ApiKeysGetConfigAnswer", self._sender.value(calls.api_keys_get_config, given({}), options))

    def get_overview(self, *, minutes: Optional[int] = None, step_minutes: Optional[int] = None, options: Optional[CallOptions] = None) -> types.ApiKeysGetOverviewAnswer:
        """Get requests, errors, latency and backlogs."""
        return cast("types.ApiKeysGetOverviewAnswer", self._sender.value(calls.api_keys_get_overview, given({"minutes": unless_none(minutes), "stepMinutes": unless_none(step_minutes)}), options))

    def list_usage(self, *, from_: str, to: str, api_key: Optional[str] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.ApiKeysListUsageItem]:
        """Get usage by day and API key."""
        return self._sender.pages(calls.api_keys_list_usage, given({"from": from_, "to": to, "apiKey": unless_none(api_key), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)


class AuthTokens:
    """The secrets of an API key. Several may be valid at a time, so that one can be replaced without an outage."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(self, *, api_key: str, name: Optional[str] = None, role: Optional[Literal["read", "act", "administrate"]] = None, organization_ids: Optional[Sequence[str]] = None, resources: Optional[Sequence[Literal["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens", "threads", "comments", "reactions", "recordings", "activities", "changes", "notifications", "emails", "webhooks", "ai", "apiKeys", "domains"]]] = None, expires_at: Union[int, None, NotGiven] = NOT_GIVEN, options: Optional[CallOptions] = None) -> types.AuthTokensCreateAnswer:
        """Create an auth token for an API key."""
        return cast("types.AuthTokensCreateAnswer", self._sender.value(calls.auth_tokens_create, given({"apiKey": api_key, "name": unless_none(name), "role": unless_none(role), "organizationIds": unless_none(organization_ids), "resources": unless_none(resources), "expiresAt": expires_at}), options))

    def list(self, *, api_key: str, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.AuthTokensListAnswer]:
        """List the auth tokens of an API key."""
        return self._sender.pages(calls.auth_tokens_list, given({"apiKey": api_key, "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, api_key: str, token_id: str, name: Optional[str] = None, role: Optional[Literal["read", "act", "administrate"]] = None, organization_ids: Optional[Sequence[str]] = None, resources: Optional[Sequence[Literal["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens", "threads", "comments", "reactions", "recordings", "activities", "changes", "notifications", "emails", "webhooks", "ai", "apiKeys", "domains"]]] = None, options: Optional[CallOptions] = None) -> types.AuthTokensUpdateAnswer:
        """Rename or restrict an auth token."""
        return cast("types.AuthTokensUpdateAnswer", self._sender.value(calls.auth_tokens_update, given({"apiKey": api_key, "tokenId": token_id, "name": unless_none(name), "role": unless_none(role), "organizationIds": unless_none(organization_ids), "resources": unless_none(resources)}), options))

    def rotate(self, *, api_key: str, token_id: str, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None) -> types.AuthTokensRotateAnswer:
        """Rotate an auth token of an API key."""
        return cast("types.AuthTokensRotateAnswer", self._sender.value(calls.auth_tokens_rotate, given({"apiKey": api_key, "tokenId": token_id, "overlapSeconds": unless_none(overlap_seconds)}), options))

    def revoke(self, *, api_key: str, token: Optional[str] = None, token_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Done:
        """Revoke an auth token of an API key."""
        return self._sender.done(calls.auth_tokens_revoke, given({"apiKey": api_key, "token": unless_none(token), "tokenId": unless_none(token_id)}), options)

    def reset(self, *, api_key: str, options: Optional[CallOptions] = None) -> types.AuthTokensResetAnswer:
        """Replace all auth tokens of an API key."""
        return cast("types.AuthTokensResetAnswer", self._sender.value(calls.auth_tokens_reset, given({"apiKey": api_key}), options))


class WorkspaceTokens:
    """The secrets of a workspace, which give access to its API keys. Several may be valid at a time, so that one can be replaced without an outage."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(self, *, name: Optional[str] = None, role: Optional[Literal["read", "act", "administrate"]] = None, expires_at: Union[int, None, NotGiven] = NOT_GIVEN, options: Optional[CallOptions] = None) -> types.WorkspaceTokensCreateAnswer:
        """Create a workspace token."""
        return cast("types.WorkspaceTokensCreateAnswer", self._sender.value(calls.workspace_tokens_create, given({"name": unless_none(name), "role": unless_none(role), "expiresAt": expires_at}), options))

    def list(self, *, options: Optional[CallOptions] = None) -> types.WorkspaceTokensListAnswer:
        """List the tokens of the workspace."""
        return cast("types.WorkspaceTokensListAnswer", self._sender.value(calls.workspace_tokens_list, given({}), options))

    def update(self, *, token_id: str, name: Optional[str] = None, role: Optional[Literal["read", "act", "administrate"]] = None, options: Optional[CallOptions] = None) -> types.WorkspaceTokensUpdateAnswer:
        """Rename or restrict a workspace token."""
        return cast("types.WorkspaceTokensUpdateAnswer", self._sender.value(calls.workspace_tokens_update, given({"tokenId": token_id, "name": unless_none(name), "role": unless_none(role)}), options))

    def rotate(self, *, token_id: str, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None) -> types.WorkspaceTokensRotateAnswer:
        """Rotate a token of the workspace."""
        return cast("types.WorkspaceTokensRotateAnswer", self._sender.value(calls.workspace_tokens_rotate, given({"tokenId": token_id, "overlapSeconds": unless_none(overlap_seconds)}), options))

    def revoke(self, *, token: Optional[str] = None, token_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Done:
        """Revoke a token of the workspace."""
        return self._sender.done(calls.workspace_tokens_revoke, given({"token": unless_none(token), "tokenId": unless_none(token_id)}), options)


class Ai:
    """Sends a text and an instruction to a model of OpenAI, Anthropic or Gemini, with the key of your workspace."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def update_models(self, *, ai_models_config: types.AiUpdateModelsRequestAiModelsConfig, options: Optional[CallOptions] = None) -> types.AiUpdateModelsAnswer:
        """Change the AI models configuration."""
        return cast("types.AiUpdateModelsAnswer", self._sender.value(calls.ai_update_models, given({"aiModelsConfig": ai_models_config}), options))

    def get_models(self, *, options: Optional[CallOptions] = None) -> types.AiGetModelsAnswer:
        """Get the AI models configuration."""
        return cast("types.AiGetModelsAnswer", self._sender.value(calls.ai_get_models, given({}), options))

    def ask(self, *, model: str, prompt: str, text: str, options: Optional[CallOptions] = None) -> Union[types.AiAskAnswer1, types.AiAskAnswer2]:
        """Send a text to an AI model."""
        return cast("Union[types.AiAskAnswer1, types.AiAskAnswer2]", self._sender.value(calls.ai_ask, given({"model": model, "prompt": prompt, "text": text}), options))

    def stream(self, *, model: str, prompt: str, text: str, options: Optional[CallOptions] = None) -> AskAiStream:
        """Stream an AI model's answer."""
        return self._sender.stream(calls.ai_stream, given({"model": model, "prompt": prompt, "text": text}), options)

    def list_usage(self, *, from_day: Optional[str] = None, to_day: Optional[str] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.AiListUsageItem]:
        """Get AI usage by day and model."""
        return self._sender.pages(calls.ai_list_usage, given({"fromDay": unless_none(from_day), "toDay": unless_none(to_day), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)


class Domains:
    """The domains on which an API key may be used."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, domains: Sequence[str], options: Optional[CallOptions] = None) -> types.DomainsAddAnswer:
        """Add allowed domains."""
        return cast("types.DomainsAddAnswer", self._sender.value(calls.domains_add, given({"domains": domains}), options))

    def list(self, *, options: Optional[CallOptions] = None) -> types.DomainsListAnswer:
        """List the allowed domains."""
        return cast("types.DomainsListAnswer", self._sender.value(calls.domains_list, given({}), options))

    def delete(self, *, domains: Sequence[str], options: Optional[CallOptions] = None) -> types.DomainsDeleteAnswer:
        """Remove allowed domains."""
        return cast("types.DomainsDeleteAnswer", self._sender.value(calls.domains_delete, given({"domains": domains}), options))


class Webhooks:
    """The endpoints of events, the log of deliveries, and sending deliveries again."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    unwrap = staticmethod(unwrap_webhook)

    def update_config(self, *, use_webhook_service: Optional[bool] = None, webhook_service_config: Optional[types.WebhookServiceConfigInput] = None, options: Optional[CallOptions] = None) -> Done:
        """Change the webhook configuration."""
        return self._sender.done(calls.webhooks_update_config, given({"useWebhookService": unless_none(use_webhook_service), "webhookServiceConfig": unless_none(webhook_service_config)}), options)

    def get_config(self, *, options: Optional[CallOptions] = None) -> types.WebhooksGetConfigAnswer:
        """Get the webhook configuration."""
        return cast("types.WebhooksGetConfigAnswer", self._sender.value(calls.webhooks_get_config, given({}), options))

    def update_form(self, *, is_enabled: Optional[bool] = None, encode_data: Optional[bool] = None, encrypt_data: Optional[bool] = None, public_key: Optional[str] = None, enable_data_protection: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.WebhooksUpdateFormAnswer:
        """Change the form of webhook bodies."""
        return cast("types.WebhooksUpdateFormAnswer", self._sender.value(calls.webhooks_update_form, given({"isEnabled": unless_none(is_enabled), "encodeData": unless_none(encode_data), "encryptData": unless_none(encrypt_data), "publicKey": unless_none(public_key), "enableDataProtection": unless_none(enable_data_protection)}), options))

    def get_form(self, *, options: Optional[CallOptions] = None) -> types.WebhooksGetFormAnswer:
        """Get the form of webhook bodies."""
        return cast("types.WebhooksGetFormAnswer", self._sender.value(calls.webhooks_get_form, given({}), options))

    def get_secret(self, *, options: Optional[CallOptions] = None) -> types.WebhooksGetSecretAnswer:
        """Get the webhook signing secret."""
        return cast("types.WebhooksGetSecretAnswer", self._sender.value(calls.webhooks_get_secret, given({}), options))

    def rotate_secret(self, *, options: Optional[CallOptions] = None) -> types.WebhooksRotateSecretAnswer:
        """Rotate the webhook signing secret."""
        return cast("types.WebhooksRotateSecretAnswer", self._sender.value(calls.webhooks_rotate_secret, given({}), options))

    def test(self, *, trigger: Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete"], endpoint_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Sequence[types.WebhooksTestItem]:
        """Send a test webhook event."""
        return cast("Sequence[types.WebhooksTestItem]", self._sender.value(calls.webhooks_test, given({"trigger": trigger, "endpointId": unless_none(endpoint_id)}), options))

    def list_deliveries(self, *, webhook_ids: Optional[Sequence[str]] = None, state: Optional[Literal["pending", "delivered", "failed", "held"]] = None, trigger: Optional[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]] = None, organization_id: Optional[str] = None, document_id: Optional[str] = None, target: Optional[Literal["raw", "processed"]] = None, endpoint_id: Optional[str] = None, from_: Optional[int] = None, to: Optional[int] = None, include_bodies: Optional[bool] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.WebhooksListDeliveriesItem]:
        """List webhook deliveries and their attempts."""
        return self._sender.pages(calls.webhooks_list_deliveries, given({"webhookIds": unless_none(webhook_ids), "state": unless_none(state), "trigger": unless_none(trigger), "organizationId": unless_none(organization_id), "documentId": unless_none(document_id), "target": unless_none(target), "endpointId": unless_none(endpoint_id), "from": unless_none(from_), "to": unless_none(to), "includeBodies": unless_none(include_bodies), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def retry_deliveries(self, *, webhook_ids: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.BatchEntry]:
        """Send webhook deliveries again."""
        return self._sender.batch(calls.webhooks_retry_deliveries, given({"webhookIds": webhook_ids}), options)

    def recover_deliveries(self, *, since: int, until: Optional[int] = None, endpoint_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.WebhooksRecoverDeliveriesAnswer:
        """Resend failed and held webhook deliveries."""
        return cast("types.WebhooksRecoverDeliveriesAnswer", self._sender.value(calls.webhooks_recover_deliveries, given({"since": since, "until": unless_none(until), "endpointId": unless_none(endpoint_id)}), options))

    def get_recovery(self, *, recovery_id: str, options: Optional[CallOptions] = None) -> types.WebhooksGetRecoveryAnswer:
        """Get the progress of a recovery."""
        return cast("types.WebhooksGetRecoveryAnswer", self._sender.value(calls.webhooks_get_recovery, given({"recoveryId": recovery_id}), options))

    def create_endpoint(self, *, url: str, uid: Union[str, None, NotGiven] = NOT_GIVEN, description: Union[str, None, NotGiven] = NOT_GIVEN, filter_types: Union[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]], None, NotGiven] = NOT_GIVEN, channels: Union[Sequence[str], None, NotGiven] = NOT_GIVEN, organization_ids: Union[Sequence[str], None, NotGiven] = NOT_GIVEN, document_ids: Union[Sequence[str], None, NotGiven] = NOT_GIVEN, payload: Optional[Literal["raw", "processed", "thin"]] = None, headers: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, rate_limit: Union[int, None, NotGiven] = NOT_GIVEN, disabled: Optional[bool] = None, metadata: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, options: Optional[CallOptions] = None) -> types.WebhookEndpoint:
        """Create a webhook endpoint."""
        return cast("types.WebhookEndpoint", self._sender.value(calls.webhooks_create_endpoint, given({"url": url, "uid": uid, "description": description, "filterTypes": filter_types, "channels": channels, "organizationIds": organization_ids, "documentIds": document_ids, "payload": unless_none(payload), "headers": headers, "rateLimit": rate_limit, "disabled": unless_none(disabled), "metadata": metadata}), options))

    def list_endpoints(self, *, endpoint_ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, iterator: Optional[str] = None, options: Optional[CallOptions] = None) -> types.WebhookEndpoints:
        """List webhook endpoints and their state."""
        return cast("types.WebhookEndpoints", self._sender.value(calls.webhooks_list_endpoints, given({"endpointIds": unless_none(endpoint_ids), "limit": unless_none(limit), "iterator": unless_none(iterator)}), options))

    def get_endpoint_secret(self, *, endpoint_id: str, options: Optional[CallOptions] = None) -> types.WebhooksGetEndpointSecretAnswer:
        """Get a webhook endpoint's signing secret."""
        return cast("types.WebhooksGetEndpointSecretAnswer", self._sender.value(calls.webhooks_get_endpoint_secret, given({"endpointId": endpoint_id}), options))

    def rotate_endpoint_secret(self, *, endpoint_id: str, options: Optional[CallOptions] = None) -> types.WebhooksRotateEndpointSecretAnswer:
        """Rotate a webhook endpoint's signing secret."""
        return cast("types.WebhooksRotateEndpointSecretAnswer", self._sender.value(calls.webhooks_rotate_endpoint_secret, given({"endpointId": endpoint_id}), options))

    def update_endpoint(self, *, endpoint_id: str, url: Optional[str] = None, uid: Union[str, None, NotGiven] = NOT_GIVEN, description: Union[str, None, NotGiven] = NOT_GIVEN, filter_types: Union[Sequence[Literal["comment_annotation.add", "comment.add", "comment.update", "comment.delete", "comment_annotation.status_change", "comment_annotation.assign", "comment_annotation.priority_change", "comment.reaction_add", "comment.reaction_delete", "endpoint.failing", "endpoint.gone", "delivery.exhausted", "removal.complete"]], None, NotGiven] = NOT_GIVEN, channels: Union[Sequence[str], None, NotGiven] = NOT_GIVEN, organization_ids: Union[Sequence[str], None, NotGiven] = NOT_GIVEN, document_ids: Union[Sequence[str], None, NotGiven] = NOT_GIVEN, payload: Optional[Literal["raw", "processed", "thin"]] = None, headers: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, rate_limit: Union[int, None, NotGiven] = NOT_GIVEN, disabled: Optional[bool] = None, metadata: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, options: Optional[CallOptions] = None) -> types.WebhookEndpoint:
        """Change a webhook endpoint."""
        return cast("types.WebhookEndpoint", self._sender.value(calls.webhooks_update_endpoint, given({"endpointId": endpoint_id, "url": unless_none(url), "uid": uid, "description": description, "filterTypes": filter_types, "channels": channels, "organizationIds": organization_ids, "documentIds": document_ids, "payload": unless_none(payload), "headers": headers, "rateLimit": rate_limit, "disabled": unless_none(disabled), "metadata": metadata}), options))

    def delete_endpoint(self, *, endpoint_id: str, options: Optional[CallOptions] = None) -> types.WebhooksDeleteEndpointAnswer:
        """Delete a webhook endpoint with its secrets."""
        return cast("types.WebhooksDeleteEndpointAnswer", self._sender.value(calls.webhooks_delete_endpoint, given({"endpointId": endpoint_id}), options))

    def create_portal(self, *, read_only: Optional[bool] = None, expires_in_minutes: Optional[int] = None, domains: Optional[Sequence[str]] = None, standalone: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.WebhooksCreatePortalAnswer:
        """Create a webhook portal link."""
        return cast("types.WebhooksCreatePortalAnswer", self._sender.value(calls.webhooks_create_portal, given({"readOnly": unless_none(read_only), "expiresInMinutes": unless_none(expires_in_minutes), "domains": unless_none(domains), "standalone": unless_none(standalone)}), options))

    def revoke_portals(self, *, options: Optional[CallOptions] = None) -> Done:
        """Revoke all webhook portal links."""
        return self._sender.done(calls.webhooks_revoke_portals, given({}), options)


class Emails:
    """The e-mail settings of an API key, the log of e-mails, and suppressed addresses."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def update_config(self, *, use_email_service: Optional[bool] = None, email_service_config: Optional[types.EmailServiceConfigInput] = None, options: Optional[CallOptions] = None) -> Done:
        """Change the e-mail configuration."""
        return self._sender.done(calls.emails_update_config, given({"useEmailService": unless_none(use_email_service), "emailServiceConfig": unless_none(email_service_config)}), options)

    def get_config(self, *, options: Optional[CallOptions] = None) -> types.EmailsGetConfigAnswer:
        """Get the e-mail configuration."""
        return cast("types.EmailsGetConfigAnswer", self._sender.value(calls.emails_get_config, given({}), options))

    def test(self, *, to: str, options: Optional[CallOptions] = None) -> types.EmailsTestAnswer:
        """Send a test e-mail."""
        return cast("types.EmailsTestAnswer", self._sender.value(calls.emails_test, given({"to": to}), options))

    def list(self, *, email_ids: Optional[Sequence[str]] = None, state: Optional[Literal["pending", "sent", "failed", "dropped"]] = None, user_id: Optional[str] = None, organization_id: Optional[str] = None, document_id: Optional[str] = None, from_: Optional[int] = None, to: Optional[int] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.EmailsListItem]:
        """List sent and pending e-mails."""
        return self._sender.pages(calls.emails_list, given({"emailIds": unless_none(email_ids), "state": unless_none(state), "userId": unless_none(user_id), "organizationId": unless_none(organization_id), "documentId": unless_none(document_id), "from": unless_none(from_), "to": unless_none(to), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def retry(self, *, email_ids: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.BatchEntry]:
        """Send failed e-mails again."""
        return self._sender.batch(calls.emails_retry, given({"emailIds": email_ids}), options)

    def list_suppressions(self, *, search: Optional[str] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.EmailsListSuppressionsItem]:
        """List suppressed e-mail addresses."""
        return self._sender.pages(calls.emails_list_suppressions, given({"search": unless_none(search), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def delete_suppressions(self, *, emails: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.BatchEntry]:
        """Allow e-mails to suppressed addresses again."""
        return self._sender.batch(calls.emails_delete_suppressions, given({"emails": emails}), options)


class Activities:
    """The activity log: the events of a document, and records of your own."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def update_config(self, *, activity_service_config: types.ActivityServiceConfigInput, options: Optional[CallOptions] = None) -> types.ActivitiesUpdateConfigAnswer:
        """Change the settings of the activity log."""
        return cast("types.ActivitiesUpdateConfigAnswer", self._sender.value(calls.activities_update_config, given({"activityServiceConfig": activity_service_config}), options))

    def get_config(self, *, options: Optional[CallOptions] = None) -> types.ActivitiesGetConfigAnswer:
        """Get the settings of the activity log."""
        return cast("types.ActivitiesGetConfigAnswer", self._sender.value(calls.activities_get_config, given({}), options))

    def add(self, *, organization_id: str, activities: Sequence[types.ActivitiesAddRequestActivity], document_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Add records to the activity log."""
        return self._sender.batch(calls.activities_add, given({"organizationId": organization_id, "documentId": unless_none(document_id), "activities": activities}), options)

    def list(self, *, organization_id: str, document_id: Optional[str] = None, activity_ids: Optional[Sequence[str]] = None, target_entity_id: Optional[str] = None, user_id: Optional[str] = None, feature_types: Optional[Sequence[str]] = None, action_types: Optional[Sequence[str]] = None, users_as_given: Optional[bool] = None, order: Optional[Literal["asc", "desc"]] = None, created_after: Optional[int] = None, created_before: Optional[int] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.ActivitiesListItem]:
        """List records of the activity log."""
        return self._sender.pages(calls.activities_list, given({"organizationId": organization_id, "documentId": unless_none(document_id), "activityIds": unless_none(activity_ids), "targetEntityId": unless_none(target_entity_id), "userId": unless_none(user_id), "featureTypes": unless_none(feature_types), "actionTypes": unless_none(action_types), "usersAsGiven": unless_none(users_as_given), "order": unless_none(order), "createdAfter": unless_none(created_after), "createdBefore": unless_none(created_before), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, organization_id: str, activities: Sequence[types.ActivitiesUpdateRequestActivity], options: Optional[CallOptions] = None) -> Batch[types.BatchEntry]:
        """Change records of the activity log."""
        return self._sender.batch(calls.activities_update, given({"organizationId": organization_id, "activities": activities}), options)

    def delete(self, *, organization_id: str, document_id: Optional[str] = None, activity_ids: Optional[Sequence[str]] = None, target_entity_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete records of the activity log."""
        return self._sender.batch(calls.activities_delete, given({"organizationId": organization_id, "documentId": unless_none(document_id), "activityIds": unless_none(activity_ids), "targetEntityId": unless_none(target_entity_id)}), options)


class Notifications:
    """The inboxes of users, and their notification settings."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def get_options(self, *, options: Optional[CallOptions] = None) -> types.NotificationsGetOptionsAnswer:
        """Get the settings of inbox entries of comments."""
        return cast("types.NotificationsGetOptionsAnswer", self._sender.value(calls.notifications_get_options, given({}), options))

    def update_options(self, *, use_notification_service: Optional[bool] = None, notification_service_config: Optional[types.NotificationServiceConfigInput] = None, options: Optional[CallOptions] = None) -> types.NotificationsUpdateOptionsAnswer:
        """Change the settings of inbox entries of comments."""
        return cast("types.NotificationsUpdateOptionsAnswer", self._sender.value(calls.notifications_update_options, given({"useNotificationService": unless_none(use_notification_service), "notificationServiceConfig": unless_none(notification_service_config)}), options))

    def add(self, *, organization_id: str, document_id: str, action_user: types.NamedUserInput, notification_id: Optional[str] = None, display_headline_message_template: Optional[str] = None, display_headline_message_template_data: Optional[Mapping[str, Any]] = None, display_body_message: Optional[str] = None, notify_users: Optional[Sequence[types.NamedUserInput]] = None, notify_all: Optional[bool] = None, notification_source_data: Optional[Mapping[str, Any]] = None, location: Union[types.LocationRefInput, None, NotGiven] = NOT_GIVEN, metadata: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, context: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, display_body_message_template: Union[str, None, NotGiven] = NOT_GIVEN, display_body_message_template_data: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN, notification_source: Optional[str] = None, is_notification_resolver_used: Optional[bool] = None, is_cross_organization_enabled: Optional[bool] = None, verify_user_permissions: Optional[bool] = None, create_document: Optional[bool] = None, create_organization: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.NotificationsAddAnswer:
        """Notify users."""
        return cast("types.NotificationsAddAnswer", self._sender.value(calls.notifications_add, given({"organizationId": organization_id, "documentId": document_id, "notificationId": unless_none(notification_id), "actionUser": action_user, "displayHeadlineMessageTemplate": unless_none(display_headline_message_template), "displayHeadlineMessageTemplateData": unless_none(display_headline_message_template_data), "displayBodyMessage": unless_none(display_body_message), "notifyUsers": unless_none(notify_users), "notifyAll": unless_none(notify_all), "notificationSourceData": unless_none(notification_source_data), "location": location, "metadata": metadata, "context": context, "displayBodyMessageTemplate": display_body_message_template, "displayBodyMessageTemplateData": display_body_message_template_data, "notificationSource": unless_none(notification_source), "isNotificationResolverUsed": unless_none(is_notification_resolver_used), "isCrossOrganizationEnabled": unless_none(is_cross_organization_enabled), "verifyUserPermissions": unless_none(verify_user_permissions), "createDocument": unless_none(create_document), "createOrganization": unless_none(create_organization)}), options))

    def list(self, *, organization_id: str, user_id: Optional[str] = None, document_id: Optional[str] = None, location_id: Optional[Union[str, float]] = None, notification_ids: Optional[Sequence[str]] = None, order: Optional[Literal["asc", "desc"]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.NotificationsListItem]:
        """List notifications of a user or document."""
        return self._sender.pages(calls.notifications_list, given({"organizationId": organization_id, "userId": unless_none(user_id), "documentId": unless_none(document_id), "locationId": unless_none(location_id), "notificationIds": unless_none(notification_ids), "order": unless_none(order), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, organization_id: str, document_id: Optional[str] = None, location_id: Optional[Union[str, float]] = None, user_id: Optional[str] = None, notifications: Optional[Sequence[types.NotificationChange]] = None, notification_ids: Optional[Sequence[str]] = None, is_read: Optional[bool] = None, verify_user_permissions: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntry]:
        """Change notifications, or mark them read."""
        return self._sender.batch(calls.notifications_update, given({"organizationId": organization_id, "documentId": unless_none(document_id), "locationId": unless_none(location_id), "userId": unless_none(user_id), "notifications": unless_none(notifications), "notificationIds": unless_none(notification_ids), "isRead": unless_none(is_read), "verifyUserPermissions": unless_none(verify_user_permissions)}), options)

    def delete(self, *, organization_id: str, document_id: Optional[str] = None, location_id: Optional[Union[str, float]] = None, user_id: Optional[str] = None, notification_ids: Optional[Sequence[str]] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntry]:
        """Delete notifications, or take them from an inbox."""
        return self._sender.batch(calls.notifications_delete, given({"organizationId": organization_id, "documentId": unless_none(document_id), "locationId": unless_none(location_id), "userId": unless_none(user_id), "notificationIds": unless_none(notification_ids)}), options)

    def set_config(self, *, organization_id: str, user_ids: Sequence[str], config: types.NotificationConfigChange, document_ids: Optional[Sequence[str]] = None, options: Optional[CallOptions] = None) -> Batch[types.NotificationsSetConfigAnswerEntry]:
        """Set users' notification settings."""
        return self._sender.batch(calls.notifications_set_config, given({"organizationId": organization_id, "documentIds": unless_none(document_ids), "userIds": user_ids, "config": config}), options)

    def get_config(self, *, organization_id: str, user_id: str, document_ids: Optional[Sequence[str]] = None, get_organization_config: Optional[bool] = None, options: Optional[CallOptions] = None) -> Sequence[types.NotificationsGetConfigItem]:
        """Get a user's notification settings."""
        return cast("Sequence[types.NotificationsGetConfigItem]", self._sender.value(calls.notifications_get_config, given({"organizationId": organization_id, "documentIds": unless_none(document_ids), "userId": user_id, "getOrganizationConfig": unless_none(get_organization_config)}), options))


class Audit:
    """Administrative acts with actor, origin and outcome, in a hash chain that reveals any later change."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(self, *, from_: Optional[int] = None, to: Optional[int] = None, actions: Optional[Sequence[str]] = None, actor_ids: Optional[Sequence[str]] = None, api_key: Optional[str] = None, target_ids: Optional[Sequence[str]] = None, without_reads: Optional[bool] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.AuditListItem]:
        """List the audit log."""
        return self._sender.pages(calls.audit_list, given({"from": unless_none(from_), "to": unless_none(to), "actions": unless_none(actions), "actorIds": unless_none(actor_ids), "apiKey": unless_none(api_key), "targetIds": unless_none(target_ids), "withoutReads": unless_none(without_reads), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def get_checkpoint(self, *, options: Optional[CallOptions] = None) -> types.AuditGetCheckpointAnswer:
        """Get a signed audit log checkpoint."""
        return cast("types.AuditGetCheckpointAnswer", self._sender.value(calls.audit_get_checkpoint, given({}), options))


class Organizations:
    """The customers of your application. All content belongs to one; disabling an organization closes it to its users."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organizations: Sequence[types.OrganizationInput], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Create or change organizations."""
        return self._sender.batch(calls.organizations_add, given({"organizations": organizations}), options)

    def create(self, *, organization: types.OrganizationInput, options: Optional[CallOptions] = None) -> types.BatchEntryWithId:
        """Add one organization; fails with BATCH_FAILED when it could not be added."""
        return cast("types.BatchEntryWithId", self._sender.entry(calls.organizations_create, given({"organization": organization}), options))

    def list(self, *, organization_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, search: Optional[str] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.OrganizationsListItem]:
        """List organizations."""
        return self._sender.pages(calls.organizations_list, given({"organizationIds": unless_none(organization_ids), "one": unless_none(one), "search": unless_none(search), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def retrieve(self, *, organization_id: str, options: Optional[CallOptions] = None) -> types.OrganizationsListItem:
        """Read one by its organizationId; fails with NOT_FOUND when it does not exist."""
        return cast("types.OrganizationsListItem", self._sender.single(calls.organizations_retrieve, given({"organizationId": organization_id}), options))

    def update(self, *, organizations: Sequence[types.OrganizationInput], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Change names and metadata of organizations."""
        return self._sender.batch(calls.organizations_update, given({"organizations": organizations}), options)

    def set_disabled(self, *, organization_ids: Sequence[str], disabled: bool, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Disable or enable organizations."""
        return self._sender.batch(calls.organizations_set_disabled, given({"organizationIds": organization_ids, "disabled": disabled}), options)

    def delete(self, *, organization_ids: Sequence[str], dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete organizations with their contents."""
        return self._sender.batch(calls.organizations_delete, given({"organizationIds": organization_ids, "dryRun": unless_none(dry_run)}), options)

    def delete_dry_run(self, *, organization_ids: Sequence[str], options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete organizations with their contents."""
        return cast("types.RemovalCounts", self._sender.value(calls.organizations_delete_dry_run, given({"organizationIds": organization_ids, "dryRun": True}), options))


class Folders:
    """A tree that orders the documents of an organization."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, folders: Sequence[types.FolderInput], create_organization: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Create or change folders."""
        return self._sender.batch(calls.folders_add, given({"organizationId": organization_id, "folders": folders, "createOrganization": unless_none(create_organization)}), options)

    def create(self, *, organization_id: str, folder: types.FolderInput, create_organization: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.BatchEntryWithId:
        """Add one folder; fails with BATCH_FAILED when it could not be added."""
        return cast("types.BatchEntryWithId", self._sender.entry(calls.folders_create, given({"organizationId": organization_id, "createOrganization": unless_none(create_organization), "folder": folder}), options))

    def list(self, *, organization_id: str, folder_id: Optional[str] = None, folder_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, parent_folder_id: Optional[str] = None, root_folders_only: Optional[bool] = None, search: Optional[str] = None, max_depth: Optional[int] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.Folder]:
        """List folders of an organization."""
        return self._sender.pages(calls.folders_list, given({"organizationId": organization_id, "folderId": unless_none(folder_id), "folderIds": unless_none(folder_ids), "one": unless_none(one), "parentFolderId": unless_none(parent_folder_id), "rootFoldersOnly": unless_none(root_folders_only), "search": unless_none(search), "maxDepth": unless_none(max_depth), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def retrieve(self, *, organization_id: str, folder_id: str, max_depth: Optional[int] = None, options: Optional[CallOptions] = None) -> types.Folder:
        """Read one by its folderId; fails with NOT_FOUND when it does not exist."""
        return cast("types.Folder", self._sender.single(calls.folders_retrieve, given({"organizationId": organization_id, "maxDepth": unless_none(max_depth), "folderId": folder_id}), options))

    def update(self, *, organization_id: str, folders: Sequence[types.FolderInput], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Rename, change or move folders."""
        return self._sender.batch(calls.folders_update, given({"organizationId": organization_id, "folders": folders}), options)

    def set_access_type(self, *, organization_id: str, folder_ids: Sequence[str], access_type: Literal["restricted", "organizationPrivate", "public"], inherit_from_parent: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.FoldersSetAccessTypeAnswerEntry]:
        """Set which users may enter folders' documents."""
        return self._sender.batch(calls.folders_set_access_type, given({"organizationId": organization_id, "folderIds": folder_ids, "accessType": access_type, "inheritFromParent": unless_none(inherit_from_parent)}), options)

    def delete(self, *, organization_id: str, folder_id: str, dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> Done:
        """Delete a folder with its contents."""
        return self._sender.done(calls.folders_delete, given({"organizationId": organization_id, "folderId": folder_id, "dryRun": unless_none(dry_run)}), options)

    def delete_dry_run(self, *, organization_id: str, folder_id: str, options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete a folder with its contents."""
        return cast("types.RemovalCounts", self._sender.value(calls.folders_delete_dry_run, given({"organizationId": organization_id, "folderId": folder_id, "dryRun": True}), options))


class Documents:
    """What your users comment on: a page, a file, a dashboard."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, documents: Sequence[types.DocumentInput], folder_id: Union[str, None, NotGiven] = NOT_GIVEN, create_organization: Optional[bool] = None, create_folder: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Create or change documents."""
        return self._sender.batch(calls.documents_add, given({"organizationId": organization_id, "documents": documents, "folderId": folder_id, "createOrganization": unless_none(create_organization), "createFolder": unless_none(create_folder)}), options)

    def create(self, *, organization_id: str, document: types.DocumentInput, folder_id: Union[str, None, NotGiven] = NOT_GIVEN, create_organization: Optional[bool] = None, create_folder: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.BatchEntryWithId:
        """Add one document; fails with BATCH_FAILED when it could not be added."""
        return cast("types.BatchEntryWithId", self._sender.entry(calls.documents_create, given({"organizationId": organization_id, "folderId": folder_id, "createOrganization": unless_none(create_organization), "createFolder": unless_none(create_folder), "document": document}), options))

    def list(self, *, organization_id: str, document_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, folder_id: Optional[str] = None, filters: Optional[Sequence[types.DocumentFilter]] = None, search: Optional[str] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.DocumentsListItem]:
        """List documents of an organization."""
        return self._sender.pages(calls.documents_list, given({"organizationId": organization_id, "documentIds": unless_none(document_ids), "one": unless_none(one), "folderId": unless_none(folder_id), "filters": unless_none(filters), "search": unless_none(search), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def retrieve(self, *, organization_id: str, document_id: str, options: Optional[CallOptions] = None) -> types.DocumentsListItem:
        """Read one by its documentId; fails with NOT_FOUND when it does not exist."""
        return cast("types.DocumentsListItem", self._sender.single(calls.documents_retrieve, given({"organizationId": organization_id, "documentId": document_id}), options))

    def count(self, *, organization_id: str, folder_id: Optional[str] = None, exclude_folder_docs: Optional[bool] = None, filters: Optional[Sequence[types.DocumentFilter]] = None, options: Optional[CallOptions] = None) -> types.DocumentsCountAnswer:
        """Count documents of an organization."""
        return cast("types.DocumentsCountAnswer", self._sender.value(calls.documents_count, given({"organizationId": organization_id, "folderId": unless_none(folder_id), "excludeFolderDocs": unless_none(exclude_folder_docs), "filters": unless_none(filters)}), options))

    def update(self, *, organization_id: str, documents: Sequence[types.DocumentInput], merge: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Rename, change or move documents."""
        return self._sender.batch(calls.documents_update, given({"organizationId": organization_id, "documents": documents, "merge": unless_none(merge)}), options)

    def move(self, *, organization_id: str, document_ids: Sequence[str], folder_id: str, options: Optional[CallOptions] = None) -> Done:
        """Move documents into a folder."""
        return self._sender.done(calls.documents_move, given({"organizationId": organization_id, "documentIds": document_ids, "folderId": folder_id}), options)

    def set_access_type(self, *, organization_id: str, document_ids: Sequence[str], access_type: Literal["restricted", "organizationPrivate", "public"], options: Optional[CallOptions] = None) -> Batch[types.DocumentsSetAccessTypeAnswerEntry]:
        """Set which users may enter documents."""
        return self._sender.batch(calls.documents_set_access_type, given({"organizationId": organization_id, "documentIds": document_ids, "accessType": access_type}), options)

    def set_disabled(self, *, organization_id: str, document_ids: Sequence[str], disabled: bool, options: Optional[CallOptions] = None) -> Batch[types.DocumentsSetDisabledAnswerEntry]:
        """Disable or enable documents."""
        return self._sender.batch(calls.documents_set_disabled, given({"organizationId": organization_id, "documentIds": document_ids, "disabled": disabled}), options)

    def delete(self, *, organization_id: str, document_ids: Sequence[str], dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete documents."""
        return self._sender.batch(calls.documents_delete, given({"organizationId": organization_id, "documentIds": document_ids, "dryRun": unless_none(dry_run)}), options)

    def delete_dry_run(self, *, organization_id: str, document_ids: Sequence[str], options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete documents."""
        return cast("types.RemovalCounts", self._sender.value(calls.documents_delete_dry_run, given({"organizationId": organization_id, "documentIds": document_ids, "dryRun": True}), options))


class Locations:
    """Places within a document that threads, recordings and notifications refer to."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, document_id: str, locations: Sequence[types.LocationInput], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Create or change locations of a document."""
        return self._sender.batch(calls.locations_add, given({"organizationId": organization_id, "documentId": document_id, "locations": locations}), options)

    def list(self, *, organization_id: str, document_id: str, location_ids: Optional[Sequence[Union[str, float]]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.LocationsListItem]:
        """List locations of a document."""
        return self._sender.pages(calls.locations_list, given({"organizationId": organization_id, "documentId": document_id, "locationIds": unless_none(location_ids), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, organization_id: str, document_id: str, locations: Sequence[types.LocationInput], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Change locations of a document."""
        return self._sender.batch(calls.locations_update, given({"organizationId": organization_id, "documentId": document_id, "locations": locations}), options)

    def delete_data(self, *, document_id: str, location: types.LocationsDeleteDataRequestLocation, organization_id: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> Done:
        """Delete all feature data of a location."""
        return self._sender.done(calls.locations_delete_data, given({"organizationId": unless_none(organization_id), "documentId": document_id, "location": location, "dryRun": unless_none(dry_run)}), options)

    def delete_data_dry_run(self, *, document_id: str, location: types.LocationsDeleteDataRequestLocation, organization_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete all feature data of a location."""
        return cast("types.RemovalCounts", self._sender.value(calls.locations_delete_data_dry_run, given({"organizationId": unless_none(organization_id), "documentId": document_id, "location": location, "dryRun": True}), options))

    def delete(self, *, organization_id: str, document_id: str, location_ids: Sequence[Union[str, float]], dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete locations of a document."""
        return self._sender.batch(calls.locations_delete, given({"organizationId": organization_id, "documentId": document_id, "locationIds": location_ids, "dryRun": unless_none(dry_run)}), options)

    def delete_dry_run(self, *, organization_id: str, document_id: str, location_ids: Sequence[Union[str, float]], options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete locations of a document."""
        return cast("types.RemovalCounts", self._sender.value(calls.locations_delete_dry_run, given({"organizationId": organization_id, "documentId": document_id, "locationIds": location_ids, "dryRun": True}), options))


class Users:
    """The people of an organization, document or folder: adding, finding, exporting and erasing them."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, users: Sequence[types.UserInput], document_id: Optional[str] = None, folder_id: Optional[str] = None, create_organization: Optional[bool] = None, create_document: Optional[bool] = None, create_folder: Optional[bool] = None, parent_folder_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Add users to an organization."""
        return self._sender.batch(calls.users_add, given({"organizationId": organization_id, "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "users": users, "createOrganization": unless_none(create_organization), "createDocument": unless_none(create_document), "createFolder": unless_none(create_folder), "parentFolderId": unless_none(parent_folder_id)}), options)

    def create(self, *, organization_id: str, user: types.UserInput, document_id: Optional[str] = None, folder_id: Optional[str] = None, create_organization: Optional[bool] = None, create_document: Optional[bool] = None, create_folder: Optional[bool] = None, parent_folder_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.BatchEntryWithId:
        """Add one user; fails with BATCH_FAILED when it could not be added."""
        return cast("types.BatchEntryWithId", self._sender.entry(calls.users_create, given({"organizationId": organization_id, "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "createOrganization": unless_none(create_organization), "createDocument": unless_none(create_document), "createFolder": unless_none(create_folder), "parentFolderId": unless_none(parent_folder_id), "user": user}), options))

    def update(self, *, users: Sequence[types.UserInput], organization_id: Optional[str] = None, document_id: Optional[str] = None, folder_id: Optional[str] = None, options_: Optional[types.UsersUpdateRequestOptions] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Change the profiles of users."""
        return self._sender.batch(calls.users_update, given({"organizationId": unless_none(organization_id), "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "users": users, "options": unless_none(options_)}), options)

    def list(self, *, organization_id: str, document_id: Optional[str] = None, folder_id: Optional[str] = None, user_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, organization_user_group_ids: Optional[Sequence[str]] = None, all_documents: Optional[bool] = None, group_by_document_id: Optional[bool] = None, search_key: Optional[str] = None, include_involved_documents: Optional[bool] = None, include_involved_documents_count: Optional[bool] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.User]:
        """List or search users of an organization."""
        return self._sender.pages(calls.users_list, given({"organizationId": organization_id, "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "userIds": unless_none(user_ids), "one": unless_none(one), "organizationUserGroupIds": unless_none(organization_user_group_ids), "allDocuments": unless_none(all_documents), "groupByDocumentId": unless_none(group_by_document_id), "searchKey": unless_none(search_key), "includeInvolvedDocuments": unless_none(include_involved_documents), "includeInvolvedDocumentsCount": unless_none(include_involved_documents_count), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def list_by_document(self, *, organization_id: str, document_id: Optional[str] = None, folder_id: Optional[str] = None, user_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, organization_user_group_ids: Optional[Sequence[str]] = None, search_key: Optional[str] = None, include_involved_documents: Optional[bool] = None, include_involved_documents_count: Optional[bool] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[Mapping[str, Sequence[types.User]]]:
        """List or search users of an organization."""
        return self._sender.pages(calls.users_list_by_document, given({"organizationId": organization_id, "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "userIds": unless_none(user_ids), "one": unless_none(one), "organizationUserGroupIds": unless_none(organization_user_group_ids), "searchKey": unless_none(search_key), "includeInvolvedDocuments": unless_none(include_involved_documents), "includeInvolvedDocumentsCount": unless_none(include_involved_documents_count), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token), "allDocuments": True, "groupByDocumentId": True}), options)

    def retrieve(self, *, organization_id: str, user_id: str, document_id: Optional[str] = None, folder_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.User:
        """Read one by its userId; fails with NOT_FOUND when it does not exist."""
        return cast("types.User", self._sender.single(calls.users_retrieve, given({"organizationId": organization_id, "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "userId": user_id}), options))

    def list_of_documents(self, *, organization_id: str, user_ids: Optional[Sequence[str]] = None, include_involved_documents: Optional[bool] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.User]:
        """List users of any document."""
        return self._sender.pages(calls.users_list_of_documents, given({"organizationId": organization_id, "userIds": unless_none(user_ids), "includeInvolvedDocuments": unless_none(include_involved_documents), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def count(self, *, organization_id: str, document_id: Optional[str] = None, all_documents: Optional[bool] = None, user_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.UsersCountAnswer:
        """Count users of an organization."""
        return cast("types.UsersCountAnswer", self._sender.value(calls.users_count, given({"organizationId": organization_id, "documentId": unless_none(document_id), "allDocuments": unless_none(all_documents), "userId": unless_none(user_id)}), options))

    def get_data(self, *, organization_id: str, user_id: str, page_token: Optional[str] = None, unique_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.UsersGetDataAnswer]:
        """Get all data of a user."""
        return self._sender.pages(calls.users_get_data, given({"organizationId": organization_id, "userId": user_id, "pageToken": unless_none(page_token), "uniqueId": unless_none(unique_id)}), options)

    def delete(self, *, organization_id: str, user_ids: Sequence[str], document_id: Optional[str] = None, folder_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Remove users from an organization."""
        return self._sender.batch(calls.users_delete, given({"organizationId": organization_id, "documentId": unless_none(document_id), "folderId": unless_none(folder_id), "userIds": user_ids}), options)

    def delete_data(self, *, user_ids: Sequence[str], organization_ids: Optional[Sequence[str]] = None, dry_run: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.UsersDeleteDataAnswer:
        """Delete everything that identifies users."""
        return cast("types.UsersDeleteDataAnswer", self._sender.value(calls.users_delete_data, given({"userIds": user_ids, "organizationIds": unless_none(organization_ids), "dryRun": unless_none(dry_run)}), options))

    def delete_data_dry_run(self, *, user_ids: Sequence[str], organization_ids: Optional[Sequence[str]] = None, options: Optional[CallOptions] = None) -> types.RemovalCounts:
        """Delete everything that identifies users."""
        return cast("types.RemovalCounts", self._sender.value(calls.users_delete_data_dry_run, given({"userIds": user_ids, "organizationIds": unless_none(organization_ids), "dryRun": True}), options))

    def get_data_deletion(self, *, job_id: str, options: Optional[CallOptions] = None) -> types.UsersGetDataDeletionAnswer:
        """Get the progress of a user data deletion."""
        return cast("types.UsersGetDataDeletionAnswer", self._sender.value(calls.users_get_data_deletion, given({"jobId": job_id}), options))


class Groups:
    """Users of an organization under one name."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, organization_user_groups: Sequence[types.GroupInput], create_organization: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Create or rename user groups."""
        return self._sender.batch(calls.groups_add, given({"organizationId": organization_id, "organizationUserGroups": organization_user_groups, "createOrganization": unless_none(create_organization)}), options)

    def list(self, *, organization_id: str, group_ids: Optional[Sequence[str]] = None, user_id: Optional[str] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.GroupsListItem]:
        """List user groups of an organization."""
        return self._sender.pages(calls.groups_list, given({"organizationId": organization_id, "groupIds": unless_none(group_ids), "userId": unless_none(user_id), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def add_users(self, *, organization_id: str, organization_user_group_id: str, user_ids: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.GroupMemberResult]:
        """Add users to a user group."""
        return self._sender.batch(calls.groups_add_users, given({"organizationId": organization_id, "organizationUserGroupId": organization_user_group_id, "userIds": user_ids}), options)

    def delete_users(self, *, organization_id: str, organization_user_group_id: str, user_ids: Optional[Sequence[str]] = None, delete_all: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.GroupMemberResult]:
        """Remove users from a user group."""
        return self._sender.batch(calls.groups_delete_users, given({"organizationId": organization_id, "organizationUserGroupId": organization_user_group_id, "userIds": unless_none(user_ids), "deleteAll": unless_none(delete_all)}), options)

    def delete(self, *, organization_id: str, group_ids: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete user groups."""
        return self._sender.batch(calls.groups_delete, given({"organizationId": organization_id, "groupIds": group_ids}), options)


class UserTokens:
    """What lets the browsers of users call `/v2/me/…` themselves, in their own name and in the places that a token names."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def generate(self, *, user_id: str, permissions: types.UserTokensGenerateRequestPermissions, user_properties: Optional[types.UserProperties] = None, expires_in_seconds: Optional[int] = None, options: Optional[CallOptions] = None) -> types.UserTokensGenerateAnswer:
        """Generate a token for a user's browser."""
        return cast("types.UserTokensGenerateAnswer", self._sender.value(calls.user_tokens_generate, given({"userId": user_id, "userProperties": unless_none(user_properties), "permissions": permissions, "expiresInSeconds": unless_none(expires_in_seconds)}), options))

    def revoke(self, *, user_id: str, options: Optional[CallOptions] = None) -> Done:
        """Revoke all tokens of a user."""
        return self._sender.done(calls.user_tokens_revoke, given({"userId": user_id}), options)


class Removals:
    """The jobs behind deletions: how far each is, and pausing it."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(self, *, job_id: Optional[str] = None, open_only: Optional[bool] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.RemovalsListItem]:
        """List removals."""
        return self._sender.pages(calls.removals_list, given({"jobId": unless_none(job_id), "openOnly": unless_none(open_only), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def pause(self, *, job_id: str, options: Optional[CallOptions] = None) -> Done:
        """Pause a removal."""
        return self._sender.done(calls.removals_pause, given({"jobId": job_id}), options)

    def resume(self, *, job_id: str, options: Optional[CallOptions] = None) -> Done:
        """Resume a paused removal."""
        return self._sender.done(calls.removals_resume, given({"jobId": job_id}), options)

    def get_certificate(self, *, job_id: str, options: Optional[CallOptions] = None) -> types.RemovalsGetCertificateAnswer:
        """Get the signed certificate of a removal."""
        return cast("types.RemovalsGetCertificateAnswer", self._sender.value(calls.removals_get_certificate, given({"jobId": job_id}), options))


class Threads:
    """Comment annotations: a place in a document with a status, a priority, an assignee and comments."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, document_id: str, comment_annotations: Sequence[types.NewThread], action_user: Optional[types.NamedUserInput] = None, create_document: Optional[bool] = None, create_organization: Optional[bool] = None, verify_user_permissions: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.ThreadsAddAnswerEntry]:
        """Create or change comment annotations."""
        return self._sender.batch(calls.threads_add, given({"organizationId": organization_id, "documentId": document_id, "commentAnnotations": comment_annotations, "actionUser": unless_none(action_user), "createDocument": unless_none(create_document), "createOrganization": unless_none(create_organization), "verifyUserPermissions": unless_none(verify_user_permissions)}), options)

    def create(self, *, organization_id: str, document_id: str, thread: types.NewThread, action_user: Optional[types.NamedUserInput] = None, create_document: Optional[bool] = None, create_organization: Optional[bool] = None, verify_user_permissions: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.ThreadsAddAnswerEntry:
        """Add one thread; fails with BATCH_FAILED when it could not be added."""
        return cast("types.ThreadsAddAnswerEntry", self._sender.entry(calls.threads_create, given({"organizationId": organization_id, "documentId": document_id, "actionUser": unless_none(action_user), "createDocument": unless_none(create_document), "createOrganization": unless_none(create_organization), "verifyUserPermissions": unless_none(verify_user_permissions), "thread": thread}), options))

    def list(self, *, organization_id: str, document_id: Optional[str] = None, document_ids: Optional[Sequence[str]] = None, group_by_document_id: Optional[bool] = None, folder_id: Optional[str] = None, annotation_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, location_ids: Optional[Sequence[Union[str, float]]] = None, location_name: Optional[str] = None, status_ids: Optional[Sequence[str]] = None, status_id: Optional[str] = None, user_ids: Optional[Sequence[str]] = None, mentioned_user_ids: Optional[Sequence[str]] = None, resolved_by: Optional[str] = None, users_as_given: Optional[bool] = None, include_metadata: Optional[bool] = None, include_page_info: Optional[bool] = None, created_after: Optional[int] = None, created_before: Optional[int] = None, updated_after: Optional[int] = None, updated_before: Optional[int] = None, order: Optional[Literal["asc", "desc"]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.CommentAnnotation]:
        """List comment annotations."""
        return self._sender.pages(calls.threads_list, given({"organizationId": organization_id, "documentId": unless_none(document_id), "documentIds": unless_none(document_ids), "groupByDocumentId": unless_none(group_by_document_id), "folderId": unless_none(folder_id), "annotationIds": unless_none(annotation_ids), "one": unless_none(one), "locationIds": unless_none(location_ids), "locationName": unless_none(location_name), "statusIds": unless_none(status_ids), "statusId": unless_none(status_id), "userIds": unless_none(user_ids), "mentionedUserIds": unless_none(mentioned_user_ids), "resolvedBy": unless_none(resolved_by), "usersAsGiven": unless_none(users_as_given), "includeMetadata": unless_none(include_metadata), "includePageInfo": unless_none(include_page_info), "createdAfter": unless_none(created_after), "createdBefore": unless_none(created_before), "updatedAfter": unless_none(updated_after), "updatedBefore": unless_none(updated_before), "order": unless_none(order), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def list_by_document(self, *, organization_id: str, document_id: Optional[str] = None, document_ids: Optional[Sequence[str]] = None, folder_id: Optional[str] = None, annotation_ids: Optional[Sequence[str]] = None, one: Optional[bool] = None, location_ids: Optional[Sequence[Union[str, float]]] = None, location_name: Optional[str] = None, status_ids: Optional[Sequence[str]] = None, status_id: Optional[str] = None, user_ids: Optional[Sequence[str]] = None, mentioned_user_ids: Optional[Sequence[str]] = None, resolved_by: Optional[str] = None, users_as_given: Optional[bool] = None, include_metadata: Optional[bool] = None, include_page_info: Optional[bool] = None, created_after: Optional[int] = None, created_before: Optional[int] = None, updated_after: Optional[int] = None, updated_before: Optional[int] = None, order: Optional[Literal["asc", "desc"]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[Mapping[str, Sequence[types.CommentAnnotation]]]:
        """List comment annotations."""
        return self._sender.pages(calls.threads_list_by_document, given({"organizationId": organization_id, "documentId": unless_none(document_id), "documentIds": unless_none(document_ids), "folderId": unless_none(folder_id), "annotationIds": unless_none(annotation_ids), "one": unless_none(one), "locationIds": unless_none(location_ids), "locationName": unless_none(location_name), "statusIds": unless_none(status_ids), "statusId": unless_none(status_id), "userIds": unless_none(user_ids), "mentionedUserIds": unless_none(mentioned_user_ids), "resolvedBy": unless_none(resolved_by), "usersAsGiven": unless_none(users_as_given), "includeMetadata": unless_none(include_metadata), "includePageInfo": unless_none(include_page_info), "createdAfter": unless_none(created_after), "createdBefore": unless_none(created_before), "updatedAfter": unless_none(updated_after), "updatedBefore": unless_none(updated_before), "order": unless_none(order), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token), "groupByDocumentId": True}), options)

    def retrieve(self, *, organization_id: str, document_id: str, annotation_id: str, users_as_given: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.CommentAnnotation:
        """Read one by its annotationId; fails with NOT_FOUND when it does not exist."""
        return cast("types.CommentAnnotation", self._sender.single(calls.threads_retrieve, given({"organizationId": organization_id, "documentId": document_id, "usersAsGiven": unless_none(users_as_given), "annotationId": annotation_id}), options))

    def count(self, *, organization_id: str, document_ids: Sequence[str], user_id: Optional[str] = None, status_ids: Optional[Sequence[str]] = None, options: Optional[CallOptions] = None) -> Mapping[str, types.DocumentCounts]:
        """Count the comment annotations of documents."""
        return cast("Mapping[str, types.DocumentCounts]", self._sender.value(calls.threads_count, given({"organizationId": organization_id, "documentIds": document_ids, "userId": unless_none(user_id), "statusIds": unless_none(status_ids)}), options))

    def search(self, *, organization_id: str, query: str, document_id: Optional[str] = None, user_id: Optional[str] = None, status_ids: Optional[Sequence[str]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.FoundThread]:
        """Search comment annotations by words."""
        return self._sender.pages(calls.threads_search, given({"organizationId": organization_id, "query": query, "documentId": unless_none(document_id), "userId": unless_none(user_id), "statusIds": unless_none(status_ids), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, organization_id: str, document_id: str, updated_data: types.ThreadChange, annotation_ids: Optional[Sequence[str]] = None, location_ids: Optional[Sequence[Union[str, float]]] = None, user_ids: Optional[Sequence[str]] = None, action_user: Optional[types.NamedUserInput] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Update comment annotations."""
        return self._sender.batch(calls.threads_update, given({"organizationId": organization_id, "documentId": document_id, "annotationIds": unless_none(annotation_ids), "locationIds": unless_none(location_ids), "userIds": unless_none(user_ids), "updatedData": updated_data, "actionUser": unless_none(action_user)}), options)

    def delete(self, *, organization_id: str, document_id: str, annotation_ids: Optional[Sequence[str]] = None, location_ids: Optional[Sequence[Union[str, float]]] = None, user_ids: Optional[Sequence[str]] = None, action_user: Optional[types.NamedUserInput] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete comment annotations."""
        return self._sender.batch(calls.threads_delete, given({"organizationId": organization_id, "documentId": document_id, "annotationIds": unless_none(annotation_ids), "locationIds": unless_none(location_ids), "userIds": unless_none(user_ids), "actionUser": unless_none(action_user)}), options)


class Comments:
    """The comments of a thread."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, document_id: str, annotation_id: str, comment_data: Optional[Sequence[types.NewComment]] = None, comments: Optional[Sequence[types.NewComment]] = None, create_document: Optional[bool] = None, create_organization: Optional[bool] = None, verify_user_permissions: Optional[bool] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Add or change comments of an annotation."""
        return self._sender.batch(calls.comments_add, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "commentData": unless_none(comment_data), "comments": unless_none(comments), "createDocument": unless_none(create_document), "createOrganization": unless_none(create_organization), "verifyUserPermissions": unless_none(verify_user_permissions)}), options)

    def create(self, *, organization_id: str, document_id: str, annotation_id: str, comment: types.NewComment, comments: Optional[Sequence[types.NewComment]] = None, create_document: Optional[bool] = None, create_organization: Optional[bool] = None, verify_user_permissions: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.BatchEntryWithId:
        """Add one comment; fails with BATCH_FAILED when it could not be added."""
        return cast("types.BatchEntryWithId", self._sender.entry(calls.comments_create, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "comments": unless_none(comments), "createDocument": unless_none(create_document), "createOrganization": unless_none(create_organization), "verifyUserPermissions": unless_none(verify_user_permissions), "comment": comment}), options))

    def list(self, *, organization_id: str, document_id: str, annotation_id: str, comment_ids: Optional[Sequence[Union[str, float]]] = None, user_ids: Optional[Sequence[str]] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.ThreadComment]:
        """List comments of an annotation."""
        return self._sender.pages(calls.comments_list, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "commentIds": unless_none(comment_ids), "userIds": unless_none(user_ids), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def update(self, *, organization_id: str, document_id: str, annotation_id: str, updated_data: types.CommentsUpdateRequestUpdatedData, comment_ids: Optional[Sequence[Union[str, float]]] = None, user_ids: Optional[Sequence[str]] = None, trigger_notification: Optional[bool] = None, action_user: Optional[types.NamedUserInput] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Update comments of an annotation."""
        return self._sender.batch(calls.comments_update, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "commentIds": unless_none(comment_ids), "userIds": unless_none(user_ids), "updatedData": updated_data, "triggerNotification": unless_none(trigger_notification), "actionUser": unless_none(action_user)}), options)

    def delete(self, *, organization_id: str, document_id: str, annotation_id: str, comment_ids: Optional[Sequence[Union[str, float]]] = None, user_ids: Optional[Sequence[str]] = None, action_user: Optional[types.NamedUserInput] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete comments of an annotation."""
        return self._sender.batch(calls.comments_delete, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "commentIds": unless_none(comment_ids), "userIds": unless_none(user_ids), "actionUser": unless_none(action_user)}), options)


class Reactions:
    """Users' responses to a comment with an emoji or a word."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, document_id: str, annotation_id: str, comment_id: Union[str, float], user: types.NamedUserInput, reactions: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Add a user's reactions to a comment."""
        return self._sender.batch(calls.reactions_add, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "commentId": comment_id, "user": user, "reactions": reactions}), options)

    def delete(self, *, organization_id: str, document_id: str, annotation_id: str, comment_id: Union[str, float], user_id: str, reactions: Sequence[str], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Remove a user's reactions to a comment."""
        return self._sender.batch(calls.reactions_delete, given({"organizationId": organization_id, "documentId": document_id, "annotationId": annotation_id, "commentId": comment_id, "userId": user_id, "reactions": reactions}), options)


class Recordings:
    """Descriptions of audio, video and screen recordings, whose files are stored elsewhere."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def add(self, *, organization_id: str, document_id: str, recordings: Sequence[types.RecordingsAddRequestRecording], options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Add or change recordings."""
        return self._sender.batch(calls.recordings_add, given({"organizationId": organization_id, "documentId": document_id, "recordings": recordings}), options)

    def list(self, *, organization_id: str, document_id: Optional[str] = None, recording_ids: Optional[Sequence[str]] = None, location_id: Optional[Union[str, float]] = None, location_name: Optional[str] = None, user_id: Optional[str] = None, created_after: Optional[int] = None, created_before: Optional[int] = None, page_size: Optional[int] = None, page_token: Optional[str] = None, options: Optional[CallOptions] = None) -> Pages[types.RecordingsListItem]:
        """Get recordings."""
        return self._sender.pages(calls.recordings_list, given({"organizationId": organization_id, "documentId": unless_none(document_id), "recordingIds": unless_none(recording_ids), "locationId": unless_none(location_id), "locationName": unless_none(location_name), "userId": unless_none(user_id), "createdAfter": unless_none(created_after), "createdBefore": unless_none(created_before), "pageSize": unless_none(page_size), "pageToken": unless_none(page_token)}), options)

    def delete(self, *, organization_id: str, document_id: str, recording_ids: Sequence[str], action_user: Optional[types.NamedUserInput] = None, options: Optional[CallOptions] = None) -> Batch[types.BatchEntryWithId]:
        """Delete recordings."""
        return self._sender.batch(calls.recordings_delete, given({"organizationId": organization_id, "documentId": document_id, "recordingIds": recording_ids, "actionUser": unless_none(action_user)}), options)


class Changes(WatchedChanges):
    """The changes in all documents, in order, from a cursor: to keep a copy, or to follow live."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def get(self, *, organization_id: Optional[str] = None, document_id: Optional[str] = None, action_types: Optional[Sequence[str]] = None, cursor: Optional[str] = None, page_size: Optional[int] = None, include: Optional[Sequence[Literal["thread"]]] = None, wait_ms: Optional[int] = None, options: Optional[CallOptions] = None) -> types.ChangesPage:
        """Get changes in order, from a cursor."""
        return cast("types.ChangesPage", self._sender.feed(calls.changes_get, given({"organizationId": unless_none(organization_id), "documentId": unless_none(document_id), "actionTypes": unless_none(action_types), "cursor": unless_none(cursor), "pageSize": unless_none(page_size), "include": unless_none(include), "waitMs": unless_none(wait_ms)}), options))


class Resources:
    """Every resource of the interface."""

    def __init__(self, sender: Sender) -> None:
        self.workspaces = Workspaces(sender)
        self.api_keys = ApiKeys(sender)
        self.auth_tokens = AuthTokens(sender)
        self.workspace_tokens = WorkspaceTokens(sender)
        self.ai = Ai(sender)
        self.domains = Domains(sender)
        self.webhooks = Webhooks(sender)
        self.emails = Emails(sender)
        self.activities = Activities(sender)
        self.notifications = Notifications(sender)
        self.audit = Audit(sender)
        self.organizations = Organizations(sender)
        self.folders = Folders(sender)
        self.documents = Documents(sender)
        self.locations = Locations(sender)
        self.users = Users(sender)
        self.groups = Groups(sender)
        self.user_tokens = UserTokens(sender)
        self.removals = Removals(sender)
        self.threads = Threads(sender)
        self.comments = Comments(sender)
        self.reactions = Reactions(sender)
        self.recordings = Recordings(sender)
        self.changes = Changes(sender)
