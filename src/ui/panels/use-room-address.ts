import { createContext, useCallback, useContext } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readAddress, writeAddress, type RoomAddress } from '../parts/addresses/room.ts';

export type RoomAddressHandle = readonly [RoomAddress, (change: Partial<RoomAddress>) => void];

/** Where several servers share a page, each keeps what its panels show for itself. */
export const OwnRoom = createContext<RoomAddressHandle | null>(null);

/** What the address says of this page, and how to change a part of it without a step back. */
export function useRoomAddress(): RoomAddressHandle {
  const own = useContext(OwnRoom);
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
  return own ?? [address, change];
}
