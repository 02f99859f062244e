import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readAddress, writeAddress, type RoomAddress } from './address.ts';

/** What the address says of this page, and how to change a part of it without a step back. */
export function useRoomAddress(): readonly [RoomAddress, (change: Partial<RoomAddress>) => void] {
  const address = readAddress(useSearch());
  const [path, navigate] = useLocation();
  const change = useCallback(
    (part: Partial<RoomAddress>) => {
      // Read anew: another panel may have changed its part since this was drawn.
      const now = readAddress(location.search);
      navigate(path + writeAddress({ ...now, ...part }), { replace: true });
    },
    [navigate, path],
  );
  return [address, change];
}
