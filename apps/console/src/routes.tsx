import { Box } from "@mantine/core";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { Loading } from "./list/loading.tsx";
import { queryClient } from "./parley/query-client.ts";
import { hasLinkCode } from "./session/secrets-in-address.ts";
import { sessionQuery } from "./session/session.ts";
import { NotFound } from "./shell/not-found.tsx";
import { PageFailure } from "./shell/page-failure.tsx";

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Box component="main" p="lg">
      <NotFound />
    </Box>
  ),
  // Filters are strings; anything else in an address is dropped.
  validateSearch: (search): Record<string, string> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
      ),
    ),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./sign-in/sign-in-page.tsx"), "SignInPage"),
});

const inside = createRoute({
  getParentRoute: () => rootRoute,
  id: "inside",
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
  beforeLoad: async ({ location }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery);
    if (session === null || hasLinkCode()) throw redirect({ to: "/sign-in", search: { back: location.publicHref } });
  },
});
const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  component: lazyRouteComponent(() => import("./shell/home.tsx"), "Home"),
});
const keys = createRoute({
  getParentRoute: () => inside,
  path: "/keys",
  component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
});
const tokens = createRoute({
  getParentRoute: () => inside,
  path: "/keys/$tokensOf",
  component: lazyRouteComponent(() => import("./keys/tokens-page.tsx"), "TokensPage"),
});
const audit = createRoute({
  getParentRoute: () => inside,
  path: "/audit",
  component: lazyRouteComponent(() => import("./audit/audit-page.tsx"), "AuditPage"),
});
const ofKey = createRoute({ getParentRoute: () => inside, path: "/k/$key", component: Outlet });

const pages = [
  createRoute({
    getParentRoute: () => ofKey,
    path: "/",
    component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/places",
    component: lazyRouteComponent(() => import("./places/organizations-page.tsx"), "OrganizationsPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/places/$organization",
    component: lazyRouteComponent(() => import("./places/organization-page.tsx"), "OrganizationPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/places/$organization/$document",
    component: lazyRouteComponent(() => import("./places/document-page.tsx"), "DocumentPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/places/$organization/$document/$thread",
    component: lazyRouteComponent(() => import("./places/thread-page.tsx"), "ThreadPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/people",
    component: lazyRouteComponent(() => import("./people/people-page.tsx"), "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/people/$organization/$user",
    component: lazyRouteComponent(() => import("./people/person-page.tsx"), "PersonPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/notifications",
    component: lazyRouteComponent(() => import("./notifications/notifications-page.tsx"), "NotificationsPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./webhooks/webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/webhooks/$delivery",
    component: lazyRouteComponent(() => import("./webhooks/delivery-page.tsx"), "DeliveryPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/activity",
    component: lazyRouteComponent(() => import("./activity/activity-page.tsx"), "ActivityPage"),
  }),
  createRoute({ getParentRoute: () => ofKey, path: "/ai", component: lazyRouteComponent(() => import("./ai/ai-page.tsx"), "AiPage") }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/removals",
    component: lazyRouteComponent(() => import("./removals/removals-page.tsx"), "RemovalsPage"),
  }),
  createRoute({
    getParentRoute: () => ofKey,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
  }),
] as const;

/** The pages of the console; each is fetched when it is first opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([signIn, inside.addChildren([home, keys, tokens, audit, ofKey.addChildren(pages)])]),
  basepath: "/console",
  defaultPreload: "intent",
  defaultPendingComponent: () => <Loading words="Opening the page…" />,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
  // Filters are plain text in the address, not JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === "" ? "" : `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
