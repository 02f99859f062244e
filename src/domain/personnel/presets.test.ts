import { expect, it } from 'vitest';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { PRESET, PRESETS, presetOf } from './presets.ts';
import { withImplied } from './rules.ts';

it('is known by its permissions, in whatever order', () => {
  for (const name of PRESET) expect(presetOf(PRESETS[name].toReversed())).toBe(name);
  expect(presetOf(PRESETS.moderator.slice(1))).toBeNull();
  expect(presetOf([])).toBeNull();
});

it('brings seeing the server, and is nothing that is not there', () => {
  for (const name of PRESET) {
    expect(withImplied(PRESETS[name]).toSorted()).toEqual([...PRESETS[name]].toSorted());
    expect(SERVER_PERMISSION).toEqual(expect.arrayContaining([...PRESETS[name]]));
  }
});
