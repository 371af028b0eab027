export const plan = { organizationId: "acme", documentId: "plan" };
export const fresh = { organizationId: "fresh-organization", documentId: "fresh-document" };
export const ada = { userId: "ada", name: "Ada" };
export const success = { status: "success" };
export const past = Date.now() - 3_600_000;
export const future = Date.now() + 3_600_000;
export const status = { id: "REVIEW", name: "In review", type: "ongoing", color: "#ffcc00" };

export const contact = { userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob" } };
const step = { label: "Read", id: "s1", state: "completed", startedAt: past, completedAt: past, metadata: { n: 1 } };
export const progress = { state: "active", steps: [step], visibleToUserIds: ["ada"], startedAt: past };
export const actions = [{ id: "approve", label: "Approve", icon: "check", disabled: false, hidden: false, metadata: { n: 1 } }];

/** A comment with every field that the client lets through. */
export const comment = {
  commentId: 153_783,
  commentText: "Look, @Bob.",
  commentHtml: "<p>Look, @Bob.</p>",
  from: ada,
  createdAt: new Date(past).toISOString(),
  lastUpdated: past,
  taggedUserContacts: [contact],
  isCommentResolverUsed: false,
  isCommentTextAvailable: true,
  triggerNotification: true,
  progress,
  actions,
};

/** A thread with every field that the client lets through. */
export const thread = {
  annotationId: "typo",
  location: { id: 7, locationName: "Seven", page: 3 },
  targetElement: { xpath: "/html/body/p[1]", topPercentage: 10.5, leftPercentage: 20 },
  commentData: [{ ...comment, triggerActivities: true }],
  status,
  priority: { id: "P1", name: "High", color: "#ff0000" },
  assignedTo: { userId: "bob", name: "Bob" },
  type: "comment",
  commentType: "bubble",
  context: { access: { team: "design" } },
  visibility: { type: "public" },
  pageInfo: { url: "https://app.example/plan", title: "Plan" },
  createdAt: past,
  lastUpdated: past,
  isPageAnnotation: false,
  positionX: 1.5,
  positionY: 2,
  screenWidth: 1280,
  screenHeight: 720,
  screenScrollHeight: 3000,
  screenScrollTop: 0,
  actions,
};
