/**
 * What a row of pages is searched by, and what is looked for in it: the text itself, and of names of players their key as well, so
 * that they are found as people type them.
 */
import { PAGED, type PagedName, type PagedRow } from '../../protocol/resources/registry.ts';
import type { PagedResource } from '../../protocol/resources/paged.ts';
import { nameKey } from '../players/name-key.ts';
import { cut, fieldOf, fold, holds, isShort, searchedText } from './keys.ts';

/** Of the text that is searched. */
const FOLDED_MAX = 2_000;
/** What has no letter is an id, or a part of one. */
const FIGURES = /^[\d\s.:*/-]*$/;

/** As much of its text as is kept beside a row; a key that says no more than the text does is left out. */
export function keptText(resource: PagedName, row: PagedRow): string {
  const { searched, named = [] }: PagedResource = PAGED[resource];
  const keys = named.flatMap((field) => {
    const name = fieldOf(row, field);
    if (typeof name !== 'string') return [];
    const key = nameKey(name);
    return key === fold(name) ? [] : [key];
  });
  return cut([searchedText(searched, row), ...keys].join('\n'), FOLDED_MAX);
}

/** What is looked for, any of which a row may have: the text itself, then its key, where it has one. Nothing: every row is found. */
export function soughtIn(resource: PagedName, text: string): readonly string[] {
  const { named = [] }: PagedResource = PAGED[resource];
  const sought = fold(text);
  if (sought === '') return [];
  const key = nameKey(text);
  // How words begin is looked for in all of the text, where the key of two signs would begin others.
  const isName = named.length > 0 && !FIGURES.test(sought) && !isShort(sought) && !isShort(key);
  return isName && key !== sought ? [sought, key] : [sought];
}

/** Where among its lines the kept text has names and their keys, from 0. */
export function nameLines(resource: PagedName): readonly number[] {
  const { searched, named = [] }: PagedResource = PAGED[resource];
  return [
    ...named.map((field) => searched.indexOf(field)),
    ...named.map((_, at) => searched.length + at),
  ];
}

/** Whether a text that is kept has any of what is looked for: all of it may have the text itself, names alone a key. */
export function isFoundIn(kept: string, resource: PagedName, text: string): boolean {
  const [sought, key] = soughtIn(resource, text);
  if (sought === undefined || holds(kept, sought)) return true;
  if (key === undefined) return false;
  const lines = kept.split('\n');
  return nameLines(resource).some((at) => holds(lines[at] ?? '', key));
}
