import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { shapeOf, type Shape } from '../../protocol/shape.ts';
import { arbitraryOf } from '../../testing/arbitrary-of.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { World } from '../../testing/world.ts';
import { scenarios } from '../../testing/scenario.ts';
import { fold, fromKeyframe, keyframe, type Keyframe } from '../fold.ts';
import { hashRows } from '../hash.ts';
import type { RecordedEvent } from '../known.ts';
import type { IntentionRow } from '../rows.ts';
import { TABLES } from '../tables.ts';
import { createRows, type Rows } from '../state.ts';
import { createRedactor } from './redact.ts';
import { ROW_SCHEMAS } from '../row-schemas.ts';

const KEY = 'a key that nobody keeps';

function folded(events: Iterable<RecordedEvent>): Rows {
  const rows = createRows();
  fold(rows, events);
  return rows;
}

/** Every text of a value that its schema does not fix, keys of records included. */
function* freeTexts(shape: Shape, value: unknown): Generator<string> {
  if (value === null || value === undefined) return;
  switch (shape.kind) {
    case 'string':
      yield value as string;
      return;
    case 'nullable':
      yield* freeTexts(shape.inner, value);
      return;
    case 'array':
      for (const item of value as unknown[]) yield* freeTexts(shape.element, item);
      return;
    case 'record':
      for (const [key, item] of Object.entries(value)) {
        yield key;
        yield* freeTexts(shape.value, item);
      }
      return;
    case 'object':
      for (const [name, { shape: inner }] of shape.properties) {
        yield* freeTexts(inner, (value as Record<string, unknown>)[name]);
      }
      return;
    case 'union': {
      const option = shape.options.get((value as Record<string, unknown>)[shape.discriminator]);
      if (option !== undefined) yield* freeTexts(option, value);
      return;
    }
    default:
  }
}

/** Texts long enough that they cannot stand in a redacted line by chance. */
function secrets(shape: Shape, value: unknown): readonly string[] {
  return [...freeTexts(shape, value)].filter((text) => text.length >= 8);
}

const events = [...RECORDED_EVENTS].map(([kind, schema]) => [kind, shapeOf(schema)!] as const);

