/**
 * A state that others look at: it is kept up to date while somebody has subscribed, and each change of it is a new object. In React:
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
    // A function of its own: the same listener may be given twice.
    const told = () => listener();
    this.#listeners.add(told);
    if (this.#listeners.size === 1) this.start();
    return () => {
      if (this.#listeners.delete(told) && this.#listeners.size === 0) this.stop();
    };
  };

  /** The state as it is now. */
  readonly getSnapshot = (): State => this.#state;

  protected abstract start(): void;
  protected abstract stop(): void;

  protected change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) call(listener);
  }
}

// What a listener throws is its page's to see, and does not keep the others from hearing.
function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
