import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Address } from './parameters.ts';

/** What the address says of this page, and how to change a part of it without a step back. */
export function useAddress<Values extends object>({
  read,
  write,
}: Address<Values>): readonly [Values, (change: Partial<Values>) => void] {
  const values = read(useSearch());
  const [path, navigate] = useLocation();
  const change = useCallback(
    (part: Partial<Values>) => {
      // Read anew: another part of the page may have changed its own since this was drawn.
      navigate(path + write({ ...read(location.search), ...part }), { replace: true });
    },
    [navigate, path, read, write],
  );
  return [values, change];
}
