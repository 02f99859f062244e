import { z } from 'zod';
import { COUNTRY } from './countries.ts';
import { MODULE_LIMIT } from './limits.ts';

/** Keeps out whoever plays with a worse connection than this. */
export const pingModule = z.object({
  active: z.boolean(),
  /** Milliseconds. */
  max: z.int().min(MODULE_LIMIT.ping.least).max(MODULE_LIMIT.ping.most),
  /** Whoever is over it is told first, where the game can tell one player something. */
  warn: z.boolean(),
  /** Nobody on a whitelist of the server is warned or kicked. */
  protect_whitelist: z.boolean(),
});

/** Lets in only those on a whitelist of the server. */
export const whitelistModule = z.object({
  active: z.boolean(),
  /** For a while anybody may play. */
  paused: z.boolean(),
});

/** Keeps out whoever comes from these countries; `invert`: whoever comes from any other. As the host tells it. */
export const toldGeoblocking = z.object({
  active: z.boolean(),
  /** Each once, by its code. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(COUNTRY.length),
  invert: z.boolean(),
});

/** It, as somebody sets it. */
export const geoblockingModule = toldGeoblocking
  .extend({
    countries: toldGeoblocking.shape.countries
      .refine((codes) => codes.every((code) => COUNTRY.includes(code)), 'country')
      .refine((codes) => new Set(codes).size === codes.length, 'each-once'),
  })
  // Without any it would keep out nobody, or everybody.
  .refine(({ active, countries }) => !active || countries.length > 0, {
    error: 'no-country',
    path: ['countries'],
  });

/** Keeps the last slots free for those in a bucket of reserved slots. */
export const reservedSlotsModule = z.object({
  active: z.boolean(),
  /** So many are kept free. */
  amount: z.int().min(MODULE_LIMIT.reservedSlots.least).max(MODULE_LIMIT.reservedSlots.most),
});

/** Keeps out whoever comes from a data centre or a VPN, by the lists of whoever runs Muster. */
export const vpnModule = z.object({
  active: z.boolean(),
  /** Nobody on a whitelist of the server is kicked. */
  protect_whitelist: z.boolean(),
});

const steamDays = z.int().min(MODULE_LIMIT.steam.least).max(MODULE_LIMIT.steam.most);

/** Keeps out Steam accounts by what Steam says of them. */
export const steamModule = z.object({
  /** Those whose profile is private. */
  kick_private: z.boolean(),
  /** Those with a VAC ban. */
  kick_vac: z.boolean(),
  /** Whose last ban is so many days old is let in all the same; 0: nobody. */
  vac_grace_days: steamDays,
  /** Those that are younger than so many days; 0: nobody. */
  min_age_days: steamDays,
});

/** Keeps bans in the list that the game keeps itself, too, for times when no host runs. */
export const ownListModule = z.object({ active: z.boolean() });

/** What a server's modules are set to. */
export const modules = z.object({
  whitelist: whitelistModule,
  ping: pingModule,
  geoblocking: toldGeoblocking,
  reserved_slots: reservedSlotsModule,
  steam: steamModule,
  vpn: vpnModule,
  own_list: ownListModule,
});
export type Modules = z.infer<typeof modules>;
