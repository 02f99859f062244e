import './choosing.css';
import type { ReadonlySignal } from '@preact/signals-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useShown } from '../data/use-view.ts';
import type { Choosing } from './use-choosing.ts';
import { serverName } from '../../domain/servers/server-name.ts';

/** The bar of what can be done with the chosen ones: Enter at a tick goes there. */
export const CHOSEN_BAR = 'chosen-servers';

const nameOf = ({ configuration }: ServerRow) => serverName(configuration);

/** The tick of one server's row. */
export function ChooseCell({
  server,
  id,
  chosen,
  onTurn,
}: {
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly id: string;
  readonly chosen: boolean;
  readonly onTurn: Choosing['onTurn'];
}) {
  const { t } = useTranslation('dashboard');
  const name = useSignalValue(useShown(server, nameOf)) ?? '';
  return (
    <label className="choose">
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('choose.one', { name })}
        onKeyDown={goToBar}
        onChange={({ target, nativeEvent }) =>
          onTurn(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** The tick above all rows. */
export function ChooseHead({
  some,
  all,
  onAll,
}: {
  readonly some: boolean;
  readonly all: boolean;
  readonly onAll: Choosing['onAll'];
}) {
  const { t } = useTranslation('dashboard');
  return (
    <label className="choose" title={t('choose.hint')}>
      <input
        type="checkbox"
        ref={(tick) => {
          if (tick !== null) tick.indeterminate = some && !all;
        }}
        checked={all}
        aria-label={t('choose.all')}
        onKeyDown={goToBar}
        onChange={() => onAll(!all)}
      />
    </label>
  );
}

function goToBar(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  document.querySelector<HTMLElement>(`#${CHOSEN_BAR} button`)?.focus();
}
