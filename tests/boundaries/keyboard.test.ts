/** Whoever has no pointer comes everywhere: journeys are walked by keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const JOURNEYS = 'tests/journeys';

/** What only a pointer does, or nobody: a field is written into without having been come to. */
const POINTED =
  /\.(?:click|dblclick|tap|check|uncheck|fill|selectOption|hover|dragTo|focus)\((?!\{ trial: true \})|\bmouse\./g;

/** Why these have a pointer in the hand as well. */
const WITH_A_POINTER: Readonly<Record<string, string>> = {
  'daily-work/buckets.spec.ts': 'clicks are counted, and keys beside',
  'daily-work/griefer.spec.ts': 'clicks are counted, and keys beside',
  'daily-work/many-servers.spec.ts': 'clicks are counted, and keys beside',
  'daily-work/past.spec.ts': 'clicks are counted, and keys beside',
  'replayed-portal.spec.ts': 'a slider is dragged; recordings.spec.ts moves it by keys',
  'thirty-tabs.spec.ts': 'a browser without a driver enters by a script',
};

it('journeys are walked by keys, but for those that say why', () => {
  const pointed = readdirSync(JOURNEYS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => readFileSync(join(JOURNEYS, file), 'utf8').search(POINTED) >= 0);
  expect(pointed.toSorted()).toEqual(Object.keys(WITH_A_POINTER).toSorted());
});
