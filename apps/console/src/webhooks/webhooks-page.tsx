import { Tabs } from "@mantine/core";
import { webhookRetrySeconds } from "@parley/contracts/defaults";
import { Page } from "../list/page.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { Endpoints } from "./endpoints.tsx";
import { FurtherEndpoints } from "./further-endpoints.tsx";
import { PortalLinks } from "./portal-links.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { TestEvent } from "./test-event.tsx";

const retryDays = Math.round(webhookRetrySeconds.reduce((sum, seconds) => sum + seconds, 0) / 86_400);
const about = `Signed events to your server: up to ${webhookRetrySeconds.length + 1} attempts over about ${retryDays} days, unless this installation is configured otherwise.`;

/** The endpoints, the log of deliveries, the signing secret, and the portal links. */
export function WebhooksPage() {
  const [{ tab = "deliveries" }, setFilters] = useFilters();
  const { may, isPortal } = useParley();
  return (
    <Page title="Webhooks" about={about}>
      <Tabs
        value={tab}
        onChange={(chosen) => setFilters({ endpoint: undefined, tab: chosen === "deliveries" ? undefined : (chosen ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
          <Tabs.Tab value="endpoints">Endpoints</Tabs.Tab>
          <Tabs.Tab value="further">Further endpoints</Tabs.Tab>
          {may("administrate") && <Tabs.Tab value="secret">Secret</Tabs.Tab>}
          {may("act") && <Tabs.Tab value="test">Test</Tabs.Tab>}
          {may("administrate") && !isPortal && <Tabs.Tab value="links">Links</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <DeliveryLog />
        </Tabs.Panel>
        <Tabs.Panel value="endpoints">
          <Endpoints />
        </Tabs.Panel>
        <Tabs.Panel value="further">
          <FurtherEndpoints />
        </Tabs.Panel>
        <Tabs.Panel value="secret">
          <SigningSecret />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <TestEvent />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <PortalLinks />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
