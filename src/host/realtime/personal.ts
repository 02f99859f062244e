/**
 * Takes out of an event what a person may ask to have erased, and puts it back. The log keeps ids; names,
 * texts and addresses stand beside it by the person they are about. What takes their place in the log
 * (empty text, null) still fits the event's schema, so that an erased event can be told.
 */
import { emptyOf } from '../../domain/resources/erased.ts';
import { PAGED, RESOURCES } from '../../protocol/resources/registry.ts';
import type { Fields } from '../../protocol/resources/resource.ts';
import type { EventData, EventName } from '../../protocol/events.ts';

/** A partial of an event's data, and whom it is about (a muster_id, a play session, or empty: nobody). */
export interface PersonalPart {
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Separated {
  readonly data: unknown;
  readonly personal: readonly PersonalPart[];
}

interface Named {
  readonly id: string | null;
  readonly muster_id: string | null;
}

const whoIs = (player: Named): string => player.muster_id ?? player.id ?? '';

/** Splits the data of an event. Pure; `restore` is its inverse. */
export function separate<N extends EventName>(event: N, data: EventData<N>): Separated {
  if (event === 'gsm:player:create') {
    const { player, server } = data as EventData<'gsm:player:create'>;
    return {
      data: { server, player: { ...player, name: '' } },
      personal: [{ subject: whoIs(player), data: { player: { name: player.name } } }],
    };
  }
  if (event === 'row:put') return separateRow(data as EventData<'row:put'>);
  if (event === 'row:gone') return separateRow(data as EventData<'row:gone'>);
  if (event === 'server:feed') return separateEntry(data as EventData<'server:feed'>);
  if (event === 'notification') {
    const told = data as EventData<'notification'>;
    if (told.player_name === null) return { data, personal: [] };
    const subject = told.muster_id ?? '';
    return {
      data: { ...told, player_name: null },
      personal: [{ subject, data: { player_name: told.player_name } }],
    };
  }
  return { data, personal: [] };
}

const DECLARED = { ...RESOURCES, ...PAGED };

/** What of a row, and of how it was before, is about a person, as its fields are marked. */
function separateRow<D extends EventData<'row:put'> | EventData<'row:gone'>>(told: D): Separated {
  const { fields } = DECLARED[told.resource];
  const parts = new Map<string, Record<string, unknown>>();
  const data: Record<string, unknown> = { ...told };
  for (const place of ['row', 'before']) {
    const row = data[place];
    if (isRecord(row)) data[place] = separateFields(place, row, fields, parts);
  }
  return { data, personal: [...parts].map(([subject, fields]) => ({ subject, data: fields })) };
}

/** The row without what is about a person; that goes to the parts. */
function separateFields(
  place: string,
  row: Readonly<Record<string, unknown>>,
  fields: Fields,
  parts: Map<string, Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const rest: Record<string, unknown> = { ...row };
  for (const [name, { mark, about }] of Object.entries(fields)) {
    if (mark === 'plain' || about === null || row[name] === '' || row[name] === null) continue;
    const told = row[about];
    const subject = typeof told === 'string' ? told : '';
    const part = parts.get(subject) ?? {};
    parts.set(subject, { ...part, [place]: { ...(part[place] as object), [name]: row[name] } });
    rest[name] = emptyOf(row[name]);
  }
  return rest;
}

function separateEntry(told: EventData<'server:feed'>): Separated {
  const { entry } = told;
  const parts = new Map<string, Record<string, unknown>>();
  const take = (subject: string, fields: Readonly<Record<string, unknown>>) => {
    parts.set(subject, { ...parts.get(subject), ...fields });
  };
  const done = (rest: unknown): Separated => ({
    data: { ...told, entry: rest },
    personal: [...parts].map(([subject, fields]) => ({ subject, data: { entry: fields } })),
  });
  switch (entry.kind) {
    case 'join':
    case 'leave':
      take(whoIs(entry.player), { player: { name: entry.player.name } });
      return done({ ...entry, player: { ...entry.player, name: '' } });
    case 'chat':
      take(whoIs(entry.player), { player: { name: entry.player.name }, text: entry.text });
      return done({ ...entry, player: { ...entry.player, name: '' }, text: '' });
    case 'kick':
      take(whoIs(entry.player), { player: { name: entry.player.name }, reason: entry.reason });
      return done({ ...entry, player: { ...entry.player, name: '' }, reason: '' });
    case 'death':
    case 'hit': {
      const { player, by } = entry;
      take(whoIs(player), { player: { name: player.name } });
      const rest = { ...entry, player: { ...player, name: '' } };
      if (by === null || by.player === null) return done(rest);
      take(whoIs(by.player), { by: { player: { name: by.player.name } } });
      return done({ ...rest, by: { ...by, player: { ...by.player, name: '' } } });
    }
    case 'rcon-admin':
      take('', { to: entry.to, text: entry.text });
      return done({ ...entry, to: null, text: '' });
    case 'action': {
      const { actor, player } = entry;
      take(actor.muster_id, { actor: { display_name: actor.display_name } });
      const aboutPlayer = player === null ? {} : { player: { name: player.name } };
      const subject = player === null ? '' : whoIs(player);
      if (player !== null || entry.text !== null)
        take(subject, { ...aboutPlayer, text: entry.text });
      return done({
        ...entry,
        actor: { ...actor, display_name: '' },
        player: player === null ? null : { ...player, name: '' },
        text: null,
      });
    }
    case 'configuration':
      take(entry.actor.muster_id, { actor: { display_name: entry.actor.display_name } });
      return done({ ...entry, actor: { ...entry.actor, display_name: '' } });
    case 'console': {
      const { actor } = entry;
      if (actor !== null) take(actor.muster_id, { actor: { display_name: actor.display_name } });
      take('', { text: entry.text });
      return done({
        ...entry,
        text: '',
        actor: actor === null ? null : { ...actor, display_name: '' },
      });
    }
    case 'personal': {
      const { kind, player, ...about } = entry;
      take(player, about);
      const erased = { ip: null, guid: null, steam_id: null, bohemia_id: null, position: null };
      return done({ kind, player, ...erased });
    }
    case 'state':
    case 'gap':
      return { data: told, personal: [] };
  }
}

/** Puts back what is still there. Parts may come in any order; those that were erased are absent. */
export function restore(data: unknown, parts: readonly unknown[]): unknown {
  return parts.reduce(mergeInto, data);
}

function mergeInto(base: unknown, part: unknown): unknown {
  if (!isRecord(base) || !isRecord(part)) return part;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(part)) merged[key] = mergeInto(base[key], value);
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