describe('redaction', { timeout: 60_000 }, () => {
  it.each(events)('leaves no text of %s that is not fixed', (kind, shape) => {
    const redactor = createRedactor(KEY);
    const slash = kind.indexOf('/');
    const [source, event] = [kind.slice(0, slash), kind.slice(slash + 1)];
    fc.assert(
      fc.property(arbitraryOf(shape), fc.string({ minLength: 8 }), (data, stream) => {
        const told = { at: 1, source, event, stream, seq: 1, data };
        const line = JSON.stringify(redactor.event(told));
        for (const secret of [stream, ...secrets(shape, data)]) {
          expect(line).not.toContain(JSON.stringify(secret).slice(1, -1));
        }
      }),
    );
  });

  it('leaves no text of a keyframe that is not fixed', () => {
    const redactor = createRedactor(KEY);
    for (const table of TABLES) {
      const shape = shapeOf(ROW_SCHEMAS[table])!;
      fc.assert(
        fc.property(fc.array(arbitraryOf(shape), { maxLength: 3 }), (rows) => {
          const text = JSON.stringify(redactor.keyframe({ [table]: rows } as Keyframe));
          for (const secret of rows.flatMap((row) => secrets(shape, row))) {
            expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
          }
        }),
        { numRuns: 30 },
      );
    }
  });

  it('keeps what was said only where it is asked for, and never who said it', () => {
    const entry = {
      kind: 'chat',
      player: { id: '1'.repeat(24), muster_id: null, name: 'Ada Lovelace' },
      channel: 'Global',
      text: 'meet me at the mill',
    };
    const data = { server_id: '2'.repeat(24), at: 1, entry };
    const told = { at: 1, source: 'realtime', event: 'server:feed', data };
    const kept = JSON.stringify(createRedactor(KEY, true).event(told));
    expect(kept).toContain('meet me at the mill');
    expect(kept).toContain('Global');
    expect(kept).not.toMatch(/Ada|1{24}|2{24}/);
    expect(JSON.stringify(createRedactor(KEY).event(told))).not.toContain('mill');
  });

  it('calls a person the same wherever they are named, and keeps the language they read', () => {
    const redactor = createRedactor(KEY);
    const entry = {
      kind: 'action',
      actor: { muster_id: '3'.repeat(24), display_name: 'Ada' },
      action: SERVER_ACTION.SERVER_KICK,
      player: { id: '1'.repeat(24), muster_id: null, name: 'Ada' },
      text: null,
      outcome: 'done',
    };
    const data = { server_id: '2'.repeat(24), at: 1, entry };
    const told = redactor.event({ at: 1, source: 'realtime', event: 'server:feed', data });
    const called = expect.stringMatching(/^Player [0-9a-f]{8}$/);
    expect(told.data).toMatchObject({
      entry: { actor: { display_name: called }, player: { name: called } },
    });
    const asked: IntentionRow = {
      id: 'i',
      server_id: '2'.repeat(24),
      action: SERVER_ACTION.SERVER_KICK,
      player_id: null,
      player_name: 'Ada',
      text: null,
      at: 1,
      state: 'pending',
      answer: null,
      error: null,
    };
    expect(redactor.keyframe({ intentions: [asked] }).intentions).toMatchObject([
      { player_name: called },
    ]);
    const session = new World().session();
    const preferences = { ...session.preferences, language: 'pt-br' };
    const signedIn = { ...session, preferences };
    expect(
      redactor.event({ at: 1, source: 'rest', event: 'session', data: signedIn }).data,
    ).toMatchObject({ preferences: { language: 'pt-br' } });
  });

  it('calls who stands in the audit as the feed calls them, and a display by no name of a person', () => {
    const redactor = createRedactor(KEY);
    const redacted = (stream: string, resource: string, row: object) => {
      const data = { resource, server_id: null, row, before: null };
      return redactor.event({ at: 1, source: 'realtime', event: 'row:put', stream, seq: 1, data });
    };
    const name = expect.stringMatching(/^Player [0-9a-f]{8}$/);
    expect(redacted('s', 'audit', { actor_name: 'Ada' }).data).toMatchObject({
      row: { actor_name: name },
    });
    expect(redacted('s', 'displays', { name: 'Hall' }).data).toMatchObject({
      row: { name: expect.stringMatching(/^text [0-9a-f]{8}$/) },
    });
  });

  it('leaves nothing of an event that nobody knows but that there was one', () => {
    const told = { at: 7, source: 'secret-source', event: 'secret-event', data: { secret: 1 } };
    expect(createRedactor(KEY).event(told)).toEqual({
      at: 7,
      source: 'unknown',
      event: 'unknown',
      data: null,
    });
  });

  it('takes places whole, and gives addresses and identifiers of the same form', () => {
    const entry = {
      kind: 'personal',
      player: '1'.repeat(24),
      ip: '203.0.113.7',
      guid: 'a'.repeat(32),
      steam_id: '76561198000000001',
      bohemia_id: 'Zm9vYmFy',
      position: { x: 1, y: 2, height: null, at: 1 },
    };
    const data = { server_id: '2'.repeat(24), at: 1, entry };
    const told = { at: 1, source: 'realtime', event: 'server:feed', data };
    expect(createRedactor(KEY).event(told).data).toMatchObject({
      entry: {
        player: expect.stringMatching(/^[0-9a-f]{24}$/),
        ip: expect.stringMatching(/^10(\.\d{1,3}){3}$/),
        guid: expect.stringMatching(/^[0-9a-f]{32}$/),
        steam_id: expect.stringMatching(/^7656119\d{10}$/),
        bohemia_id: expect.stringMatching(/^text [0-9a-f]{8}$/),
        position: null,
      },
    });
  });

  it('gives the same thing the same pseudonym: redacted events end in redacted rows', () => {
    fc.assert(
      fc.property(scenarios, ({ events: all }) => {
        const redactor = createRedactor(KEY);
        const rows = folded(all.map((event) => redactor.event(event)));
        const expected = fromKeyframe(redactor.keyframe(keyframe(folded(all))));
        expect(keyframe(rows)).toEqual(keyframe(expected));
      }),
    );
  });

  it('tells nothing to who has another key', () => {
    fc.assert(
      fc.property(scenarios, ({ events: all }) => {
        const [one, other] = [createRedactor(KEY), createRedactor('another')].map((redactor) =>
          hashRows(folded(all.map((event) => redactor.event(event)))),
        );
        expect(one).not.toBe(other);
        const again = createRedactor(KEY);
        expect(hashRows(folded(all.map((event) => again.event(event))))).toBe(one);
      }),
      { numRuns: 20 },
    );
  });
});
