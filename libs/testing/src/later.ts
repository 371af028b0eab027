/** Stands for a value that `beforeAll` creates: its properties are read when they are used. */
export function later<Value extends object>(find: () => Value | undefined): Value {
  return new Proxy({} as Value, {
    get(_, property) {
      const value = find();
      if (value === undefined) throw new Error(`${String(property)} is not known before the first test.`);
      const read = Reflect.get(value, property);
      return typeof read === "function" ? read.bind(value) : read;
    },
    set: (_, property, changed) => {
      const value = find();
      return value !== undefined && Reflect.set(value, property, changed);
    },
  });
}
