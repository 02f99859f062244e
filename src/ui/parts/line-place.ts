/** Where a line stands in a list of which only what is looked at is drawn. */
export interface LinePlace {
  readonly index: number;
  /** How many there are in all. */
  readonly count: number;
  readonly measure: (line: Element | null) => void;
}

/** What its element carries; nothing, where all lines are drawn. */
export function placed({ index, count, measure }: Partial<LinePlace>) {
  if (index === undefined) return {};
  return { 'data-index': index, 'aria-posinset': index + 1, 'aria-setsize': count, ref: measure };
}
