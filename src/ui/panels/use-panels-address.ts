import { createContext, useContext } from 'react';
import { PANELS_ADDRESS, type PanelsAddress } from '../parts/addresses/panels.ts';
import { useAddress } from '../parts/addresses/use-address.ts';

export type PanelsAddressHandle = readonly [
  PanelsAddress,
  (change: Partial<PanelsAddress>) => void,
];

/** Where several servers share a page, each keeps what its panels show for itself. */
export const OwnPanelsAddress = createContext<PanelsAddressHandle | null>(null);

/** What the page shows of a server, and how to change a part of it without a step back. */
export function usePanelsAddress(): PanelsAddressHandle {
  const own = useContext(OwnPanelsAddress);
  const address = useAddress(PANELS_ADDRESS);
  return own ?? address;
}
