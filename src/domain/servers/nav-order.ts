/**
 * The ids that have a place after one of a list was moved. `ids`: as they stand, of which the first `placed` have a
 * place and the others stand by name. What is moved among those gives a place to all before it.
 */
export function movedOrder(
  ids: readonly string[],
  placed: number,
  from: number,
  to: number,
): { readonly ids: readonly string[]; readonly placed: number } {
  const id = ids[from];
  if (id === undefined || from === to) return { ids, placed };
  const next = ids.toSpliced(from, 1).toSpliced(to, 0, id);
  const comes = from >= placed && to < placed;
  return { ids: next, placed: comes ? placed + 1 : Math.max(placed, to + 1) };
}
