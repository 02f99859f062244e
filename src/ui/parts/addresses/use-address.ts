import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { besideOthers, type Address } from './parameters.ts';

/** What the address says of this page, and how to change a part of it; `step`: one can go back to how it was. */
export function useAddress<Values extends object>({
  read,
  write,
}: Address<Values>): readonly [Values, (change: Partial<Values>, step?: boolean) => void] {
  const values = read(useSearch());
  const [path, navigate] = useLocation();
  const change = useCallback(
    (part: Partial<Values>, step = false) => {
      // Read again: another part of the page may have changed its own since this was drawn.
      const { search } = location;
      const now = read(search);
      const next = besideOthers(search, write(now), write({ ...now, ...part }));
      navigate(path + next, { replace: !step });
    },
    [navigate, path, read, write],
  );
  return [values, change];
}
