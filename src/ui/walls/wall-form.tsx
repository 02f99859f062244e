import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { to } from '../../domain/routes/routes.ts';
import { wallCreate } from '../../protocol/walls/calls.ts';
import type { Scene, Wall } from '../../protocol/walls/fields.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import type { Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { keptAs, type Keeper } from '../parts/kept-draft.ts';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useForm } from '../parts/use-form.ts';
import { SceneFields } from './scene-fields.tsx';
import {
  definitionOf,
  draftOf,
  newScene,
  sceneName,
  wallDraft,
  withoutServers,
  type WallDraft,
} from './wall-draft.ts';
import { WallPreview } from './wall-preview.tsx';

/** What is changed goes with the revision that it was made of: another may have changed the wall in the meantime. */
const keptWall = wallDraft.extend({ revision: z.int() }).partial();

/** What the host answers: a new wall has its id then. */
interface Saved {
  readonly position: number;
  readonly wall_id?: string;
}

/** A wall's form, with null of a new one. */
export function WallForm({ wall }: { readonly wall: Wall | null }) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const id = wall?.wall_id;
  const newest = wall?.revision ?? 0;
  const kept = keptAs<WallDraft & { revision: number }>(`wall:${id ?? 'new'}`, keptWall);
  const [revision, setRevision] = useState(() => kept.read()?.revision ?? newest);
  const [fresh] = useState(() => ({
    name: '',
    scenes: [newScene(newRequestId(), t('form.firstScene'))],
    rotation: '20',
    pinned_scene: '',
    sound: false,
  }));
  const keep: Keeper<WallDraft> = {
    read: () => {
      const { revision: _, ...draft } = kept.read() ?? {};
      return draft;
    },
    write: (own) => kept.write(own === null ? null : { ...own, revision }),
  };
  const form = useForm({
    rules: wallCreate.body.shape,
    initial: useMemo(() => (wall === null ? fresh : draftOf(wall)), [wall, fresh]),
    typed: (values) => ({ wall: definitionOf(values) }),
    also: withoutServers,
    keep,
    ask: (body): Promise<Outcome<Saved>> =>
      id === undefined
        ? commands.call('wallCreate', { body })
        : commands.call('wallUpdate', { params: { wall_id: id }, body: { ...body, revision } }),
    done: ({ wall_id = id ?? '' }) => navigate(to.wall(wall_id)),
  });
  // What nobody has touched is of the newest.
  if (revision !== newest && !form.changed) setRevision(newest);
  const { scenes } = form.values;
  const definition = useMemo(() => definitionOf(form.values), [form.values]);
  /** Other scenes, or in another order: what was wrong with one is said again. */
  const order = (next: Scene[]) => form.set({ scenes: next }, 'wall.scenes');
  const isFull = scenes.length >= WALL_LIMIT.scenes;
  const whole = form.wrong['wall.scenes'];
  return (
    <Form form={form} startsInField={wall === null}>
      {revision === newest || form.busy ? null : (
        <Notice tone="warn" action={<Button onClick={form.discard}>{t('form.loadTheirs')}</Button>}>
          {t('form.changedMeanwhile')}
        </Notice>
      )}
      <div className="wall-editor">
        <WallPreview wall={definition} />
        <div className="stack">
          <Field
            {...form.field('name', 'wall.name')}
            label={t('name')}
            hint={form.limit('wall.name')}
            autoComplete="off"
          />
          {scenes.map((scene, index) => (
            <SceneFields
              key={scene.scene_id}
              scene={scene}
              index={index}
              count={scenes.length}
              form={form}
              onScene={(part) =>
                form.set({ scenes: scenes.with(index, { ...scene, ...part }) }, sceneName(index))
              }
              onRemove={() => order(scenes.toSpliced(index, 1))}
              onMove={(by) => order(scenes.toSpliced(index, 1).toSpliced(index + by, 0, scene))}
            />
          ))}
          <div className="actions">
            <Button
              icon={<Plus />}
              disabled={isFull}
              onClick={() => {
                const title = t('form.scene', { number: scenes.length + 1 });
                order([...scenes, newScene(newRequestId(), title)]);
              }}
            >
              {t('form.add')}
            </Button>
            {isFull ? (
              <span className="soft">{t('form.most', { max: WALL_LIMIT.scenes })}</span>
            ) : null}
          </div>
          <div className="scene-row">
            <Select
              label={t('form.pinned')}
              value={definition.pinned_scene ?? ''}
              options={[
                { value: '', label: t('form.rotate') },
                ...scenes.map(({ scene_id: value, title }) => ({
                  value,
                  label: t('form.pin', { title }),
                })),
              ]}
              onValue={(pinned_scene) => form.set({ pinned_scene })}
            />
            <Field
              {...form.field('rotation', 'wall.rotation')}
              label={t('form.rotation')}
              inputMode="numeric"
              hint={form.limit('wall.rotation')}
            />
          </div>
          <label className="tick">
            <input
              type="checkbox"
              checked={form.values.sound}
              onChange={(event) => form.set({ sound: event.target.checked })}
            />
            {t('form.sound')}
          </label>
          {whole === undefined ? null : <Notice tone="bad">{whole}</Notice>}
          <FormActions form={form} action={t('form.create')} />
        </div>
      </div>
      <UnsavedGuard form={form} />
    </Form>
  );
}
