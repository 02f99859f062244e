import { z } from 'zod';
import { SERVER_STATUS } from '../enumerations.ts';
import { hexId, moment } from '../fields.ts';
import { game } from '../servers/fields.ts';
import { TAG_LIMIT } from '../servers/limits.ts';
import { WALL_LIMIT } from './limits.ts';

/** One line that people read: no control characters. */
function line(most: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'one-line');
}

export const wallName = line(WALL_LIMIT.name);
export const sceneTitle = line(WALL_LIMIT.title);
export const displayName = line(WALL_LIMIT.name);

/** The filter of the server list; empty parts of it pass all. */
export const serverFilter = z.object({
  /** Contained in the name or the identifier, without case. */
  text: z.string().trim().max(WALL_LIMIT.filterText),
  games: z.array(game).max(16),
  states: z.array(z.enum(SERVER_STATUS)).max(SERVER_STATUS.length),
  /** One of these is among its tags; absent, as in walls of before there were tags: any. */
  tags: z.array(z.string().max(TAG_LIMIT.characters)).max(WALL_LIMIT.filterTags).optional(),
});

export type ServerFilter = z.infer<typeof serverFilter>;

/** Which servers a scene shows. */
export const sceneSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('servers'),
    server_ids: z.array(hexId).max(WALL_LIMIT.serversOfScene),
  }),
  z.object({ kind: z.literal('filter'), filter: serverFilter }),
]);
export type SceneSource = z.infer<typeof sceneSource>;

/** How a scene is drawn; `auto` chooses by the number of servers and the screen. */
export const SCENE_LAYOUT = ['auto', 'tiles', 'heat', 'league', 'single'] as const;
export type SceneLayout = (typeof SCENE_LAYOUT)[number];

export const scene = z.object({
  /** Chosen by whoever makes the scene; unique in the wall. */
  scene_id: hexId,
  title: sceneTitle,
  source: sceneSource,
  layout: z.enum(SCENE_LAYOUT),
});
export type Scene = z.infer<typeof scene>;

/** What a person writes of a wall. */
export const wallDefinition = z
  .object({
    name: wallName,
    scenes: z.array(scene).min(1).max(WALL_LIMIT.scenes),
    /** Seconds that each page of a scene is shown. */
    rotation: z.int().min(WALL_LIMIT.rotation.least).max(WALL_LIMIT.rotation.most),
    /** The scene that stays; null: they rotate. */
    pinned_scene: hexId.nullable(),
    /** Incidents may be heard. */
    sound: z.boolean(),
  })
  .refine(({ scenes }) => new Set(scenes.map((one) => one.scene_id)).size === scenes.length, {
    path: ['scenes'],
    message: 'scenes-not-unique',
  })
  .refine(
    ({ scenes, pinned_scene: pinned }) =>
      pinned === null || scenes.some((one) => one.scene_id === pinned),
    { path: ['pinned_scene'], message: 'unknown-scene' },
  )
  .refine(
    ({ scenes }) =>
      scenes.reduce(
        (sum, { source }) => sum + (source.kind === 'servers' ? source.server_ids.length : 0),
        0,
      ) <= WALL_LIMIT.serversOfWall,
    {
      path: ['scenes'],
      message: 'too-many-servers',
      params: { most: WALL_LIMIT.serversOfWall },
    },
  );
export type WallDefinition = z.infer<typeof wallDefinition>;

/** A saved wall. */
export const wall = z.object({
  wall_id: hexId,
  /** The account that made it. */
  owner: hexId,
  /** Rises with every change: a change is refused that was made of an older one. */
  revision: z.int().min(1),
  created_at: moment,
  updated_at: moment,
  ...wallDefinition.shape,
});
export type Wall = z.infer<typeof wall>;

/** Characters of a pairing code: none looks like another on a screen across the room. */
export const PAIRING_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PAIRING_CODE_LENGTH = 8;
/** How long a code can be typed, in milliseconds. */
export const PAIRING_LASTS = 600_000;

/** A code as it was typed: case, spaces and dashes do not matter. */
export const pairingCode = z
  .string()
  .max(64)
  .overwrite((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, ''))
  .regex(new RegExp(`^[${PAIRING_ALPHABET}]{${PAIRING_CODE_LENGTH}}$`), 'pairing-code');
