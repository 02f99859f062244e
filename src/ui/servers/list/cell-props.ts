import { type ReadonlySignal } from '@preact/signals-react';
import type { ConnectionState, ServerRow } from '../../../domain/rows.ts';
import type { Locale } from '../../text/locale.ts';

export interface CellProps {
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly connection: ConnectionState['kind'];
  /** As `useHeardUntil` tells it. */
  readonly heardUntil: number | null;
  readonly locale: Locale;
}
