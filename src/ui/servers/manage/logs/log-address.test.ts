import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LOG_KINDS, logAddress, shownKinds, type EntryKind, type LogName } from './log-address.ts';

const both: readonly LogName[] = ['feed', 'console'];

it('comes back as it was written', () => {
  const address = fc.constantFrom(...both).chain((which) =>
    fc.record({
      which: fc.constant(which),
      kinds: fc.subarray<EntryKind>([...LOG_KINDS[which]]),
      hits: fc.boolean(),
      text: fc.string(),
    }),
  );
  fc.assert(
    fc.property(address, (written) => {
      expect(logAddress(both).read(logAddress(both).write(written))).toEqual(written);
    }),
  );
});

it('falls back to a log that the person may see, and leaves out unknown kinds', () => {
  expect(logAddress(['console']).read('?log=feed&kinds=in,join')).toEqual({
    which: 'console',
    kinds: ['in'],
    hits: false,
    text: '',
  });
  expect(logAddress(both).read('')).toEqual({
    which: 'feed',
    kinds: [],
    hits: false,
    text: '',
  });
});

it('shows beside chat where chat may be missing', () => {
  const address = { which: 'feed', kinds: ['chat'], hits: false, text: '' } as const;
  expect(shownKinds(address)).toEqual(['chat', 'gap']);
  expect(shownKinds({ ...address, kinds: [] })).toContain('gap');
  expect(shownKinds({ ...address, kinds: ['join'] })).toEqual(['join']);
});
