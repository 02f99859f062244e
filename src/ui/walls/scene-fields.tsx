import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GAME, SERVER_STATUS } from '../../protocol/enumerations.ts';
import { GAME_NAMES } from '../../protocol/games/games.ts';
import { SCENE_LAYOUT, type SceneLayout } from '../../protocol/walls/fields.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { focusNeighbour } from '../parts/focus-neighbour.ts';
import { Field } from '../parts/field.tsx';
import { Select } from '../parts/select.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';
import type { Form } from '../parts/use-form.ts';
import { Choices } from './choices.tsx';
import { sceneName, type SceneDraft, type WallDraft } from './wall-draft.ts';

const TAGS = ['tags'] as const;

/** One scene of a wall: its title, its servers and how they are drawn. */
export function SceneFields({
  scene,
  index,
  form,
  last,
  onScene,
  onRemove,
  onMove,
}: {
  readonly scene: SceneDraft;
  readonly index: number;
  readonly form: Pick<Form<WallDraft>, 'limit'>;
  /** No scene comes after it. */
  readonly last: boolean;
  readonly onScene: (change: Partial<SceneDraft>) => void;
  /** undefined: it is the only one. */
  readonly onRemove: (() => void) | undefined;
  readonly onMove: (by: -1 | 1) => void;
}) {
  const { t } = useTranslation('walls');
  const name = sceneName(index);
  const number = index + 1;
  const heading = useId();
  const known = useOne({ view: 'totals' }, TAGS).row?.tags ?? [];
  // One that no server has any more can still be taken away.
  const tags = [...new Set([...known, ...scene.tags])];
  return (
    <section className="panel scene" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t('form.scene', { number })}</h2>
        <div className="actions">
          <Button
            kind="quiet"
            icon={<ArrowUp />}
            aria-label={t('form.up', { number })}
            still={number === 1}
            onClick={() => onMove(-1)}
          />
          <Button
            kind="quiet"
            icon={<ArrowDown />}
            aria-label={t('form.down', { number })}
            still={last}
            onClick={() => onMove(1)}
          />
          <Button
            kind="quiet"
            icon={<Trash2 />}
            aria-label={t('form.remove', { number })}
            data-takes-away=""
            still={onRemove === undefined}
            onClick={(event) => {
              focusNeighbour(event.currentTarget, '.scene');
              onRemove?.();
            }}
          />
        </div>
      </header>
      <div className="stack body">
        <div className="scene-row">
          <Field
            name={`${name}.title`}
            label={t('form.sceneTitle')}
            value={scene.title}
            onValue={(title) => onScene({ title })}
            hint={form.limit(`${name}.title`)}
            autoComplete="off"
          />
          <Select
            label={t('form.layout')}
            value={scene.layout}
            options={SCENE_LAYOUT.map((value) => ({ value, label: t(`form.layouts.${value}`) }))}
            onValue={(layout) => onScene({ layout: layout as SceneLayout })}
          />
        </div>
        <Select
          label={t('form.source')}
          value={scene.kind}
          options={[
            { value: 'filter', label: t('form.filterSource') },
            { value: 'servers', label: t('form.serversSource') },
          ]}
          onValue={(kind) => onScene({ kind: kind as SceneDraft['kind'] })}
        />
        {scene.kind === 'servers' ? (
          <ServerChoice
            name={`${name}.source`}
            label={t('form.serversSource')}
            chosen={scene.serverIds}
            most={WALL_LIMIT.serversOfScene}
            onChosen={(serverIds) => onScene({ serverIds })}
          />
        ) : (
          <>
            <Field
              name={`${name}.source.filter.text`}
              label={t('form.filterText')}
              value={scene.text}
              onValue={(text) => onScene({ text })}
              hint={t('form.filterHint')}
            />
            <Choices
              legend={t('form.game')}
              options={GAME_NAMES.map((name) => ({
                value: GAME[name],
                label: t(`game.${name}`, { ns: 'server' }),
              }))}
              chosen={scene.games}
              onChosen={(games) => onScene({ games })}
            />
            <Choices
              legend={t('form.state')}
              options={SERVER_STATUS.map((value) => ({
                value,
                label: t(`status.${value}`, { ns: 'server' }),
              }))}
              chosen={scene.states}
              onChosen={(states) => onScene({ states })}
            />
            {tags.length === 0 ? null : (
              <Choices
                legend={t('form.tag')}
                options={tags.map((value) => ({ value, label: value }))}
                chosen={scene.tags}
                onChosen={(chosen) => onScene({ tags: chosen })}
              />
            )}
          </>
        )}
      </div>
    </section>
  );
}
