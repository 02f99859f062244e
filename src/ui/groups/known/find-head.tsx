import { Plus } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { SEARCH_ATTRIBUTE } from '../../shell/keys/shortcuts.ts';

/** So many are found by looking. */
const FEW = 10;

/** The head of a page of things that people have: its title, a search where there are many, and how to create one. */
export function FindHead({
  title,
  search,
  create,
  count,
  find,
  onFind,
  onCreate,
}: {
  readonly title: string;
  readonly search: string;
  readonly create: string;
  /** How many there are. */
  readonly count: number;
  readonly find: string;
  readonly onFind: (typed: string) => void;
  readonly onCreate: () => void;
}) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      <div className="actions">
        {count > FEW || find !== '' ? (
          <Field
            label={search}
            labelHidden
            placeholder={search}
            type="search"
            value={find}
            onValue={onFind}
            {...{ [SEARCH_ATTRIBUTE]: '' }}
          />
        ) : null}
        <Button icon={<Plus />} kind="primary" onClick={onCreate}>
          {create}
        </Button>
      </div>
    </header>
  );
}
