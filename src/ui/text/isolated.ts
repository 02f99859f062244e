/** A name for the middle of a text: it keeps its own direction of writing, and cannot turn what is around it. */
export function isolated(name: string): string {
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`;
}
