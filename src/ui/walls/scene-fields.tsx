import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GAME, SERVER_STATUS } from '../../protocol/enumerations.ts';
import { GAME_NAMES } from '../../protocol/games/games.ts';
import {
  SCENE_LAYOUT,
  type Scene,
  type SceneLayout,
  type SceneSource,
  type ServerFilter,
} from '../../protocol/walls/fields.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { focusNeighbour } from '../parts/focus-neighbour.ts';
import { Field } from '../parts/field.tsx';
import { Select } from '../parts/select.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';
import type { Form } from '../parts/use-form.ts';
import { Choices } from './choices.tsx';
import { sceneName, SHOWS, type WallDraft } from './wall-draft.ts';

const TAGS = ['tags'] as const;

/** One scene of a wall: its title, its servers and how they are drawn. */
export function SceneFields({
  scene: { title, layout, source },
  index,
  count,
  form,
  onScene,
  onRemove,
  onMove,
}: {
  readonly scene: Scene;
  readonly index: number;
  /** How many scenes there are; the only one stays. */
  readonly count: number;
  readonly form: Pick<Form<WallDraft>, 'limit'>;
  readonly onScene: (change: Partial<Scene>) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: -1 | 1) => void;
}) {
  const { t } = useTranslation('walls');
  const name = sceneName(index);
  const number = index + 1;
  const heading = useId();
  // Both are kept while somebody changes their mind about the kind.
  const shows = useRef<typeof SHOWS>(SHOWS);
  const tools = [
    { label: t('form.up', { number }), icon: <ArrowUp />, by: -1, still: number === 1 },
    { label: t('form.down', { number }), icon: <ArrowDown />, by: 1, still: number === count },
  ] as const;
  return (
    <section className="panel scene" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t('form.scene', { number })}</h2>
        <div className="actions">
          {tools.map(({ label, icon, by, still }) => (
            <Button
              key={by}
              kind="quiet"
              icon={icon}
              aria-label={label}
              still={still}
              onClick={() => onMove(by)}
            />
          ))}
          <Button
            kind="quiet"
            icon={<Trash2 />}
            aria-label={t('form.remove', { number })}
            data-takes-away=""
            still={count === 1}
            onClick={(event) => {
              focusNeighbour(event.currentTarget, '.scene');
              onRemove();
            }}
          />
        </div>
      </header>
      <div className="stack body">
        <div className="scene-row">
          <Field
            name={`${name}.title`}
            label={t('form.sceneTitle')}
            value={title}
            onValue={(next) => onScene({ title: next })}
            hint={form.limit(`${name}.title`)}
            autoComplete="off"
          />
          <Select
            label={t('form.layout')}
            value={layout}
            options={SCENE_LAYOUT.map((value) => ({ value, label: t(`form.layouts.${value}`) }))}
            onValue={(next) => onScene({ layout: next as SceneLayout })}
          />
        </div>
        <Select
          label={t('form.source')}
          value={source.kind}
          options={[
            { value: 'filter', label: t('form.filterSource') },
            { value: 'servers', label: t('form.serversSource') },
          ]}
          onValue={(kind) => {
            shows.current = { ...shows.current, [source.kind]: source };
            onScene({ source: shows.current[kind as SceneSource['kind']] });
          }}
        />
        {source.kind === 'servers' ? (
          <ServerChoice
            name={`${name}.source`}
            label={t('form.serversSource')}
            chosen={source.server_ids}
            most={WALL_LIMIT.serversOfScene}
            onChosen={(ids) => onScene({ source: { ...source, server_ids: [...ids] } })}
          />
        ) : (
          <FilterFields
            name={`${name}.source.filter`}
            filter={source.filter}
            onFilter={(part) =>
              onScene({ source: { ...source, filter: { ...source.filter, ...part } } })
            }
          />
        )}
      </div>
    </section>
  );
}

/** Which servers pass: by name, game, state and tag. */
function FilterFields({
  name,
  filter: { text, games, states, tags = [] },
  onFilter,
}: {
  readonly name: string;
  readonly filter: ServerFilter;
  readonly onFilter: (part: Partial<ServerFilter>) => void;
}) {
  const { t } = useTranslation(['walls', 'server']);
  const known = useOne({ view: 'totals' }, TAGS).row?.tags ?? [];
  // One that no server has any more can still be taken away.
  const offered = [...new Set([...known, ...tags])];
  return (
    <>
      <Field
        name={`${name}.text`}
        label={t('form.filterText')}
        value={text}
        onValue={(next) => onFilter({ text: next })}
        hint={t('form.filterHint')}
      />
      <Choices
        legend={t('form.game')}
        options={GAME_NAMES.map((game) => ({
          value: GAME[game],
          label: t(`game.${game}`, { ns: 'server' }),
        }))}
        chosen={games}
        onChosen={(next) => onFilter({ games: next })}
      />
      <Choices
        legend={t('form.state')}
        options={SERVER_STATUS.map((value) => ({
          value,
          label: t(`status.${value}`, { ns: 'server' }),
        }))}
        chosen={states}
        onChosen={(next) => onFilter({ states: next })}
      />
      {offered.length === 0 ? null : (
        <Choices
          legend={t('form.tag')}
          options={offered.map((value) => ({ value, label: value }))}
          chosen={tags}
          // Without one, every server passes.
          onChosen={(next) => onFilter({ tags: next.length === 0 ? undefined : next })}
        />
      )}
    </>
  );
}
