/** A new id. */
export function newId(): string {
  // Browsers have no `randomUUID` on pages that came over plain http.
  return (
    crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
  );
}
