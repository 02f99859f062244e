/** A wall while somebody edits it: as the wire has it, its numbers as they were typed. */
import i18next from 'i18next';
import { z } from 'zod';
import {
  scene,
  sceneSource,
  serverFilter,
  type Scene,
  type SceneSource,
  type WallDefinition,
} from '../../protocol/walls/fields.ts';
import { wholeNumber, type Wrong } from '../parts/rules.ts';

const [chosen, filtered] = sceneSource.options;

/** What is typed need not be right to be kept. */
export const wallDraft = z.object({
  name: z.string(),
  scenes: z.array(
    scene.extend({
      title: z.string(),
      source: z.discriminatedUnion('kind', [
        chosen,
        filtered.extend({ filter: serverFilter.extend({ text: z.string() }) }),
      ]),
    }),
  ),
  rotation: z.string(),
  /** Empty: the scenes take turns. */
  pinned_scene: z.string(),
  sound: z.boolean(),
});
export type WallDraft = z.infer<typeof wallDraft>;

/** What a scene shows that nobody has chosen anything for. */
export const SHOWS: { readonly [K in SceneSource['kind']]: SceneSource & { readonly kind: K } } = {
  filter: { kind: 'filter', filter: { text: '', games: [], states: [] } },
  servers: { kind: 'servers', server_ids: [] },
};

export function newScene(scene_id: string, title: string): Scene {
  return { scene_id, title, layout: 'auto', source: SHOWS.filter };
}

export function draftOf({
  name,
  scenes,
  rotation,
  pinned_scene,
  sound,
}: WallDefinition): WallDraft {
  return { name, scenes, rotation: String(rotation), pinned_scene: pinned_scene ?? '', sound };
}

/** What the draft says, whether or not it can be saved. */
export function definitionOf(draft: WallDraft): WallDefinition {
  const pinned = draft.scenes.find(({ scene_id }) => scene_id === draft.pinned_scene);
  return {
    ...draft,
    rotation: wholeNumber(draft.rotation),
    pinned_scene: pinned?.scene_id ?? null,
  };
}

/** What no rule of the wire says: a scene that shows chosen servers has one. */
export function withoutServers({ scenes }: WallDraft): Wrong {
  const text = i18next.t('form.noServers', { ns: 'walls' });
  const empty = scenes.flatMap(({ source }, index) =>
    source.kind === 'servers' && source.server_ids.length === 0 ? [index] : [],
  );
  return Object.fromEntries(empty.map((index) => [`${sceneName(index)}.source`, text]));
}

/** The name of a scene's fields, as the wire has it. */
export function sceneName(index: number): string {
  return `wall.scenes.${index}`;
}
