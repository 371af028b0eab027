import type { VeltCall } from "../velt-py.ts";
import { commentCalls } from "./comments.ts";
import { foundThreads } from "./found-threads.ts";
import { added, changed, deleted } from "./threads.ts";

/** Threads and their comments. The order lets each call find what the ones before it made. */
export const commentAnnotationCalls: readonly VeltCall[] = [...added, ...foundThreads, ...commentCalls, ...changed, ...deleted];
