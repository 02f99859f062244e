import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wallCreate } from '../../protocol/walls/calls.ts';
import type { WallDefinition } from '../../protocol/walls/fields.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import type { Outcome } from '../../worker/contract.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import type { Keeper } from '../parts/kept-draft.ts';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useForm } from '../parts/use-form.ts';
import { SceneFields } from './scene-fields.tsx';
import {
  definitionOf,
  newScene,
  sceneName,
  withoutServers,
  type SceneDraft,
  type WallDraft,
} from './wall-draft.ts';
import { WallPreview } from './wall-preview.tsx';

/** A wall's form. `onSave` answers what became of it, and `onSaved` goes elsewhere. */
export function WallForm({
  initial,
  keep,
  onSave,
  onSaved,
}: {
  readonly initial: WallDraft;
  readonly keep: Keeper<WallDraft>;
  readonly onSave: (wall: WallDefinition) => Promise<Outcome<unknown>>;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('walls');
  const form = useForm({
    rules: wallCreate.body.shape,
    initial,
    typed: (values) => ({ wall: definitionOf(values) }),
    also: withoutServers,
    keep,
  });
  const draft = form.values;
  /** Other scenes, or in another order: what was wrong with one is said again. */
  const order = (scenes: readonly SceneDraft[]) => form.set({ scenes }, 'wall.scenes');
  const move = (from: number, by: number) => {
    const scenes = [...draft.scenes];
    scenes.splice(from + by, 0, ...scenes.splice(from, 1));
    order(scenes);
  };
  const save = async () => {
    const outcome = await form.submit(({ wall }) => onSave(wall));
    if (outcome?.ok !== true) return;
    form.settle();
    onSaved();
  };
  const definition = useMemo(() => definitionOf(draft), [draft]);
  const whole = form.wrong['wall.scenes'];
  return (
    <Form form={form} startsInField={initial.name === ''} onSubmit={() => void save()}>
      <div className="wall-editor">
        <WallPreview wall={definition} />
        <div className="stack">
          <Field
            {...form.field('name', 'wall.name')}
            label={t('name')}
            hint={form.limit('wall.name')}
            autoComplete="off"
          />
          {draft.scenes.map((scene, index) => (
            <SceneFields
              key={scene.scene_id}
              scene={scene}
              index={index}
              last={index === draft.scenes.length - 1}
              form={form}
              onScene={(part) => {
                const scenes = draft.scenes.map((one) =>
                  one === scene ? { ...one, ...part } : one,
                );
                form.set({ scenes }, sceneName(index));
              }}
              onRemove={
                draft.scenes.length === 1
                  ? undefined
                  : () => order(draft.scenes.filter((one) => one !== scene))
              }
              onMove={(by) => move(index, by)}
            />
          ))}
          <div className="actions">
            <Button
              icon={<Plus />}
              disabled={draft.scenes.length >= WALL_LIMIT.scenes}
              onClick={() => {
                const title = t('form.scene', { number: draft.scenes.length + 1 });
                order([...draft.scenes, newScene(newRequestId(), title)]);
              }}
            >
              {t('form.add')}
            </Button>
            {draft.scenes.length >= WALL_LIMIT.scenes ? (
              <span className="soft">{t('form.most', { max: WALL_LIMIT.scenes })}</span>
            ) : null}
          </div>
          <div className="scene-row">
            <Select
              label={t('form.pinned')}
              value={
                draft.scenes.some(({ scene_id }) => scene_id === draft.pinned) ? draft.pinned : ''
              }
              options={[
                { value: '', label: t('form.rotate') },
                ...draft.scenes.map(({ scene_id, title }) => ({
                  value: scene_id,
                  label: t('form.pin', { title }),
                })),
              ]}
              onValue={(pinned) => form.set({ pinned })}
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
              checked={draft.sound}
              onChange={(event) => form.set({ sound: event.target.checked })}
            />
            {t('form.sound')}
          </label>
          {whole === undefined ? null : <Notice tone="bad">{whole}</Notice>}
          <FormError error={form.error} />
          <div className="actions">
            <Button kind="primary" type="submit" busy={form.busy}>
              {t('form.create')}
            </Button>
          </div>
        </div>
      </div>
      <UnsavedGuard form={form} />
    </Form>
  );
}
