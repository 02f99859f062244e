import type { World } from './contract.ts';

/** Reads what a page named its worker. */
export function parseWorkerName(name: string): { readonly world: World; readonly origin: string } {
  const [world, origin = ''] = name.split(' ');
  return { world: world === 'display' ? 'display' : 'account', origin };
}
