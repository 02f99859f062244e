import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment } from '../fields.ts';
import { told } from '../resources/fields.ts';
import {
  geoblockingModule,
  modules,
  ownListModule,
  pingModule,
  reservedSlotsModule,
  steamModule,
  vpnModule,
  whitelistModule,
} from './fields.ts';

export const modulesSet = write({
  name: 'modules-set',
  path: '/app/v1/server/:server_id/modules',
  summary: 'Set modules of a server other than the whitelist; what is absent stays.',
  body: {
    ping: pingModule.optional(),
    geoblocking: geoblockingModule.optional(),
    reserved_slots: reservedSlotsModule.optional(),
    steam: steamModule.optional(),
    vpn: vpnModule.optional(),
    own_list: ownListModule.optional(),
    /** As the editor saw them: where they are not so any more, nothing is changed. Absent: over whatever they are. */
    was: modules.omit({ whitelist: true }).partial().optional(),
  },
  answer: told,
  errors: ['row-changed'],
  access: 'server.modify.configuration',
});

export const whitelistSet = write({
  name: 'whitelist-set',
  path: '/app/v1/server/:server_id/modules/whitelist',
  summary:
    'Switch the whitelist of a server on or off, pause it or resume it; what is absent stays.',
  body: {
    active: z.boolean().optional(),
    paused: z.boolean().optional(),
    /** As the editor saw it: where it is not so any more, nothing is changed. */
    was: whitelistModule.optional(),
  },
  answer: told,
  errors: ['row-changed'],
  access: 'server.whitelist.modify',
});

/** A module as somebody tries it; without any, the whitelist. */
const tried = {
  geoblocking: geoblockingModule.optional(),
  reserved_slots: reservedSlotsModule.optional(),
  steam: steamModule.optional(),
  vpn: vpnModule.optional(),
};

export const modulesPreview = write({
  name: 'modules-preview',
  path: '/app/v1/server/:server_id/modules/preview',
  summary:
    'How many of those who are on the server now a module would keep out, as if the server asked nothing else; without any, the whitelist.',
  body: {
    ...tried,
    /** A bucket that the account may change: as if the server used it, too. */
    bucket_id: hexId.optional(),
  },
  answer: z.object({
    players: z.int().min(0),
    kept_out: z.int().min(0),
    /** Of whom nobody knows what the setting asks for: they are let in. */
    unknown: z.int().min(0),
  }),
  access: 'server.modify.configuration',
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const countriesState = read({
  name: 'countries-state',
  path: '/app/v1/countries',
  summary: 'From when the data is by which addresses are told apart by country.',
  answer: z.object({
    /** null: it cannot be read, and nobody is kept out by their country. */
    built_at: moment.nullable(),
    /** The operator's own file, or what Muster comes with. */
    own: z.boolean(),
  }),
  access: 'signed-in',
});

export const vpnState = read({
  name: 'vpn-state',
  path: '/app/v1/vpn',
  summary: 'Which list of data centres and VPNs is kept here, and from when it is.',
  answer: z.object({
    /** Whether whoever runs this Muster has named one. */
    set: z.boolean(),
    /** null: there is none, or it cannot be read. */
    list: z
      .object({
        /** When the file was written. */
        at: moment,
        networks: z.int().min(0),
        /** Numbers of networks (ASN). */
        systems: z.int().min(0),
        /** Lines that say neither. */
        left: z.int().min(0),
      })
      .nullable(),
    /** From when the data is that tells the number of an address; null: there is none, and numbers find nobody. */
    systems_at: moment.nullable(),
  }),
  access: 'signed-in',
});
export type VpnState = z.infer<typeof vpnState.answer>;
