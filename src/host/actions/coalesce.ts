/**
 * Runs `run` for what it is given, never twice at once: what comes in the meantime waits and is run together. So
 * a fleet that begins asks the database a few questions, not two for each server. `run` may not reject.
 */
export function coalesce<Item>(run: (items: readonly Item[]) => Promise<void>) {
  let waiting: Item[] = [];
  let running = false;
  const begin = async () => {
    running = true;
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await run(items);
    }
    running = false;
  };
  return (item: Item): void => {
    waiting.push(item);
    if (!running) void begin();
  };
}
