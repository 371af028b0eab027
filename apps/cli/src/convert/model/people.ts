import type { Person } from "./found.ts";

/** The users of a source, by their ids there. */
export class People {
  readonly #mapped: ReadonlyMap<string, Person>;
  readonly #known = new Map<string, Person>();

  constructor(mapped: ReadonlyMap<string, Person> = new Map()) {
    this.#mapped = mapped;
  }

  /** Remembers a user's data from the source, for places that have only the id. */
  learn(person: Person): void {
    if (person.userId !== "") this.#known.set(person.userId, person);
  }

  /** The user in Parley; the mapping takes precedence over the source. */
  of(person: Person): Person {
    const known = this.#known.get(person.userId);
    const mapped = this.#mapped.get(person.userId);
    const name = mapped?.name || person.name || known?.name || undefined;
    const email = mapped?.email || person.email || known?.email || undefined;
    const photoUrl = person.photoUrl || known?.photoUrl || undefined;
    return { userId: mapped?.userId || person.userId, name, email, photoUrl };
  }

  /** The name by which a text mentions a user. */
  nameOf(userId: string): string {
    const { name, userId: id } = this.of({ userId });
    return name ?? id;
  }
}

/** Whether a text can be an id: it has 1 to 256 characters and no control character. */
export function isId(id: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an id must not have
  return id !== "" && [...id].length <= 256 && !/[\u0000-\u001f\u007f-\u009f]/.test(id);
}
