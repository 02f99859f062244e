import { lazy, Suspense } from 'react';
import type { ServerFilter } from '../../../domain/queries.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useDataConnection } from '../../data/use-view.ts';
import { chosenOf } from '../../actions/chosen.ts';
import { runOf } from '../../actions/run.ts';

/** Most visits choose nothing, and never load it. */
const ChosenBar = lazy(async () => ({ default: (await import('./chosen-bar.tsx')).ChosenBar }));

/** What can be done with the chosen servers, and what became of it; nothing where none is chosen. */
export function ChosenActions({ filter }: { readonly filter: ServerFilter }) {
  const connection = useDataConnection();
  const ids = useSignalValue(chosenOf(connection).ids);
  const rows = useSignalValue(runOf(connection).rows);
  if (connection.replaying || (ids.size === 0 && rows.length === 0)) return null;
  return (
    <Suspense fallback={null}>
      <ChosenBar filter={filter} />
    </Suspense>
  );
}
