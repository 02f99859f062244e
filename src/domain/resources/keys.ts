/**
 * What rows are compared by. Of pages the host keeps it beside each row and a client makes it of the rows that it
 * has, so that both sort, filter and search alike; those that are held whole are searched in the same way. A page
 * tells its questions apart by it too, and loads no resource for that.
 */
import type { PagedRow, ResourceName, RowOf } from '../../protocol/resources/registry.ts';

/** Of a text that something is sorted or filtered by. */
const KEY_MAX = 200;

/** A text without case, accents and what no database keeps. */
export function fold(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[\s\0]+/gu, ' ')
    .trim();
}

/** A field's value, to be compared. Nothing at all is an empty text. */
export function keyOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? cut(fold(value), KEY_MAX) : '';
}

/** What a field has, each to be compared. */
export function keysOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((one) => String(keyOf(one))) : [];
}

/** A field of a row, whatever the resource. */
export function fieldOf(row: PagedRow | RowOf<ResourceName>, field: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[field];
}

/** The text of a row that a search looks in, of the fields that are `searched`; a line break parts them. */
export function searchedText(
  searched: readonly string[],
  row: PagedRow | RowOf<ResourceName>,
): string {
  return searched.map((field) => textOf(fieldOf(row, field))).join('\n');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return fold(value);
  if (value === null || value === undefined) return '';
  return fold(JSON.stringify(value).replace(/["{}[\],:]+/g, ' '));
}

/** Cuts a text, and no character in two. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * What an index finds a text by: each three characters that follow each other, and how each word begins, in one
 * character and in two, behind a space.
 */
export function gramsOf(text: string): readonly string[] {
  const grams = new Set<string>();
  for (const line of text.split('\n')) {
    const characters = Array.from(line);
    for (const [at, character] of characters.entries()) {
      const [second, third] = [characters[at + 1], characters[at + 2]];
      if (second !== undefined && third !== undefined) grams.add(character + second + third);
      if (!isWord(character) || isWord(characters[at - 1] ?? '')) continue;
      grams.add(` ${character}`);
      if (second !== undefined) grams.add(` ${character}${second}`);
    }
  }
  return [...grams];
}

function isWord(character: string): boolean {
  return /^[\p{Letter}\p{Number}]/u.test(character);
}

/** Whether what is looked for is too short to be found within words: only how they begin is compared. */
export function isShort(sought: string): boolean {
  return Array.from(sought).length < 3;
}

/** What has to be among the grams of a text that holds what is looked for; that is folded. */
export function soughtGrams(sought: string): readonly string[] {
  if (isShort(sought)) return [` ${sought}`];
  const characters = Array.from(sought);
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
}

/** Whether a text holds what is looked for: both are folded. */
export function holds(text: string, sought: string): boolean {
  if (sought === '' || !isShort(sought)) return text.includes(sought);
  if (!isWord(sought)) return false;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    // The character before may be two units long.
    if (!/[\p{Letter}\p{Number}]$/u.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}
