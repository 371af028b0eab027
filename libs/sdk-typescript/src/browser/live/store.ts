/**
 * An observable state: it is kept up to date while it has a subscriber, and each change replaces the state object. In React:
 * `useSyncExternalStore(store.subscribe, store.getSnapshot)`.
 */
export abstract class Store<State> {
  readonly #listeners = new Set<() => void>();
  #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Calls the listener after each change until the function that it returns is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // Each subscription has its own function, because the same listener may subscribe twice.
    const told = () => listener();
    this.#listeners.add(told);
    if (this.#listeners.size === 1) this.start();
    return () => {
      if (this.#listeners.delete(told) && this.#listeners.size === 0) this.stop();
    };
  };

  /** The current state. */
  readonly getSnapshot = (): State => this.#state;

  protected abstract start(): void;
  protected abstract stop(): void;

  protected change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) call(listener);
  }
}

// An error in a listener is reported to the page, and does not stop the other listeners.
function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
