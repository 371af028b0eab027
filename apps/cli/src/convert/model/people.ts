import type { Person } from "./found.ts";

/** Users by the ids that a source has for them. */
export class People {
  readonly #mapped: ReadonlyMap<string, Person>;
  readonly #known = new Map<string, Person>();

  constructor(mapped: ReadonlyMap<string, Person> = new Map()) {
    this.#mapped = mapped;
  }

  /** Remembers what a source says of a user, for places where it names the id alone. */
  learn(person: Person): void {
    if (person.userId !== "") this.#known.set(person.userId, person);
  }

  /** The user in Parley: what the mapping says goes before what the source says. */
  of(person: Person): Person {
    const known = this.#known.get(person.userId);
    const mapped = this.#mapped.get(person.userId);
    const name = mapped?.name || person.name || known?.name || undefined;
    const email = mapped?.email || person.email || known?.email || undefined;
    return { userId: mapped?.userId || person.userId, name, email };
  }

  /** How a text names a user. */
  nameOf(userId: string): string {
    const { name, userId: id } = this.of({ userId });
    return name ?? id;
  }
}
