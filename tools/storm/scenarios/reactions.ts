import { organizationId, type Scenario } from "../scenario.ts";
import { threadsOf } from "./comments.ts";

const documentId = "reactions";
const place = { organizationId, documentId };
const author = { userId: "alice", name: "Alice" };
const emojis = ["👍", "🎉", "👀", "🚀", "❤️"];
const people = ["ann", "ben", "cho", "dee"];

/** Reactions added and removed, several writers on one comment. */
export const reactions: Scenario = {
  name: "reactions",
  async arrange(customer) {
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    const commentData = ["first", "second"].map((commentId) => ({ commentId, from: author, commentText: commentId }));
    await customer.arrange("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "thread", commentData }] });
  },
  writer(name, random) {
    let sent = 0;
    return () => {
      const removes = random.chance(0.4);
      const commentId = random.pick(["first", "second"]);
      // Keys belong to one writer, so its users are its own.
      const userId = `${name}-${random.pick(people)}`;
      const chosen = random.shuffled(emojis).slice(0, random.between(1, 3));
      sent++;
      return {
        path: `/v2/commentannotations/comments/reactions/${removes ? "delete" : "add"}`,
        data: {
          ...place,
          annotationId: "thread",
          commentId,
          reactions: chosen,
          ...(removes ? { userId } : { user: { userId, name: userId } }),
        },
        facts: chosen.map((reaction) => ({ key: `${commentId}/${userId}/${reaction}`, value: removes ? null : "there" })),
        idempotencyKey: `${name}-${sent}`,
      };
    };
  },
  async stored(customer) {
    return (await threadsOf(customer, documentId)).flatMap(({ comments }) =>
      comments.flatMap(({ commentId, reactionAnnotations }) =>
        reactionAnnotations.flatMap(({ icon, fromUsers }) =>
          fromUsers.map(({ from }) => ({ key: `${commentId}/${from.userId}/${icon}`, value: "there" })),
        ),
      ),
    );
  },
};
