import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { GAME, SERVER_STATUS } from '../../protocol/enumerations.ts';
import { SCENE_LAYOUT, wallDefinition, type WallDefinition } from '../../protocol/walls/fields.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { wallCreate } from '../../protocol/walls/calls.ts';
import { read } from '../parts/rules.ts';
import {
  definitionOf,
  draftOf,
  newScene,
  SHOWS,
  wallDraft,
  withoutServers,
  type WallDraft,
} from './wall-draft.ts';

beforeAll(async () => {
  await startTexts();
  await loadTexts();
});

const wrongIn = (draft: WallDraft) => ({
  ...read(wallCreate.body.shape, { wall: definitionOf(draft) }).wrong,
  ...withoutServers(draft),
});

const id = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'.split('')),
  minLength: 24,
  maxLength: 24,
});
const line = fc.stringMatching(/^[A-Za-z0-9Ж🙂]{1,20}$/u);
const source = fc.oneof(
  fc.record({
    kind: fc.constant('servers' as const),
    server_ids: fc.array(id, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    kind: fc.constant('filter' as const),
    filter: fc.record(
      {
        text: line,
        games: fc.subarray(Object.values(GAME)),
        states: fc.subarray([...SERVER_STATUS]),
        tags: fc.array(line, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['text', 'games', 'states'] },
    ),
  }),
);
const scene = fc.record({
  scene_id: id,
  title: line,
  layout: fc.constantFrom(...SCENE_LAYOUT),
  source,
});
const wall: fc.Arbitrary<WallDefinition> = fc
  .record({
    name: line,
    scenes: fc.uniqueArray(scene, { minLength: 1, maxLength: 6, selector: (one) => one.scene_id }),
    rotation: fc.integer({ min: 5, max: 3_600 }),
    sound: fc.boolean(),
    pinned: fc.option(fc.nat(5)),
  })
  .map(({ pinned, ...rest }) => ({
    ...rest,
    pinned_scene: pinned === null ? null : (rest.scenes[pinned]?.scene_id ?? null),
  }));

it('a wall that is opened and saved again is the same, and nothing is wrong with it', () => {
  fc.assert(
    fc.property(wall, (definition) => {
      const draft = draftOf(definition);
      expect(definitionOf(draft)).toEqual(definition);
      expect(wallDraft.parse(draft)).toEqual(draft);
      expect(wrongIn(draft)).toEqual({});
      expect(wallDefinition.safeParse(definition).success).toBe(true);
    }),
  );
});

it('what is wrong is said at its field', () => {
  const scenes = [{ ...newScene('0'.repeat(24), ''), source: SHOWS.servers }];
  const draft = { name: ' ', scenes, rotation: '2', pinned_scene: '', sound: false };
  expect(wrongIn(draft)).toEqual({
    'wall.name': 'This is required.',
    'wall.rotation': 'A whole number from 5 to 3600.',
    'wall.scenes.0.title': 'This is required.',
    'wall.scenes.0.source': 'Choose at least one server.',
  });
});

it('says how many servers a wall shows at most', () => {
  const server_ids = Array.from({ length: 10_000 }, (_, n) => n.toString(16).padStart(24, '0'));
  const scenes = ['1', '2', '3'].map((one) => ({
    ...newScene(one.repeat(24), one),
    source: { ...SHOWS.servers, server_ids },
  }));
  const draft = { name: 'A', scenes, rotation: '20', pinned_scene: '', sound: false };
  expect(wrongIn(draft)['wall.scenes']).toMatch(/at most 20,000 servers/);
});

it('a scene that is pinned and then removed pins nothing', () => {
  const draft = {
    name: 'A',
    scenes: [newScene('1'.repeat(24), 'B')],
    rotation: '20',
    sound: false,
  };
  expect(definitionOf({ ...draft, pinned_scene: '2'.repeat(24) }).pinned_scene).toBeNull();
});
