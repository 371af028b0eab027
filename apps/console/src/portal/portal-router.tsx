import { createMemoryHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Loading } from "../list/loading.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { PageFailure } from "../shell/page-failure.tsx";

const rootRoute = createRootRoute({ component: Outlet, validateSearch: (search) => search as Record<string, string> });
const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: "/k/$key/webhooks",
  component: lazyRouteComponent(() => import("../webhooks/webhooks-page.tsx"), "WebhooksPage"),
});
const delivery = createRoute({
  getParentRoute: () => rootRoute,
  path: "/k/$key/webhooks/$delivery",
  component: lazyRouteComponent(() => import("../webhooks/delivery-page.tsx"), "DeliveryPage"),
});

/** Routes between the webhook pages of an API key. The browser's address stays that of the link, and no other pages exist. */
export function portalRouter(apiKey: string) {
  return createRouter({
    routeTree: rootRoute.addChildren([webhooks, delivery]),
    basepath: "/console",
    history: createMemoryHistory({ initialEntries: [`/console/k/${encodeURIComponent(apiKey)}/webhooks`] }),
    defaultPendingComponent: () => <Loading words="Opening the page…" />,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
  });
}
