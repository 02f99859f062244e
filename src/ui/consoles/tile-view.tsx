import { Columns2, Scaling, X } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to, WINDOW_PANEL, type WindowPanel } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { Reasons } from '../actions/reasons.tsx';
import { useOne } from '../data/use-view.ts';
import { PopOut } from '../panels/pop-out.tsx';
import { Button } from '../parts/button.tsx';
import { focusNeighbour } from '../parts/focus-neighbour.ts';
import { Loading } from '../parts/loading.tsx';
import { Select } from '../parts/select.tsx';
import { GameSign, ServerStatus } from '../parts/server-status.tsx';
import { PANEL_ACTIONS } from './actions-of.ts';
import type { Tile } from './address.ts';
import { ServerPanel } from './server-panel.tsx';
import { serverName } from '../../domain/servers/server-name.ts';

/** What a tile asks of the page. */
export interface TileHandlers {
  readonly onPanel: (panel: Tile['panel']) => void;
  readonly onAnother: () => void;
  readonly onRemove: () => void;
  readonly onSize: (wide: number, high: number) => void;
  readonly onMove: (step: -1 | 1) => void;
}

/** One panel of one server among others. */
export function TileView({
  tile,
  account,
  saysWhyOf,
  on,
}: {
  readonly tile: Tile;
  readonly account: AccountRow;
  /** The panels of its server for which this tile says why something cannot be done. */
  readonly saysWhyOf: readonly WindowPanel[];
  readonly on: TileHandlers;
}) {
  const { t } = useTranslation('consoles');
  const { serverId, panel, wide, high } = tile;
  const { ready, row: server } = useOne({ view: 'server', server_id: serverId }, STANDING);
  const element = useRef<HTMLElement>(null);
  const name = server === undefined ? serverId : serverName(server.configuration);
  const label = t('tile', { name, panel: t(`panel.${panel}`) });
  return (
    <section className="tile" ref={element} aria-label={label} data-wide={wide} data-high={high}>
      <header>
        {server === undefined ? null : <GameSign game={server.configuration.game} />}
        <Link href={to.serverDashboard(serverId)} className="tile-name" title={name}>
          {name}
        </Link>
        {server === undefined ? null : <ServerStatus server={server} />}
        <span className="tile-tools">
          <Select
            label={`${t('show')}: ${name}`}
            labelHidden
            value={panel}
            options={WINDOW_PANEL.map((value) => ({ value, label: t(`panel.${value}`) }))}
            onValue={(value) => on.onPanel(WINDOW_PANEL.find((one) => one === value) ?? 'console')}
          />
          <Button
            kind="quiet"
            icon={<Columns2 />}
            aria-label={t('another', { name })}
            title={t('another', { name })}
            onClick={on.onAnother}
          />
          <PopOut serverId={serverId} name={name} panel={panel} />
          <Button
            kind="quiet"
            icon={<X />}
            aria-label={t('remove', { name: label })}
            title={t('remove', { name: label })}
            data-takes-away=""
            onClick={(event) => {
              focusNeighbour(event.currentTarget, '.tile');
              on.onRemove();
            }}
          />
        </span>
      </header>
      {server !== undefined && saysWhyOf.length > 0 ? (
        <Reasons
          server={server}
          account={account}
          among={saysWhyOf.flatMap((one) => PANEL_ACTIONS[one])}
        />
      ) : null}
      <div className="tile-panel">
        {server !== undefined ? (
          <ServerPanel server={server} account={account} panel={panel} />
        ) : ready ? (
          <p className="tile-note">{t('unknown')}</p>
        ) : (
          <Loading lines={4} />
        )}
      </div>
      <button
        type="button"
        className="tile-corner"
        aria-label={t('size', { name: label, wide, high })}
        title={t('size', { name: label, wide, high })}
        onKeyDown={(event) => byKey(event, tile, on)}
        onPointerDown={(event) => byPointer(event, element.current, tile, on)}
      >
        <Scaling className="icon" />
      </button>
    </section>
  );
}

const STEPS: Readonly<Record<string, readonly [wide: number, high: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function byKey(event: KeyboardEvent, { wide, high }: Tile, on: TileHandlers): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [across, down] = step;
  if (event.shiftKey) on.onMove(across + down < 0 ? -1 : 1);
  else on.onSize(wide + across, high + down);
}

/** Follows the pointer by whole columns and rows of the grid. */
function byPointer(
  event: PointerEvent<HTMLButtonElement>,
  element: HTMLElement | null,
  { wide, high }: Tile,
  on: TileHandlers,
): void {
  if (element === null || event.button !== 0) return;
  const corner = event.currentTarget;
  const { width, height } = element.getBoundingClientRect();
  const cell = { width: width / wide, height: height / high };
  const from = { x: event.clientX, y: event.clientY };
  let last = { wide, high };
  corner.setPointerCapture(event.pointerId);
  const move = (moved: globalThis.PointerEvent) => {
    const next = {
      wide: wide + Math.round((moved.clientX - from.x) / cell.width),
      high: high + Math.round((moved.clientY - from.y) / cell.height),
    };
    if (next.wide === last.wide && next.high === last.high) return;
    last = next;
    on.onSize(next.wide, next.high);
  };
  const end = () => {
    corner.removeEventListener('pointermove', move);
    corner.removeEventListener('lostpointercapture', end);
  };
  corner.addEventListener('pointermove', move);
  corner.addEventListener('lostpointercapture', end);
}
