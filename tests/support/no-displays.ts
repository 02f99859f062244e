import type { DisplaySigns } from '../../src/host/realtime/realtime.ts';

/** Of a host that no display connects to. */
export const NO_DISPLAYS: DisplaySigns = {
  lives: async () => null,
  gone: async () => {},
  idle: async () => {},
};
