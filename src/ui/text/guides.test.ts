import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIRST_TEXTS, LATER_TEXTS } from './en/all.ts';

const folder = new URL('../../../docs/guides/', import.meta.url);
const guides = readdirSync(folder).filter((name) => name.startsWith('connect-'));
const later = await Promise.all(Object.values(LATER_TEXTS).map((load) => load()));
const texts = leaves([FIRST_TEXTS, later]);

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

it.each(guides)('%s quotes what the portal says when a test fails', (name) => {
  const rows = readFileSync(new URL(name, folder), 'utf8').matchAll(
    /^\| (?!the portal|-)([^|]+?) +\|/gm,
  );
  const unsaid = [...rows]
    .map(([, said = '']) => said)
    .filter((said) => !texts.some((text) => text.startsWith(said)));
  expect(unsaid).toEqual([]);
});

it.each(guides)('%s names the fields and buttons of the portal as they are labelled', (name) => {
  const labels = readFileSync(new URL(name, folder), 'utf8')
    .replaceAll(/\s+/g, ' ')
    .matchAll(
      /\*\*((?:Add|Name|Address|Game|Query|RCon|Test|Manage|Lock|Restart|Generic|Log)[^*]*)\*\*/g,
    );
  const unknown = [...labels]
    .map(([, label = '']) => label)
    .filter((label) => !texts.includes(label));
  expect(unknown).toEqual([]);
});
