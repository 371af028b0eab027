import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { sessionQuery } from "../session/session.ts";

/** Whether the session is over. If so, the router checks it again and shows the sign-in page. */
export function useSessionEnd(): boolean {
  const { data } = useQuery(sessionQuery);
  const router = useRouter();
  const isOver = data?.session === null;
  useEffect(() => {
    if (isOver) void router.invalidate();
  }, [isOver, router]);
  return isOver;
}
