import type { ServerRow } from '../../../domain/rows.ts';
import { useRow } from '../../data/use-view.ts';
import { PlayerCount } from '../../parts/player-count.tsx';
import { formatCount } from '../../text/format.ts';
import type { CellProps } from './cell-props.ts';

const COUNT = ['population', 'state'] as const;

/** Who is on a server, as a bar of its slots and as a figure. */
export function Players({ server, connection, locale }: CellProps) {
  const row = useRow(server, COUNT);
  if (row === undefined) return null;
  const { slots } = row.population;
  return (
    <span className="players-cell">
      <span
        className="fill-bar"
        aria-hidden="true"
        style={{ backgroundSize: `${100 * fillOf(row.population)}% 100%` }}
      />
      <span className="figure">
        <PlayerCount server={row} connection={{ kind: connection }} locale={locale} />
        {slots === null ? null : (
          <span className="soft numeric"> / {formatCount(slots, locale)}</span>
        )}
      </span>
    </span>
  );
}

/** How much of a server is taken, from 0 to 1; nothing while either figure is unknown. */
function fillOf({ players, slots }: ServerRow['population']): number {
  if (players === null || slots === null || slots === 0) return 0;
  return Math.min(1, players / slots);
}
