import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { GAME, SERVER_STATUS } from '../../../protocol/enumerations.ts';
import { GAME_NAMES } from '../../../protocol/games/games.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { GROUPING, type DashboardAddress } from '../../parts/addresses/servers.ts';
import { Select } from '../../parts/select.tsx';
import { whenIdle } from '../../parts/when-idle.ts';
import { SEARCH_ATTRIBUTE } from '../../shell/keys/shortcuts.ts';
import { ColumnsLabel } from './columns-label.tsx';

/** Menus come after the first rows. */
const ColumnMenu = lazy(async () => {
  await whenIdle();
  return { default: (await import('./column-menu.tsx')).ColumnMenu };
});

const SavedViews = lazy(async () => {
  await whenIdle();
  return { default: (await import('./saved-views.tsx')).SavedViews };
});

export interface FiltersProps {
  readonly address: DashboardAddress;
  readonly onAddress: (address: DashboardAddress) => void;
}

const TAGS = ['tags'] as const;

/** Filter by name, game, state and tag, and the choice of columns. */
export function Filters({ address, onAddress }: FiltersProps) {
  const { t } = useTranslation('dashboard');
  const { filter } = address;
  const replaying = useReplaying();
  // One that no server has any more can still be taken away.
  const known = [
    ...new Set([...(useOne({ view: 'totals' }, TAGS).row?.tags ?? []), ...(filter.tags ?? [])]),
  ];
  const change = (next: Partial<DashboardAddress['filter']>) => {
    const { text, games, states, tags } = { ...filter, ...next };
    onAddress({
      ...address,
      filter: {
        ...(text === undefined || text === '' ? {} : { text }),
        ...(games === undefined || games.length === 0 ? {} : { games }),
        ...(states === undefined || states.length === 0 ? {} : { states }),
        ...(tags === undefined || tags.length === 0 ? {} : { tags }),
      },
    });
  };
  return (
    <div className="filters" role="search">
      <input
        className="input"
        type="search"
        value={filter.text ?? ''}
        onChange={(event) => change({ text: event.target.value })}
        placeholder={t('filter')}
        aria-label={t('filter')}
        title={t('filterHint')}
        {...{ [SEARCH_ATTRIBUTE]: '' }}
      />
      <Select
        label={t('game')}
        labelHidden
        value={String(filter.games?.[0] ?? '')}
        options={[
          { value: '', label: t('allGames') },
          ...GAME_NAMES.map((name) => ({
            value: String(GAME[name]),
            label: t(`game.${name}`, { ns: 'server' }),
          })),
        ]}
        onValue={(value) => change({ games: value === '' ? [] : [Number(value)] })}
      />
      <Select
        label={t('state')}
        labelHidden
        value={filter.states?.[0] ?? ''}
        options={[
          { value: '', label: t('allStates') },
          ...SERVER_STATUS.map((value) => ({
            value,
            label: t(`status.${value}`, { ns: 'server' }),
          })),
        ]}
        onValue={(value) => change({ states: value === '' ? [] : [value] })}
      />
      {known.length === 0 ? null : (
        <Select
          label={t('tag')}
          labelHidden
          value={filter.tags?.[0] ?? ''}
          options={[
            { value: '', label: t('allTags') },
            ...known.map((tag) => ({ value: tag, label: tag })),
          ]}
          onValue={(tag) => change({ tags: tag === '' ? [] : [tag] })}
        />
      )}
      <Select
        label={t('group.label')}
        labelHidden
        value={address.group ?? ''}
        options={[
          { value: '', label: t('group.none') },
          ...GROUPING.filter(
            (by) => by !== 'tag' || known.length > 0 || address.group === 'tag',
          ).map((by) => ({ value: by, label: t(`group.by.${by}`) })),
        ]}
        onValue={(value) =>
          onAddress({
            ...address,
            group: GROUPING.find((by) => by === value) ?? null,
            closed: [],
          })
        }
      />
      <Suspense
        fallback={
          <span className="button">
            <ColumnsLabel />
          </span>
        }
      >
        <ColumnMenu address={address} onAddress={onAddress} />
      </Suspense>
      {replaying ? null : (
        <Suspense fallback={null}>
          <SavedViews address={address} />
        </Suspense>
      )}
    </div>
  );
}
