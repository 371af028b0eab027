import type { DemoRequest } from "./demo-directory.ts";

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
          assignedTo: { userId: "carol", name: "Carol Chen" },
          metadata: { selection: "Welcome to Acme" },
          commentData: [
            {
              commentId: "greeting-1",
              from: { userId: "alice", name: "Alice Adams" },
              commentText: "Shall we greet people by name, @Bob?",
              taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob Brown" } }],
            },
            {
              commentId: "greeting-2",
              from: { userId: "bob", name: "Bob Brown" },
              commentText: "Yes. @Carol, can you do it?",
              taggedUserContacts: [{ userId: "carol", text: "@Carol", contact: { userId: "carol", name: "Carol Chen" } }],
            },
            {
              commentId: "greeting-3",
              from: { userId: "carol", name: "Carol Chen" },
              commentText: "Here is a draft.",
              attachments: [{ name: "draft.png", url: "https://example.com/draft.png", mimeType: "image/png", size: 48213 }],
            },
          ],
        },
        {
          annotationId: "typo",
          type: "text",
          location: { id: "page-1", locationName: "Page 1", offset: 120 },
          assignedTo: { userId: "bob", name: "Bob Brown" },
          commentData: [
            {
              commentId: "typo-1",
              from: { userId: "alice", name: "Alice Adams" },
              commentText: "There is a typo, @Bob.",
              taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob Brown" } }],
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
          commentData: [
            { commentId: "deadline-1", from: { userId: "carol", name: "Carol Chen" }, commentText: "Is June still right?" },
            { commentId: "deadline-2", from: { userId: "alice", name: "Alice Adams" }, commentText: "July. I have changed it." },
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
          targetEntityId: "handbook",
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
