import { z } from 'zod';
import { read } from '../call.ts';
import { moment } from '../fields.ts';
import { consoleLine, feedEntry, personalEntry } from './fields.ts';

/** `before` is a position of the stream: entries older than it. Without it, the newest. */
const page = z.object({
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

const pageOf = <T extends z.ZodType>(entry: T) =>
  z.object({
    /** The head of the stream when the page was read: it is true at this position. */
    position: z.int().min(0),
    /** Oldest first. */
    entries: z.array(z.object({ seq: z.int().min(1), at: moment, entry })),
    /** Whether older entries are kept. */
    more: z.boolean(),
  });

export const feedPage = read({
  name: 'server-feed',
  path: '/app/v1/server/:server_id/feed',
  summary: 'A page of the feed of a server, newest page first.',
  query: page,
  answer: pageOf(feedEntry),
  access: 'server.view.feed',
});

export const consolePage = read({
  name: 'server-console',
  path: '/app/v1/server/:server_id/console',
  summary: 'A page of the console of a server, newest page first.',
  query: page,
  answer: pageOf(consoleLine),
  access: 'server.view.console',
});

export const feedFilteredPage = read({
  name: 'server-feed-filtered',
  path: '/app/v1/server/:server_id/feed-filtered',
  summary: 'A page of the feed of a server, without addresses and identifiers of players.',
  query: page,
  answer: pageOf(feedEntry),
  access: 'server.view.filtered',
});

export const consoleFilteredPage = read({
  name: 'server-console-filtered',
  path: '/app/v1/server/:server_id/console-filtered',
  summary: 'A page of the console of a server, without addresses and identifiers of players.',
  query: page,
  answer: pageOf(consoleLine),
  access: 'server.view.filtered',
});

/** Addresses and identifiers of those who are on the server now. */
export const personalPage = read({
  name: 'server-personal',
  path: '/app/v1/server/:server_id/personal',
  summary: 'Addresses and identifiers of the players who are on the server now.',
  answer: z.object({ position: z.int().min(0), entries: z.array(personalEntry) }),
  access: 'server.view.personal',
});
