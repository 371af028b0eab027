import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./fonts.css";
import "./console.css";
import "./session/secrets-in-address.ts";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./parley/query-client.ts";
import { router } from "./routes.tsx";
import { isPortal } from "./session/secrets-in-address.ts";
import { theme } from "./theme.ts";

const Portal = lazy(() => import("./portal/portal.tsx").then((module) => ({ default: module.Portal })));
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element for the console.");

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Notifications position="top-right" />
      <QueryClientProvider client={queryClient}>
        {isPortal ? (
          <Suspense>
            <Portal />
          </Suspense>
        ) : (
          <RouterProvider router={router} />
        )}
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
