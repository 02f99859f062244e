import { createContext, useContext } from 'react';
import { ROOM, type RoomAddress } from '../parts/addresses/room.ts';
import { useAddress } from '../parts/addresses/use-address.ts';

export type RoomAddressHandle = readonly [RoomAddress, (change: Partial<RoomAddress>) => void];

/** Where several servers share a page, each keeps what its panels show for itself. */
export const OwnRoom = createContext<RoomAddressHandle | null>(null);

/** What the page shows of a server, and how to change a part of it without a step back. */
export function useRoomAddress(): RoomAddressHandle {
  const own = useContext(OwnRoom);
  const address = useAddress(ROOM);
  return own ?? address;
}
