import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAIRING_ALPHABET, PAIRING_CODE_LENGTH, pairingCode, wallDefinition } from './fields.ts';
import { WALL_LIMIT } from './limits.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');

function scene(n: number, servers = 1) {
  return {
    scene_id: id(n),
    title: `Scene ${n}`,
    layout: 'auto',
    source: { kind: 'servers', server_ids: Array.from({ length: servers }, (_, i) => id(i)) },
  };
}

function definition(change: object = {}) {
  return {
    name: 'Lobby',
    scenes: [scene(1)],
    rotation: 20,
    pinned_scene: null,
    sound: false,
    ...change,
  };
}

const messages = (value: unknown) =>
  wallDefinition.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a wall', () => {
  it('with a scene and a name is one', () => {
    expect(messages(definition())).toEqual([]);
  });

  it('names each of its scenes once', () => {
    expect(messages(definition({ scenes: [scene(1), scene(1)] }))).toEqual(['scenes-not-unique']);
  });

  it('pins one of its own scenes', () => {
    expect(messages(definition({ pinned_scene: id(1) }))).toEqual([]);
    expect(messages(definition({ pinned_scene: id(2) }))).toEqual(['unknown-scene']);
  });

  it('has at most so many servers over all its scenes', () => {
    const { serversOfScene } = WALL_LIMIT;
    const full = [scene(1, serversOfScene), scene(2, serversOfScene)];
    expect(messages(definition({ scenes: full }))).toEqual([]);
    expect(messages(definition({ scenes: [...full, scene(3)] }))).toEqual(['too-many-servers']);
  });

  it('has a name of one line', () => {
    expect(wallDefinition.safeParse(definition({ name: 'Lobby\nTwo' })).success).toBe(false);
    expect(wallDefinition.safeParse(definition({ name: '  ' })).success).toBe(false);
  });
});

describe('a pairing code', () => {
  const code = fc.string({
    unit: fc.constantFrom(...PAIRING_ALPHABET.split('')),
    minLength: PAIRING_CODE_LENGTH,
    maxLength: PAIRING_CODE_LENGTH,
  });

  it('is the same however it is typed', () => {
    fc.assert(
      fc.property(code, (text) => {
        const typed = ` ${text.slice(0, 4).toLowerCase()}-${text.slice(4)} `;
        expect(pairingCode.parse(typed)).toBe(text);
      }),
    );
  });

  it('has none of the letters that look like another', () => {
    expect('01ILOU'.split('').filter((letter) => PAIRING_ALPHABET.includes(letter))).toEqual([]);
  });
});
