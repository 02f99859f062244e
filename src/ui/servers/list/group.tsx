import type { ReadonlySignal } from '@preact/signals-react';
import { ChevronDown, ChevronRight, ListChecks } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupRow, ServerFilter, ServerGrouping } from '../../../domain/queries.ts';
import type { ConnectionState } from '../../../domain/rows.ts';
import { gameName, SERVER_STATUS, type Game } from '../../../protocol/enumerations.ts';
import { useChoosing, type Choosing } from '../../actions/use-choosing.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useView } from '../../data/use-view.ts';
import type { DashboardAddress } from '../../parts/addresses/servers.ts';
import { Button } from '../../parts/button.tsx';
import { useDays } from '../../parts/use-days.ts';
import { formatCount } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';
import type { DrawnGroup } from './group-layout.ts';
import { ServerTableRow, SkeletonRow, Spacer } from './server-row.tsx';
import { serversQuery, WINDOW_STEP } from './servers-query.ts';
import type { TableShape } from './table-shape.ts';

interface GroupProps {
  readonly group: DrawnGroup;
  readonly by: ServerGrouping;
  readonly sums: ReadonlySignal<GroupRow | undefined>;
  readonly address: DashboardAddress;
  readonly shape: TableShape;
  /** How many columns the table has. */
  readonly width: number;
  readonly connection: ConnectionState['kind'];
  readonly heardUntil: number | null;
  readonly locale: Locale;
  readonly onOpen: (open: boolean) => void;
}

/** A group's heading and, where it is open, those of its servers that are on the screen. */
export function Group(props: GroupProps) {
  const { group, by, address, width, shape } = props;
  const { sort, direction } = address;
  const filter: ServerFilter = { ...address.filter, group: { by, key: group.key } };
  const choosing = useChoosing({ view: 'servers', filter, sort, direction });
  return (
    <tbody>
      <Heading {...props} choosing={choosing} />
      {group.open ? (
        <>
          <Spacer height={group.first * shape.rowPx} columns={width} />
          <Servers {...props} filter={filter} choosing={choosing} />
          <Spacer height={(group.servers - group.end) * shape.rowPx} columns={width} />
        </>
      ) : null}
    </tbody>
  );
}

function Heading({
  group,
  by,
  sums,
  width,
  locale,
  onOpen,
  choosing,
}: GroupProps & { readonly choosing: Choosing | null }) {
  const { t } = useTranslation('dashboard');
  const name = useGroupName(by, group.key);
  const { down = 0, players = 0 } = useSignalValue(sums) ?? {};
  const Arrow = group.open ? ChevronDown : ChevronRight;
  const turn = (event: KeyboardEvent) => {
    const open = { ArrowLeft: false, ArrowRight: true }[event.key];
    if (open === undefined) return;
    event.preventDefault();
    if (open !== group.open) onOpen(open);
  };
  return (
    <tr className="group-head" aria-rowindex={group.at + 2}>
      <th scope="rowgroup" colSpan={width}>
        <div>
          <button
            type="button"
            aria-expanded={group.open}
            onKeyDown={turn}
            onClick={() => onOpen(!group.open)}
          >
            <Arrow className="icon" />
            <strong>{name}</strong>
            <span className="soft numeric">
              {t('group.servers', {
                count: group.servers,
                shown: formatCount(group.servers, locale),
              })}
            </span>
            {down > 0 ? (
              <span className="down numeric">
                {t('group.down', { shown: formatCount(down, locale) })}
              </span>
            ) : null}
            <span className="soft numeric group-players">
              {t('group.players', { count: players, shown: formatCount(players, locale) })}
            </span>
          </button>
          {choosing === null ? null : (
            <Button
              kind="quiet"
              icon={<ListChecks />}
              title={t('group.choose', { name })}
              aria-label={t('group.choose', { name })}
              onClick={() => choosing.onAll(true)}
            />
          )}
        </div>
      </th>
    </tr>
  );
}

/** What a group is called: a game or a state by its name, a tag as it is. */
function useGroupName(by: ServerGrouping, key: string): string {
  const { t } = useTranslation('dashboard');
  if (by === 'tag') return key === '' ? t('group.untagged') : key;
  if (by === 'game') return t(`game.${gameName(Number(key) as Game)}`, { ns: 'server' });
  const status = SERVER_STATUS.find((one) => one === key) ?? 'unknown';
  return t(`status.${status}`, { ns: 'server' });
}

function Servers({
  group,
  filter,
  address,
  shape: { columns, narrow },
  width,
  connection,
  heardUntil,
  locale,
  choosing,
}: GroupProps & { readonly filter: ServerFilter; readonly choosing: Choosing | null }) {
  const step = Math.floor(group.first / WINDOW_STEP) * WINDOW_STEP;
  const view = useView(serversQuery({ ...address, filter }, step));
  const days = useDays(view.ids);
  return Array.from({ length: group.end - group.first }, (_, place) => {
    const index = group.first + place;
    const id = view.ids[index - view.from];
    return id === undefined ? (
      <SkeletonRow key={`row ${index}`} columns={width} />
    ) : (
      <ServerTableRow
        key={id}
        id={id}
        server={view.row(id)}
        day={days(id)}
        index={group.at + 1 + index}
        columns={columns}
        narrow={narrow}
        connection={connection}
        heardUntil={heardUntil}
        locale={locale}
        chosen={choosing?.ids.has(id) ?? null}
        onTurn={choosing?.onTurn ?? null}
      />
    );
  });
}
