/** A wall while somebody edits it. */
import i18next from 'i18next';
import { z } from 'zod';
import { SERVER_STATUS } from '../../protocol/enumerations.ts';
import { game } from '../../protocol/servers/fields.ts';
import { SCENE_LAYOUT, type Scene, type WallDefinition } from '../../protocol/walls/fields.ts';
import { wholeNumber, type Wrong } from '../parts/rules.ts';

const sceneDraftShape = z.object({
  scene_id: z.string(),
  title: z.string(),
  layout: z.enum(SCENE_LAYOUT),
  kind: z.enum(['filter', 'servers']),
  /** Both are kept while somebody changes their mind about the kind. */
  text: z.string(),
  games: z.array(game).readonly(),
  states: z.array(z.enum(SERVER_STATUS)).readonly(),
  tags: z.array(z.string()).readonly(),
  serverIds: z.array(z.string()).readonly(),
});
export type SceneDraft = Readonly<z.infer<typeof sceneDraftShape>>;

export const wallDraft = z.object({
  name: z.string(),
  scenes: z.array(sceneDraftShape).readonly(),
  /** As it was typed. */
  rotation: z.string(),
  /** Empty: the scenes take turns. */
  pinned: z.string(),
  sound: z.boolean(),
});
export type WallDraft = Readonly<z.infer<typeof wallDraft>>;

export function newScene(id: string, title: string): SceneDraft {
  return {
    scene_id: id,
    title,
    layout: 'auto',
    kind: 'filter',
    text: '',
    games: [],
    states: [],
    tags: [],
    serverIds: [],
  };
}

export function draftOf(wall: WallDefinition): WallDraft {
  const { name, rotation, pinned_scene, sound } = wall;
  const scenes = wall.scenes.map(sceneDraft);
  return { name, scenes, rotation: String(rotation), pinned: pinned_scene ?? '', sound };
}

function sceneDraft({ scene_id, title, layout, source }: Scene): SceneDraft {
  const draft = { ...newScene(scene_id, title), layout, kind: source.kind };
  return source.kind === 'filter'
    ? { ...draft, ...source.filter, tags: source.filter.tags ?? [] }
    : { ...draft, serverIds: source.server_ids };
}

/** What the draft says, whether or not it can be saved. */
export function definitionOf(draft: WallDraft): WallDefinition {
  const pinned = draft.scenes.some(({ scene_id }) => scene_id === draft.pinned);
  return {
    name: draft.name.trim(),
    scenes: draft.scenes.map(sceneOf),
    rotation: wholeNumber(draft.rotation),
    pinned_scene: pinned ? draft.pinned : null,
    sound: draft.sound,
  };
}

function sceneOf(draft: SceneDraft): Scene {
  const { scene_id, layout, kind, text, games, states, tags, serverIds } = draft;
  const filter = {
    text: text.trim(),
    games: [...games],
    states: [...states],
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
  };
  return {
    scene_id,
    title: draft.title.trim(),
    layout,
    source: kind === 'filter' ? { kind, filter } : { kind, server_ids: [...serverIds] },
  };
}

/** What no rule of the wire says: a scene that shows chosen servers has one. */
export function withoutServers({ scenes }: WallDraft): Wrong {
  const text = i18next.t('form.noServers', { ns: 'walls' });
  const wrong: Record<string, string> = {};
  for (const [index, { kind, serverIds }] of scenes.entries()) {
    if (kind === 'servers' && serverIds.length === 0) wrong[`${sceneName(index)}.source`] = text;
  }
  return wrong;
}

/** The name of a scene's fields, as the wire has it. */
export function sceneName(index: number): string {
  return `wall.scenes.${index}`;
}
