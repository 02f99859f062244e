import { expect, it } from 'vitest';
import { entryOf } from './build.ts';

it.each([
  ['<script type="module" crossorigin src="/assets/index-AbC_1.js"></script>', true],
  ['<script crossorigin src="/assets/index-AbC_1.js" type="module"></script>', true],
  ['<script src="/theme.js"></script><script type="module" src="/assets/index-AbC_1.js">', true],
  ['<title>502 Bad Gateway</title>', false],
  ['<script src="/theme.js"></script>', false],
])('reads the build from the page %s', (page, found) => {
  expect(entryOf(page)).toBe(found ? '/assets/index-AbC_1.js' : null);
});
