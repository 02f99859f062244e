/** A wall while somebody edits it, and what is still wrong with it. */
import i18next from 'i18next';
import { z } from 'zod';
import { SERVER_STATUS } from '../../protocol/enumerations.ts';
import { game } from '../../protocol/servers/fields.ts';
import {
  SCENE_LAYOUT,
  sceneTitle,
  WALL_LIMIT,
  wallDefinition,
  wallName,
  type Scene,
  type WallDefinition,
} from '../../protocol/walls/fields.ts';
import { wrongBy } from '../parts/field-rule.ts';

const sceneDraftShape = z.object({
  scene_id: z.string(),
  title: z.string(),
  layout: z.enum(SCENE_LAYOUT),
  kind: z.enum(['filter', 'servers']),
  /** Both are kept while somebody changes their mind about the kind. */
  text: z.string(),
  games: z.array(game).readonly(),
  states: z.array(z.enum(SERVER_STATUS)).readonly(),
  serverIds: z.array(z.string()).readonly(),
});
export type SceneDraft = Readonly<z.infer<typeof sceneDraftShape>>;

/** A draft as it is kept over a reload. */
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
    ? { ...draft, ...source.filter }
    : { ...draft, serverIds: source.server_ids };
}

/** What the draft says, whether or not it can be saved. */
export function definitionOf(draft: WallDraft): WallDefinition {
  const pinned = draft.scenes.some(({ scene_id }) => scene_id === draft.pinned);
  return {
    name: draft.name.trim(),
    scenes: draft.scenes.map(sceneOf),
    rotation: /^\d{1,6}$/.test(draft.rotation.trim()) ? Number(draft.rotation) : Number.NaN,
    pinned_scene: pinned ? draft.pinned : null,
    sound: draft.sound,
  };
}

function sceneOf(draft: SceneDraft): Scene {
  const { scene_id, layout, kind, text, games, states, serverIds } = draft;
  const filter = { text: text.trim(), games: [...games], states: [...states] };
  return {
    scene_id,
    title: draft.title.trim(),
    layout,
    source: kind === 'filter' ? { kind, filter } : { kind, server_ids: [...serverIds] },
  };
}

/** What is wrong, by field: `name`, `rotation`, `scenes`, `title <scene>`, `servers <scene>`. */
export function wrongIn(draft: WallDraft): Readonly<Record<string, string>> {
  const { least, most } = WALL_LIMIT.rotation;
  const definition = definitionOf(draft);
  const t = i18next.getFixedT(null, 'walls');
  const wrong: Record<string, string | undefined> = {
    name: wrongBy(wallName, definition.name),
    rotation:
      definition.rotation >= least && definition.rotation <= most
        ? undefined
        : t('form.rotationHint', { least, most }),
  };
  for (const scene of definition.scenes) {
    wrong[`title ${scene.scene_id}`] = wrongBy(sceneTitle, scene.title);
    const { source } = scene;
    if (source.kind === 'servers' && source.server_ids.length === 0) {
      wrong[`servers ${scene.scene_id}`] = t('form.noServers');
    }
  }
  const found = Object.fromEntries(
    Object.entries(wrong).flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])),
  );
  if (Object.keys(found).length > 0 || wallDefinition.safeParse(definition).success) return found;
  return { scenes: t('form.tooMany', { max: WALL_LIMIT.serversOfWall }) };
}
