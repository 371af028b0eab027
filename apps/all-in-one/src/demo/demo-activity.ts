import type { DemoRequest } from "./demo-request.ts";

/** Threads, reactions, a recording and an imported activity. */
export const demoActivity: readonly DemoRequest[] = [
  {
    path: "/v2/commentannotations/add",
    data: {
      organizationId: "acme",
      documentId: "welcome",
      commentAnnotations: [
        {
          annotationId: "greeting",
          type: "text",
          location: { id: "page-1", locationName: "Page 1" },
          assignee: { userId: "carol", name: "Carol Chen" },
          metadata: { selection: "Welcome to Acme" },
          comments: [
            {
              commentId: "greeting-1",
              author: { userId: "alice", name: "Alice Adams" },
              text: "Shall we greet people by name, @Bob?",
              taggedUsers: [{ userId: "bob", name: "Bob Brown" }],
            },
            {
              commentId: "greeting-2",
              author: { userId: "bob", name: "Bob Brown" },
              text: "Yes. @Carol, can you do it?",
              taggedUsers: [{ userId: "carol", name: "Carol Chen" }],
            },
            {
              commentId: "greeting-3",
              author: { userId: "carol", name: "Carol Chen" },
              text: "Here is a draft.",
              attachments: [{ name: "draft.png", url: "https://example.com/draft.png", mimeType: "image/png", sizeBytes: 48213 }],
            },
          ],
        },
        {
          annotationId: "typo",
          type: "text",
          location: { id: "page-1", locationName: "Page 1", offset: 120 },
          assignee: { userId: "bob", name: "Bob Brown" },
          comments: [
            {
              commentId: "typo-1",
              author: { userId: "alice", name: "Alice Adams" },
              text: "There is a typo, @Bob.",
              taggedUsers: [{ userId: "bob", name: "Bob Brown" }],
            },
          ],
        },
      ],
    },
  },
  {
    path: "/v2/commentannotations/add",
    data: {
      organizationId: "acme",
      documentId: "roadmap",
      commentAnnotations: [
        {
          annotationId: "deadline",
          status: "RESOLVED",
          priority: "HIGH",
          comments: [
            { commentId: "deadline-1", author: { userId: "carol", name: "Carol Chen" }, text: "Is June still right?" },
            { commentId: "deadline-2", author: { userId: "alice", name: "Alice Adams" }, text: "July. I have changed it." },
          ],
        },
      ],
    },
  },
  {
    path: "/v2/commentannotations/comments/reactions/add",
    data: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "greeting",
      commentId: "greeting-3",
      user: { userId: "alice", name: "Alice Adams" },
      reactions: ["👍"],
    },
  },
  {
    path: "/v2/commentannotations/comments/reactions/add",
    data: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "greeting",
      commentId: "greeting-3",
      user: { userId: "bob", name: "Bob Brown" },
      reactions: ["👍", "🎉"],
    },
  },
  {
    path: "/v2/recordings/add",
    data: {
      organizationId: "acme",
      documentId: "welcome",
      recordings: [
        {
          recordingId: "walkthrough",
          user: { userId: "alice", name: "Alice Adams" },
          type: "screen",
          name: "Walkthrough",
          url: "https://example.com/walkthrough.webm",
          mimeType: "video/webm",
          durationMs: 61000,
          sizeBytes: 1048576,
          location: { id: "page-1", locationName: "Page 1" },
          metadata: { quality: "720p" },
        },
      ],
    },
  },
  {
    path: "/v2/activities/add",
    data: {
      organizationId: "acme",
      activities: [
        {
          id: "import-1",
          documentId: "welcome",
          featureType: "import",
          actionType: "import.done",
          actionUser: { userId: "alice", name: "Alice Adams" },
          changes: { state: { from: "running", to: "done" } },
          entityData: { files: 3 },
          entityTargetData: { folder: "handbook" },
          displayMessageTemplate: "{{actionUser}} imported {{count}} files.",
          displayMessageTemplateData: { count: 3 },
          actionIcon: "https://example.com/import.png",
        },
      ],
    },
  },
];
