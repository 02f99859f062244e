import type { z } from 'zod';
import type { Content } from '../../protocol/marks.ts';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { shapeOf, type Shape } from '../../protocol/shape.ts';
import type { Keyframe } from '../fold.ts';
import type { RecordedEvent } from '../known.ts';
import { TABLES } from '../tables.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { ROW_SCHEMAS } from '../row-schemas.ts';

/** Takes out of a recording what must not be told. */
export interface Redactor {
  /** What the header says of who recorded it: the names that the software has for itself, or 'unknown'. */
  build(text: string): string;
  event(event: RecordedEvent): RecordedEvent;
  keyframe(rows: Keyframe): Keyframe;
}

type Redact = (value: unknown) => unknown;

/**
 * What must go is told by the schemas: each text that is not one of a few fixed words is replaced, by what
 * it contains; places go whole; numbers, moments and enumerations stay. A field that a later version adds
 * is therefore redacted from the start. `keepChat`: what was said stays, who said it does not.
 */
export function createRedactor(key: string, keepChat = false): Redactor {
  const names = new Pseudonyms(key);
  const pseudonyms = keepChat ? { ...PSEUDONYM, chat: kept } : PSEUDONYM;
  const ofSchema = (schema: z.core.$ZodType): Redact => {
    const shape = shapeOf(schema);
    return shape === null ? () => null : redactorOf(shape, 'free-text', { names, pseudonyms });
  };
  const events = new Map([...RECORDED_EVENTS].map(([kind, schema]) => [kind, ofSchema(schema)]));
  const tables = new Map(TABLES.map((table) => [table, ofSchema(ROW_SCHEMAS[table])]));
  return {
    build: (text) => (OWN_BUILD.test(text) ? text : 'unknown'),
    event: ({ at, source, event, stream, seq, data }) => {
      const redact = events.get(`${source}/${event}`);
      const place = {
        ...(stream !== undefined && { stream: names.stream(stream) }),
        ...(seq !== undefined && { seq }),
      };
      // Nobody knows what an unknown event tells: that there was one is all that stays of it.
      if (redact === undefined) {
        return { at, source: 'unknown', event: 'unknown', ...place, data: null };
      }
      return { at, source, event, ...place, data: redact(data) };
    },
    keyframe: (rows) =>
      Object.fromEntries(
        TABLES.flatMap((table) => {
          const redact = tables.get(table);
          const all: readonly unknown[] | undefined = rows[table];
          return all === undefined || redact === undefined ? [] : [[table, all.map(redact)]];
        }),
      ),
  };
}

/** A file of a built portal, or one of the host's own words. */
const OWN_BUILD = /^(?:\/assets\/\w{1,20}-[\w-]{8}\.js|host|recording|test)$/;

type Pseudonym = (names: Pseudonyms, text: string) => string;

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(?:Z|[+-]\d\d:\d\d)$/;
const TIME = /^\d\d:\d\d$/;

const text: Pseudonym = (names, told) => names.text(told);
const kept: Pseudonym = (_, told) => told;

/** What stands for a text, by what it contains. */
const PSEUDONYM: { readonly [C in Exclude<Content, 'place'>]: Pseudonym } = {
  id: (names, id) => names.id(id),
  'server-key': (names, key) => {
    const [server = '', rest = ''] = key.split(':');
    return `${server === 'all' ? server : names.id(server)}:${rest}`;
  },
  'server-name': (names, identifier) => names.server(identifier),
  stream: (names, stream) => names.stream(stream),
  'time-zone': () => 'UTC',
  'local-time': (names, told) => (LOCAL.test(told) ? told : names.text(told)),
  'time-of-day': (names, told) => (TIME.test(told) ? told : names.text(told)),
  words: text,
  'person-name': (names, name) => names.name(name),
  'free-text': text,
  chat: text,
  'ip-address': (names, ip) => names.address(ip),
  email: (names, address) => names.email(address),
  guid: (names, guid) => names.guid(guid),
  'steam-id': (names, id) => names.steamId(id),
};

interface Context {
  readonly names: Pseudonyms;
  readonly pseudonyms: typeof PSEUDONYM;
}

/** `within`: what a value of which nothing is known contains. */
function redactorOf(shape: Shape, within: Content, context: Context): Redact {
  const contains = shape.contains ?? within;
  if (contains === 'place') return () => null;
  switch (shape.kind) {
    case 'number':
    case 'boolean':
    case 'one-of':
      return (value) => value;
    case 'anything':
      return () => null;
    case 'string': {
      const pseudonym = context.pseudonyms[contains];
      return (value) => pseudonym(context.names, value as string);
    }
    case 'nullable': {
      const inner = redactorOf(shape.inner, contains, context);
      return (value) => (value === null ? null : inner(value));
    }
    case 'array': {
      const element = redactorOf(shape.element, contains, context);
      return (value) => (value as readonly unknown[]).map(element);
    }
    case 'record': {
      const key = redactorOf(shape.key, contains, context);
      const item = redactorOf(shape.value, contains, context);
      return (value) => recordOf(Object.entries(value as object), (k) => String(key(k)), item);
    }
    case 'object':
      return objectRedactor(shape, contains, context);
    case 'union': {
      const options = new Map(
        [...shape.options].map(([value, option]) => [value, redactorOf(option, contains, context)]),
      );
      return (value) => {
        const told = (value as Readonly<Record<string, unknown>>)[shape.discriminator];
        return options.get(told)?.(value) ?? null;
      };
    }
  }
}

function recordOf(
  entries: readonly (readonly [string, unknown])[],
  key: (name: string) => string,
  item: Redact,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.map(([name, value]) => [key(name), item(value)]));
}

function objectRedactor(
  { properties }: Shape & { kind: 'object' },
  contains: Content,
  context: Context,
): Redact {
  const parts = [...properties].map(
    ([name, { shape }]) => [name, redactorOf(shape, contains, context)] as const,
  );
  return (value) => {
    const redacted: Record<string, unknown> = {};
    for (const [name, redact] of parts) {
      const told = (value as Readonly<Record<string, unknown>>)[name];
      if (told !== undefined) redacted[name] = redact(told);
    }
    return redacted;
  };
}
