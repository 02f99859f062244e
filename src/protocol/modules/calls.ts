import { z } from 'zod';
import { read, write } from '../call.ts';
import { moment } from '../fields.ts';
import { told } from '../resources/fields.ts';
import {
  geoblockingModule,
  modules,
  pingModule,
  reservedSlotsModule,
  steamModule,
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

export const modulesPreview = write({
  name: 'modules-preview',
  path: '/app/v1/server/:server_id/modules/preview',
  summary:
    'How many of those who are on the server now a module would keep out, as if the server asked nothing else; without any, the whitelist.',
  body: {
    geoblocking: geoblockingModule.optional(),
    reserved_slots: reservedSlotsModule.optional(),
    steam: steamModule.optional(),
  },
  answer: z.object({
    players: z.int().min(0),
    kept_out: z.int().min(0),
    /** Of whom nobody knows what the setting asks for: they are let in. */
    unknown: z.int().min(0),
  }),
  access: 'server.modify.configuration',
  limit: { max: 60, seconds: 60, by: 'account' },
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
