import type { z } from 'zod';
import { battleyeGuid, hexId } from '../../protocol/fields.ts';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { shapeOf, type Shape } from '../../protocol/shape.ts';
import type { Keyframe } from '../fold.ts';
import type { RecordedEvent } from '../known.ts';
import { TABLES } from '../tables.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { entryRowId, historyRowId, ROW_SCHEMAS, streamRowId } from './row-schemas.ts';

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
 * kind of thing it is; places go whole; numbers, moments and enumerations stay. A field that a later
 * version adds is thereby redacted from the start. `keepChat`: what was said stays, who said it does not.
 */
export function createRedactor(key: string, keepChat = false): Redactor {
  const names = new Pseudonyms(key);
  const ofSchema = (schema: z.core.$ZodType): Redact => {
    const shape = shapeOf(schema);
    return shape === null ? () => null : redactorOf(shape, '', { names, keepChat, chat: false });
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

interface Context {
  readonly names: Pseudonyms;
  readonly keepChat: boolean;
  /** Within an entry of a chat. */
  readonly chat: boolean;
}

function redactorOf(shape: Shape, name: string, context: Context): Redact {
  switch (shape.kind) {
    case 'number':
    case 'boolean':
    case 'one-of':
      return (value) => value;
    case 'anything':
      return () => null;
    case 'string': {
      const redact = textRedactor(shape, name, context);
      return (value) => redact(value as string);
    }
    case 'nullable': {
      if (isPlace(shape.inner)) return () => null;
      const inner = redactorOf(shape.inner, name, context);
      return (value) => (value === null ? null : inner(value));
    }
    case 'array': {
      const element = redactorOf(shape.element, name, context);
      return (value) => (value as readonly unknown[]).map(element);
    }
    case 'record': {
      const key = redactorOf(shape.key, name, context);
      const item = redactorOf(shape.value, name, context);
      return (value) => recordOf(Object.entries(value as object), (k) => String(key(k)), item);
    }
    case 'object':
      return objectRedactor(shape, context);
    case 'union': {
      const options = new Map(
        [...shape.options].map(([value, option]) => {
          const chat = value === 'chat';
          return [value, redactorOf(option, name, { ...context, chat })] as const;
        }),
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

function objectRedactor({ properties }: Shape & { kind: 'object' }, context: Context): Redact {
  const parts = [...properties].map(
    ([name, { shape }]) => [name, redactorOf(shape, name, context)] as const,
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

/** Where somebody is on a map. */
function isPlace(shape: Shape): boolean {
  return shape.kind === 'object' && shape.properties.has('x') && shape.properties.has('y');
}

function textRedactor(
  { patterns }: Shape & { kind: 'string' },
  name: string,
  { names, keepChat, chat }: Context,
): (text: string) => string {
  const pattern = patterns[0]?.source ?? '';
  const byPattern = BY_PATTERN.get(pattern);
  if (byPattern !== undefined) return (text) => byPattern(names, text);
  if (chat && name === 'text' && keepChat) return (text) => text;
  const byName = BY_NAME.get(name);
  return byName === undefined ? (text) => names.text(text) : (text) => byName(names, text);
}

type ByNames = (names: Pseudonyms, text: string) => string;

const beforeColon: ByNames = (names, id) => {
  const [server = '', rest = ''] = id.split(':');
  return `${names.id(server)}:${rest}`;
};

const BY_PATTERN: ReadonlyMap<string, ByNames> = new Map<string, ByNames>([
  [patternOf(hexId), (names, id) => names.id(id)],
  [patternOf(battleyeGuid), (names, guid) => names.guid(guid)],
  [patternOf(entryRowId), beforeColon],
  [patternOf(historyRowId), beforeColon],
  [patternOf(streamRowId), (names, stream) => names.stream(stream)],
]);

const person: ByNames = (names, name) => names.name(name);
const stream: ByNames = (names, name) => names.stream(name);
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(?:Z|[+-]\d\d:\d\d)$/;
const TIME = /^\d\d:\d\d$/;

/** What a text is, by the name of its field; a list's texts by the list's. Any other is a free text. */
const BY_NAME: ReadonlyMap<string, ByNames> = new Map<string, ByNames>([
  ['name', person],
  ['player_name', person],
  ['issuer_name', person],
  ['username', person],
  ['display_name', person],
  ['to', person],
  ['identifier', (names, identifier) => names.server(identifier)],
  ['ip', (names, ip) => names.address(ip)],
  ['address', (names, email) => names.email(email)],
  ['steam_id', (names, id) => names.steamId(id)],
  ['stream', stream],
  ['streams', stream],
  ['detached', stream],
  ['timezone', () => 'UTC'],
  ['local', (names, text) => (LOCAL.test(text) ? text : names.text(text))],
  ['time', (names, text) => (TIME.test(text) ? text : names.text(text))],
]);

function patternOf(schema: z.core.$ZodType): string {
  const shape = shapeOf(schema);
  return shape?.kind === 'string' ? (shape.patterns[0]?.source ?? '') : '';
}
