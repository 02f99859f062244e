import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment } from '../fields.ts';
import { serversDay } from '../servers/day.ts';
import { told } from '../resources/fields.ts';
import { serverPopulation, serversListQuery, serversPage } from '../servers/calls.ts';
import { displayName, pairingCode, wall, wallDefinition } from './fields.ts';

/** Twenty thousand ids of servers in JSON, and what stands around them. */
const WALL_BYTES = 1024 * 1024;

export const wallCreate = write({
  name: 'wall-create',
  path: '/app/v1/walls/create',
  summary: 'Save a new wall.',
  body: { wall: wallDefinition },
  answer: told.extend({ wall_id: hexId }),
  errors: ['limit-reached'],
  access: 'signed-in',
  bodyLimit: WALL_BYTES,
});

export const wallRead = read({
  name: 'wall-read',
  path: '/app/v1/wall/:wall_id',
  summary: 'One wall with all its scenes.',
  answer: z.object({ wall }),
  access: 'wall.view',
});

export const wallUpdate = write({
  name: 'wall-update',
  path: '/app/v1/wall/:wall_id',
  summary: 'Change a wall; every display that shows it follows at once.',
  /** `revision`: of the wall that was changed; another one in the meantime is `wall-changed`. */
  body: { wall: wallDefinition, revision: z.int().min(1) },
  answer: told,
  errors: ['wall-changed'],
  access: 'wall.modify',
  bodyLimit: WALL_BYTES,
});

export const wallDelete = write({
  name: 'wall-delete',
  path: '/app/v1/wall/:wall_id/delete',
  summary: 'Delete a wall; displays that showed it show none until another is chosen.',
  body: {},
  answer: told,
  access: 'wall.modify',
});

export const displayPair = write({
  name: 'display-pair',
  path: '/app/v1/displays/pair',
  summary: 'Pair the screen that shows this code; it may then read the populations of the wall.',
  body: { code: pairingCode, wall_id: hexId, name: displayName },
  answer: told.extend({ display_id: hexId }),
  errors: ['not-found', 'pairing-code-unknown', 'locked-out', 'limit-reached'],
  access: 'signed-in',
  limit: { max: 20, seconds: 300, by: 'account' },
});

export const displayEdit = write({
  name: 'display-edit',
  path: '/app/v1/display/:display_id',
  summary: 'Give a display another name, or another wall to show.',
  /** Absent: it stays. */
  body: { name: displayName.optional(), wall_id: hexId.optional() },
  answer: told,
  access: 'display.modify',
});

export const displayRevoke = write({
  name: 'display-revoke',
  path: '/app/v1/display/:display_id/revoke',
  summary: 'Revoke a display: its connection is closed, and its token no longer works.',
  body: {},
  answer: told,
  access: 'display.modify',
});

export const pairingStart = write({
  name: 'pairing-start',
  path: '/app/v1/pairing/start',
  summary:
    'A code for a screen to show, and the secret with which it asks whether the code was typed.',
  body: {},
  answer: z.object({ code: z.string(), secret: z.string(), expires_at: moment }),
  access: 'anyone',
  limit: { max: 20, seconds: 600, by: 'address' },
});

export const pairingClaim = write({
  name: 'pairing-claim',
  path: '/app/v1/pairing/claim',
  summary:
    'Whether the code was typed. If so, the screen is let in by a cookie; once it has connected, the secret is spent.',
  body: { secret: z.string().min(16).max(256) },
  answer: z.object({ state: z.enum(['waiting', 'paired']) }),
  errors: ['pairing-expired'],
  access: 'anyone',
  /** Several screens behind one address ask every few seconds. */
  limit: { max: 3_000, seconds: 600, by: 'address' },
});

export const displaySession = read({
  name: 'display-session',
  path: '/app/v1/@display/session',
  summary: 'The display, the servers that it may see, and the wall that it shows.',
  answer: z.object({
    /** The position of the display's own stream at which all of this is true. */
    position: z.int().min(0),
    display: z.object({ display_id: hexId, name: displayName }),
    /** With those servers alone that the display may hear; null where it has none. */
    wall: wall.nullable(),
    /** The servers that the display may hear. */
    servers: z.array(hexId),
  }),
  access: 'display',
});

export const displayServers = read({
  name: 'display-servers',
  path: '/app/v1/@display/servers',
  summary: 'The servers of the wall, with only what a wall shows: no player is named.',
  query: serversListQuery,
  answer: serversPage,
  access: 'display',
});

export const displayDay = read({
  name: 'display-day',
  path: '/app/v1/@display/day',
  summary: 'The players of the last 24 hours on servers of the wall, or on all of them together.',
  query: serversDay.query,
  answer: serversDay.answer,
  access: 'display',
});

export const displayPopulation = read({
  name: 'display-population',
  path: '/app/v1/@display/population/:server_id',
  summary: 'Population history of a server of the wall.',
  query: serverPopulation.query,
  answer: serverPopulation.answer,
  errors: ['not-found'],
  access: 'display',
});
