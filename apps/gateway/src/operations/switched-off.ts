/** What becomes of the events of an endpoint that is switched off. */
export const whileDisabled =
  "Meanwhile nothing is sent: deliveries that wait are held until they are resent, and further events are not stored for it, so they are not delivered later either. The feed of changes (`/v2/changes/get`) has them.";
