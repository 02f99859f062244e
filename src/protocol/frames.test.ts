import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOf } from '../testing/arbitrary-of.ts';
import { damaged } from '../testing/damaged.ts';
import { createLoad } from '../testing/frames.ts';
import { EVENTS, type EventName } from './events.ts';
import { clientMessage, frameEnvelope, parseFrame, type FrameEnvelope } from './frames.ts';
import { compileGuard } from './compile-guard.ts';
import { shapeOf, type Shape } from './shape.ts';

function shape(schema: Parameters<typeof shapeOf>[0]): Shape {
  const found = shapeOf(schema);
  if (found === null) throw new TypeError('the schema has no shape');
  return found;
}

const names = Object.keys(EVENTS) as EventName[];
const envelopes = fc.oneof(
  ...names.map((event) =>
    fc.record(
      {
        event: fc.constant(event),
        at: fc.nat(),
        data: arbitraryOf(shape(EVENTS[event])),
        stream: fc.string(),
        seq: fc.integer({ min: 1 }),
      },
      { requiredKeys: ['event', 'at', 'data'] },
    ),
  ),
);

/** What only the schemas say of a frame's text, without guards. */
function slowly(json: unknown): unknown {
  const envelope = frameEnvelope.safeParse(json);
  if (!envelope.success) return 'malformed';
  const { event } = envelope.data;
  if (!Object.hasOwn(EVENTS, event)) return 'unknown-event';
  const data = EVENTS[event as EventName].safeParse(envelope.data.data);
  return data.success ? { ...envelope.data, data: data.data } : 'malformed';
}

describe('frames', { timeout: 30_000 }, () => {
  it('come back as they were sent, every event of them', () => {
    fc.assert(
      fc.property(envelopes, (frame) => {
        const text = JSON.stringify(frame);
        const parsed = parseFrame(text);
        expect(parsed).toEqual({ ok: true, frame: JSON.parse(text) });
        if (parsed.ok) expect(parseFrame(JSON.stringify(parsed.frame))).toEqual(parsed);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a busy world are accepted by the guards alone', () => {
    const accepts = Object.fromEntries(names.map((name) => [name, compileGuard(EVENTS[name])]));
    for (const frame of createLoad({ seed: 3, servers: 5, players: 50, watched: 2 }).take(2_000)) {
      expect(accepts[frame.event]?.(JSON.parse(JSON.stringify(frame.data)))).toBe(true);
    }
  });

  it('are judged alike by guards and schemas, whatever is wrong with them', () => {
    const path = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 6 });
    const other = fc.oneof(
      fc.constant(undefined),
      fc.jsonValue(),
      fc.constantFrom(-1, 0.5, 2 ** 60),
    );
    fc.assert(
      fc.property(envelopes, path, other, (frame, at, instead) => {
        const text = JSON.stringify(damaged(JSON.parse(JSON.stringify(frame)), at, instead)) ?? '';
        const parsed = parseFrame(text);
        const expected = text === '' ? 'malformed' : slowly(JSON.parse(text));
        expect(parsed.ok ? parsed.frame : parsed.kind).toEqual(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('that are malformed never throw', () => {
    const frame: FrameEnvelope = { event: 'server:destroy', at: 1, data: { server_id: 'x' } };
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.tuple(envelopes, fc.nat()).map(([sent, at]) => {
        const text = JSON.stringify(sent);
        return text.slice(0, at % text.length);
      }),
      fc.constantFrom(
        '',
        'null',
        '[]',
        '{"__proto__":{"event":"ack"}}',
        '{"event":"__proto__","at":1,"data":{}}',
        '{"event":"constructor","at":1,"data":{}}',
        JSON.stringify(frame),
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseFrame(text);
        if (!parsed.ok) expect(['malformed', 'unknown-event']).toContain(parsed.kind);
      }),
      { numRuns: 3_000 },
    );
  });

  it('of an event that nobody knows keep their envelope', () => {
    const envelope = { event: 'server:quantum', at: 5, stream: 'server/1/list', seq: 3, data: [1] };
    expect(parseFrame(JSON.stringify(envelope))).toEqual({
      ok: false,
      kind: 'unknown-event',
      event: 'server:quantum',
      envelope,
    });
  });

  it('lose what no schema names', () => {
    const text =
      '{"event":"server:destroy","at":1,"data":{"server_id":"' + 'a'.repeat(24) + '","x":1},"y":2}';
    expect(parseFrame(text)).toEqual({
      ok: true,
      frame: { event: 'server:destroy', at: 1, data: { server_id: 'a'.repeat(24) } },
    });
  });
});

describe('messages of a client', () => {
  it('come back as they were sent', () => {
    fc.assert(
      fc.property(arbitraryOf(shape(clientMessage)), (message) => {
        const json: unknown = JSON.parse(JSON.stringify(message));
        expect(clientMessage.parse(json)).toEqual(json);
      }),
    );
  });

  it('that are none of ours are refused without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(clientMessage.safeParse(message).success).toBe(false);
      }),
    );
  });
});
