import RequestQueue from "kafkajs/src/network/requestQueue/index.js";

// Loaded with kafkajs wherever a client is created. On each connection kafkajs 2.2.4 checks for throttled requests every millisecond, even
// when none is waiting, with a negative time-out that Node warns about. Without waiting requests there is nothing to check: the next one
// schedules the check itself.
const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0) schedule.call(this);
};
