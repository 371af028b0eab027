import { Container } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import { Loading } from "../list/loading.tsx";
import { Failure } from "../parley/failure.tsx";
import { sessionQuery } from "../session/session.ts";
import { portalRouter } from "./portal-router.tsx";

/** The webhook pages alone, for holders of a link: as a page, or embedded in a customer's page. */
export function Portal() {
  const { data, error } = useQuery(sessionQuery);
  const apiKey = data?.session == null ? undefined : data.apiKey;
  const router = useMemo(() => (apiKey === undefined ? undefined : portalRouter(apiKey)), [apiKey]);
  return (
    <Container size="lg" py="md" component="main">
      {router !== undefined && <RouterProvider router={router} />}
      {error !== null && <Failure error={error} />}
      {error === null && data === undefined && <Loading words="Opening the link…" />}
      {error === null && data !== undefined && router === undefined && (
        <Failure error={new Error("This link has expired or been revoked. Ask for a new one where you found it.")} />
      )}
    </Container>
  );
}
