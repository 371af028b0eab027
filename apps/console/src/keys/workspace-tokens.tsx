import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LastChange } from "../audit/last-change.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import type { NewToken } from "./create-token.tsx";
import { SessionList } from "./session-list.tsx";
import { type FreshToken, TokenList } from "./token-list.tsx";

const changing = ["workspaceTokens.create", "workspaceTokens.rotate", "workspaceTokens.update", "workspaceTokens.revoke"];

/** The tokens of the workspace, which also sign in to this console. */
export function WorkspaceTokens() {
  const { parley, may } = useParley();
  const [fresh, setFresh] = useState<FreshToken>();
  const key = ["workspaceTokens"];
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => parley.workspaceTokens.list() });
  const create = useAction({
    run: (token: NewToken) => parley.workspaceTokens.create(token),
    changes: [key],
    onDone: setFresh,
  });
  const rotate = useAction({
    run: ([tokenId, overlapSeconds]: readonly [string, number]) => parley.workspaceTokens.rotate({ tokenId, overlapSeconds }),
    changes: [key],
    onDone: setFresh,
  });
  const revoke = useAction({
    run: (tokenId: string) => parley.workspaceTokens.revoke({ tokenId }),
    changes: [key],
    onDone: (_answer, tokenId) => setFresh((shown) => (shown?.tokenId === tokenId ? undefined : shown)),
    done: "The token stops working within 5 seconds.",
  });
  const end = useAction({
    run: (tokenId: string) => parley.workspaceTokens.revoke({ tokenId }),
    changes: [key],
    done: "The session ends within 5 seconds.",
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading tokens…" />;
  return (
    <>
      <TokenList
        tokens={data.tokens.filter(({ sessionRole }) => sessionRole === null)}
        mayChange={may("administrate")}
        create={{ run: (token) => create.mutate(token), isRunning: create.isPending }}
        rotate={{ run: (tokenId, overlap) => rotate.mutate([tokenId, overlap]), isRunning: rotate.isPending }}
        revoke={{ run: revoke.mutate, isRunning: revoke.isPending }}
        fresh={fresh}
        isOfApiKey={false}
        again="It is not shown again, here or elsewhere."
      />
      <LastChange actions={changing} />
      <SessionList tokens={data.tokens} mayEnd={may("administrate")} end={{ run: end.mutate, isRunning: end.isPending }} />
    </>
  );
}
