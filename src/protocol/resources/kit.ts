import { z } from 'zod';
import * as bans from '../bans/fields.ts';
import * as buckets from '../buckets/fields.ts';
import * as federation from '../federation/fields.ts';
import * as fields from '../fields.ts';
import * as files from '../files/fields.ts';
import * as groups from '../groups/fields.ts';
import * as modules from '../modules/fields.ts';
import * as queueSync from '../queue-sync/fields.ts';
import * as savedViews from '../saved-views/fields.ts';
import * as schedules from '../schedules/fields.ts';
import * as servers from '../servers/fields.ts';
import * as walls from '../walls/fields.ts';
import * as webhooks from '../webhooks/fields.ts';

/**
 * What the fields of a resource are made of. A declaration is given it where it is asked for schemas, so that its names,
 * marks and permissions are read without zod: a browser shows stored rows before it has that.
 */
export const KIT = {
  /** Named one by one, so that browsers load no more of it. */
  z: {
    array: z.array,
    boolean: z.boolean,
    enum: z.enum,
    int: z.int,
    null: z.null,
    object: z.object,
    record: z.record,
    string: z.string,
    unknown: z.unknown,
  },
  ...fields,
  bans,
  buckets,
  federation,
  files,
  groups,
  modules,
  queueSync,
  savedViews,
  schedules,
  servers,
  walls,
  webhooks,
};
export type Kit = typeof KIT;
