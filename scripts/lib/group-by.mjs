// Vitest prints failures by Map.groupBy, which Node has from version 21 on; the tests run on 20 as well.
if (!('groupBy' in Map)) {
  Object.defineProperty(Map, 'groupBy', {
    configurable: true,
    writable: true,
    /**
     * @param {Iterable<unknown>} items
     * @param {(item: unknown, index: number) => unknown} keyOf
     */
    value: (items, keyOf) => {
      const groups = new Map();
      let index = 0;
      for (const item of items) {
        const key = keyOf(item, index);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [item]);
        else group.push(item);
        index += 1;
      }
      return groups;
    },
  });
}
