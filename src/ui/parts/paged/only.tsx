import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

/** What stands in a cell, and beside it what narrows the list down to that. */
export function Only({
  label,
  onChoose,
  children,
}: {
  /** What is shown then. */
  readonly label: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <span className="paged-only">
      {children}
      <Button
        kind="quiet"
        icon={<ListFilter />}
        aria-label={label}
        title={label}
        onClick={onChoose}
      />
    </span>
  );
}
