import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Loading } from "../list/loading.tsx";
import { Page } from "../list/page.tsx";
import { OfOrganization } from "../organization/of-organization.tsx";
import { OrganizationSelect } from "../organization/organization-select.tsx";
import { useParley } from "../parley/client.ts";
import { Start } from "../start/start.tsx";
import { useFirstSteps } from "../start/use-first-steps.ts";
import { Backlog } from "./backlog.tsx";
import { Figures } from "./figures.tsx";
import { Latest } from "./latest.tsx";
import { overviewQuery } from "./overview-query.ts";
import { UsageByDay } from "./usage-by-day.tsx";

/** The state of an API key: pending work, failures, and the latest events. */
export function OverviewPage() {
  const { parley, apiKey } = useParley();
  const steps = useFirstSteps();
  const figures = useQuery(overviewQuery(parley, apiKey));
  // The parts load meanwhile, but are shown when their heights are known: each that grew would push the ones below it.
  const isOpening = steps.isPending || figures.isPending;
  return (
    <Page title="Overview" about="Pending work, failures, and the latest events.">
      {isOpening && <Loading words="Loading the overview…" />}
      <Stack gap="lg" display={isOpening ? "none" : undefined}>
        <Start />
        <Backlog />
        <Figures />
        <UsageByDay />
        <Stack>
          <Title order={2}>Latest</Title>
          <OrganizationSelect />
          <OfOrganization>{(organization) => <Latest organization={organization} />}</OfOrganization>
        </Stack>
      </Stack>
    </Page>
  );
}
