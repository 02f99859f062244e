/** Two ids that somebody says are one person. It holds on every server, so whoever operates the Muster says it. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment, personName } from '../fields.ts';

/** Of a person of more joins, the newest. */
export const JOINS_SHOWN = 200;

const side = z.object({
  muster_id: hexId,
  /** As they were called last; empty where nobody knows. */
  name: personName,
});

export const personJoins = read({
  name: 'person-joins',
  path: '/app/v1/persons/:muster_id/joins',
  summary: 'Why several ids are one person: which two were joined, by what, by whom and when.',
  answer: z.object({
    /** The newest first. */
    joins: z
      .array(
        z.object({
          id: z.int().min(1),
          one: side,
          other: side,
          /** A game showed both, an account was linked, somebody joined them, or an older version did, for good. */
          kind: z.enum(['game', 'link', 'hand', 'older']),
          /** null: not known. */
          since: moment.nullable(),
          /** The account that joined them; null: the host, or the operator at the terminal. */
          by: side.nullable(),
          /** Whether it can be undone here. */
          undoable: z.boolean(),
        }),
      )
      .max(JOINS_SHOWN),
  }),
  errors: ['not-found'],
  access: 'host.operate',
});

export const personJoin = write({
  name: 'person-join',
  path: '/app/v1/persons/:muster_id/join',
  summary: 'Say that two ids are one person. Each keeps what it had; it can be undone.',
  body: { other: hexId },
  answer: z.object({
    /** Under which id both are shown now. */
    muster_id: hexId,
  }),
  errors: ['not-found', 'two-accounts'],
  access: 'host.operate',
});

export const personPart = write({
  name: 'person-part',
  path: '/app/v1/persons/:muster_id/part',
  summary: 'Undo a join: everything is as it would be without it, and games do not make it again.',
  body: { join: z.int().min(1) },
  answer: z.object({ status: z.literal(true) }),
  errors: ['not-found'],
  access: 'host.operate',
});
