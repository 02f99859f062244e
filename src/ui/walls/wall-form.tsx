import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { WALL_LIMIT, type WallDefinition } from '../../protocol/walls/fields.ts';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { focusWrong } from '../parts/focus-wrong.ts';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { errorText } from '../text/problem-text.ts';
import { SceneFields } from './scene-fields.tsx';
import { definitionOf, newScene, wrongIn, type SceneDraft, type WallDraft } from './wall-draft.ts';

/**
 * A wall's form. `onSave` answers what became of it; it goes elsewhere by itself once it is saved.
 * `kept`: what somebody typed here before a reload.
 */
export function WallForm({
  initial,
  kept,
  preview,
  onSave,
  onDraft,
}: {
  readonly initial: WallDraft;
  readonly kept: WallDraft | null;
  /** Where the saved wall is shown; null before it was saved. */
  readonly preview: string | null;
  readonly onSave: (wall: WallDefinition) => Promise<Outcome<unknown>>;
  /** What is typed; null when it is given up. */
  readonly onDraft: (draft: WallDraft | null) => void;
}) {
  const { t } = useTranslation('walls');
  const [draft, setDraft] = useState(kept ?? initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const found = wrongIn(draft);
  const wrong = tried ? found : {};
  const [touched, setTouched] = useState(kept !== null);
  const change = (part: Partial<WallDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setTouched(true);
  };
  const told = useEffectEvent(onDraft);
  useEffect(() => {
    if (touched && !saved) told(draft);
  }, [draft, touched, saved]);
  const changeScene = (id: string, part: Partial<SceneDraft>) =>
    change({
      scenes: draft.scenes.map((one) => (one.scene_id === id ? { ...one, ...part } : one)),
    });
  const move = (from: number, by: number) => {
    const scenes = [...draft.scenes];
    scenes.splice(from + by, 0, ...scenes.splice(from, 1));
    change({ scenes });
  };
  const save = async (form: HTMLFormElement) => {
    // The marks of what is wrong have to be there before the focus goes to the first of them.
    flushSync(() => setTried(true));
    if (busy) return;
    if (Object.keys(found).length > 0) {
      focusWrong(form);
      return;
    }
    setBusy(true);
    // What is saved may be left.
    flushSync(() => setSaved(true));
    const outcome = await onSave(definitionOf(draft));
    setBusy(false);
    setSaved(outcome.ok);
    setError(outcome.ok ? null : outcome.error);
  };
  const { least, most } = WALL_LIMIT.rotation;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <Field
        label={t('name')}
        value={draft.name}
        onValue={(name) => change({ name })}
        hint={t('form.nameHint', { max: WALL_LIMIT.name })}
        wrong={wrong['name']}
        autoComplete="off"
      />
      {draft.scenes.map((scene, index) => (
        <SceneFields
          key={scene.scene_id}
          scene={scene}
          number={index + 1}
          last={index === draft.scenes.length - 1}
          wrong={wrong}
          onScene={(part) => changeScene(scene.scene_id, part)}
          onRemove={
            draft.scenes.length === 1
              ? undefined
              : () => change({ scenes: draft.scenes.filter((one) => one !== scene) })
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
            change({ scenes: [...draft.scenes, newScene(newRequestId(), title)] });
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
          value={draft.scenes.some(({ scene_id }) => scene_id === draft.pinned) ? draft.pinned : ''}
          options={[
            { value: '', label: t('form.rotate') },
            ...draft.scenes.map(({ scene_id, title }) => ({
              value: scene_id,
              label: t('form.pin', { title }),
            })),
          ]}
          onValue={(pinned) => change({ pinned })}
        />
        <Field
          label={t('form.rotation')}
          inputMode="numeric"
          value={draft.rotation}
          onValue={(rotation) => change({ rotation })}
          hint={t('form.rotationHint', { least, most })}
          wrong={wrong['rotation']}
        />
      </div>
      <label className="tick">
        <input
          type="checkbox"
          checked={draft.sound}
          onChange={(event) => change({ sound: event.target.checked })}
        />
        {t('form.sound')}
      </label>
      {wrong['scenes'] === undefined ? null : <Notice tone="bad">{wrong['scenes']}</Notice>}
      {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
      <div className="actions">
        <Button kind="primary" type="submit" busy={busy}>
          {t('form.create')}
        </Button>
        {preview === null ? null : <ButtonLink href={preview}>{t('form.preview')}</ButtonLink>}
      </div>
      <UnsavedGuard changed={touched && !saved} onLeave={() => onDraft(null)} />
    </form>
  );
}
