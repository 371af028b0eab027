declare module "kafkajs/src/network/requestQueue/index.js" {
  // The package is CommonJS and exports the class itself.
  // biome-ignore lint/style/noDefaultExport: that is what it exports
  export default class RequestQueue {
    pending: unknown[];
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    scheduleCheckPendingRequests(): void;
  }
}
