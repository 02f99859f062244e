import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '../../../protocol/resources/registry.ts';
import { addressOf, text } from '../../parts/addresses/parameters.ts';
import { useAddress } from '../../parts/addresses/use-address.ts';
import { NoLines } from '../../parts/no-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RowsTable, type Column } from '../../parts/rows-table.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { FindHead } from './find-head.tsx';

const ADDRESS = addressOf({ find: text('q') });

interface FindPageProps<Row> {
  readonly title: string;
  readonly intro: string;
  /** What the search and the button that creates are called. */
  readonly search: string;
  readonly create: string;
  readonly creation: (close: () => void) => ReactNode;
  readonly topic: ResourceName;
  /** Whether the host has told the rows. */
  readonly told: boolean;
  readonly rows: readonly Row[];
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  /** What a row is found by. */
  readonly wordsOf: (row: Row) => string;
  /** In place of rows where there are none at all. */
  readonly empty: ReactNode;
  /** Above the rows, and below them. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

/** A page of things that people have: all of them, found by what is typed, and how to create one. */
export function FindPage<Row extends { readonly id: string }>({
  title,
  intro,
  search,
  create,
  creation,
  topic,
  told,
  rows,
  columns,
  wordsOf,
  empty,
  above,
  below,
}: FindPageProps<Row>) {
  const { t } = useTranslation('groups');
  const [{ find }, change] = useAddress(ADDRESS);
  const [dialog, open] = useDialog();
  const sought = find.trim().toLowerCase();
  const shown = rows.filter((row) => wordsOf(row).toLowerCase().includes(sought));
  return (
    <div className="stack">
      <FindHead
        title={title}
        search={search}
        create={create}
        count={rows.length}
        find={find}
        onFind={(typed) => change({ find: typed })}
        onCreate={() => open(creation)}
      />
      <p className="soft">{intro}</p>
      {above}
      <Panel title={title} padded={!told}>
        {!told ? (
          <NoLines serverId={null} topic={topic} />
        ) : rows.length === 0 ? (
          empty
        ) : shown.length === 0 ? (
          <p className="empty">{t('noMatch')}</p>
        ) : (
          <RowsTable rows={shown} columns={columns} actions={() => null} />
        )}
      </Panel>
      {below}
      {dialog}
    </div>
  );
}
