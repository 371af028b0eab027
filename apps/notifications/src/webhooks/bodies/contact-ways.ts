import type { Db } from "@parley/database";
import { refusalOf, type Standing } from "../../audience/refusal.ts";
import { type ContactPlace, selectContactLevels } from "../../config/contact-levels.store.ts";
import type { Levels } from "../../config/levels.ts";
import type { Contact, Ways } from "./body-of.ts";

type Place = Omit<ContactPlace, "userId">;

/**
 * The channels on which users may be notified in documents, by their notification configs: the document's, else the organization's, else
 * all.
 */
export class ContactWays {
  readonly #levels: ReadonlyMap<string, Levels>;

  private constructor(levels: ReadonlyMap<string, Levels>) {
    this.#levels = levels;
  }

  /** Reads the configs of all these contacts in one statement. */
  static async read(db: Db, places: readonly ContactPlace[]): Promise<ContactWays> {
    if (places.length === 0) return new ContactWays(new Map());
    const each = new Map(places.map((place) => [keyOf(place, place.userId), place]));
    const rows = await selectContactLevels(db, [...each.values()]);
    return new ContactWays(new Map(rows.map(({ inbox, email, ...place }) => [keyOf(place, place.userId), { inbox, email }])));
  }

  /** Of a user who belongs to the place, which is open. */
  known(place: Place, contact: Contact): Ways {
    return this.of(place, contact, { access: "open", isMember: true });
  }

  of(place: Place, { user, isDirected }: Contact, standing: Pick<Standing, "access" | "isMember">): Ways {
    const document = this.#levels.get(keyOf(place, user.userId));
    const organization = this.#levels.get(keyOf({ ...place, documentId: "" }, user.userId));
    const isOpen = (way: keyof Levels) => {
      const level = document?.[way] ?? organization?.[way] ?? "ALL";
      return refusalOf({ ...standing, level, isDirected, isThere: true, isRead: false }) === undefined;
    };
    return { inbox: isOpen("inbox"), email: isOpen("email") };
  }
}

function keyOf({ apiKeyId, organizationId, documentId }: Place, userId: string): string {
  return `${apiKeyId}\0${organizationId}\0${documentId}\0${userId}`;
}
