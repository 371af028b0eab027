import type { Mutation } from "../mutation.ts";
import { agents } from "./agents.ts";
import { auditMutations } from "./audit.ts";
import { betweenServices } from "./between-services.ts";
import { browserClient } from "./browser-client.ts";
import { certificateMutations } from "./certificates.ts";
import { changesFeed } from "./changes-feed.ts";
import { changesStream } from "./changes-stream.ts";
import { changesWakeUps } from "./changes-wake-ups.ts";
import { clients } from "./clients.ts";
import { consoleMutations } from "./console.ts";
import { consolePagesMutations } from "./console-pages.ts";
import { countMutations } from "./counts.ts";
import { credentials } from "./credentials.ts";
import { deployment } from "./deployment.ts";
import { doors } from "./doors.ts";
import { edge } from "./edge.ts";
import { entryMutations } from "./entries.ts";
import { entryEventMutations } from "./entry-events.ts";
import { events } from "./events.ts";
import { house } from "./house.ts";
import { keyLimits } from "./key-limits.ts";
import { mailServers } from "./mail-servers.ts";
import { mails } from "./mails.ts";
import { movingInMutations } from "./moving-in.ts";
import { openIdMutations } from "./openid.ts";
import { outdatedConfigurations } from "./outdated-configurations.ts";
import { overload } from "./overload.ts";
import { ownedEndpoints } from "./owned-endpoints.ts";
import { portalLinkMutations } from "./portal-links.ts";
import { quotas } from "./quotas.ts";
import { refusedCredentials } from "./refused-credentials.ts";
import { refusedStrangers } from "./refused-strangers.ts";
import { releases } from "./releases.ts";
import { removals } from "./removals.ts";
import { removedParticipants } from "./removed-participants.ts";
import { retentionMutations } from "./retention.ts";
import { rim } from "./rim.ts";
import { searchMutations } from "./search.ts";
import { searchIndexMutations } from "./search-index.ts";
import { shares } from "./shares.ts";
import { singleThings } from "./single-things.ts";
import { spreadRows } from "./spread.ts";
import { start } from "./start.ts";
import { statementMutations } from "./statements.ts";
import { storedUsers } from "./stored-users.ts";
import { strangerPace } from "./stranger-pace.ts";
import { strangers } from "./strangers.ts";
import { threads } from "./threads.ts";
import { tokenRightsMutations } from "./token-rights.ts";
import { usageMutations } from "./usage.ts";
import { usersAmongOthers } from "./users-among-others.ts";
import { usersInBrowsers } from "./users-in-browsers.ts";
import { watches } from "./watches.ts";
import { webhookEndpoints } from "./webhook-endpoints.ts";
import { webhooks } from "./webhooks.ts";

export const mutations: readonly Mutation[] = [
  ...agents,
  ...auditMutations,
  ...betweenServices,
  ...browserClient,
  ...changesFeed,
  ...changesStream,
  ...changesWakeUps,
  ...clients,
  ...consoleMutations,
  ...consolePagesMutations,
  ...countMutations,
  ...credentials,
  ...deployment,
  ...doors,
  ...edge,
  ...entryEventMutations,
  ...entryMutations,
  ...events,
  ...house,
  ...mailServers,
  ...mails,
  ...movingInMutations,
  ...openIdMutations,
  ...outdatedConfigurations,
  ...ownedEndpoints,
  ...overload,
  ...portalLinkMutations,
  ...statementMutations,
  ...quotas,
  ...keyLimits,
  ...releases,
  ...removals,
  ...certificateMutations,
  ...removedParticipants,
  ...retentionMutations,
  ...searchMutations,
  ...searchIndexMutations,
  ...rim,
  ...shares,
  ...singleThings,
  ...spreadRows,
  ...storedUsers,
  ...start,
  ...refusedCredentials,
  ...refusedStrangers,
  ...strangerPace,
  ...strangers,
  ...threads,
  ...tokenRightsMutations,
  ...usageMutations,
  ...usersAmongOthers,
  ...usersInBrowsers,
  ...watches,
  ...webhookEndpoints,
  ...webhooks,
];
