/** Facts within the limits, whatever the game server said: nothing that leaves a connector is past them. */
import { isIP } from 'node:net';
import type { GameFact, Position, SeenHarm, SeenPlayer } from './contract.ts';
import { cut, figure, LIMITS } from './limits.ts';

/** The fact with its texts cut, and with figures that no game has as unknown. */
export function bounded(fact: GameFact): GameFact {
  switch (fact.kind) {
    case 'state':
    case 'gap':
      return fact;
    case 'join':
    case 'leave':
    case 'player-changed':
      return { ...fact, player: player(fact.player) };
    case 'position':
      return { ...fact, player: player(fact.player), position: position(fact.position) };
    case 'kick':
      return { ...named(fact), reason: line(fact.reason) };
    case 'death':
      return {
        ...named(fact),
        by: fact.by === null ? null : harm(fact.by),
        position: fact.position === null ? null : position(fact.position),
      };
    case 'hit':
      return {
        ...named(fact),
        by: harm(fact.by),
        zone: textOr(fact.zone, LIMITS.label),
        damage: inRange(fact.damage, 0, LIMITS.damage),
        position: fact.position === null ? null : position(fact.position),
      };
    case 'chat':
      return { ...named(fact), channel: cut(fact.channel, LIMITS.label), text: line(fact.text) };
    case 'admin':
      return {
        ...fact,
        admin: figure(fact.admin, LIMITS.count),
        to: textOr(fact.to, LIMITS.name),
        text: line(fact.text),
        ip: address(fact.ip),
      };
    case 'pings':
      return { ...fact, pings: pings(fact.pings) };
    case 'population': {
      const { players, slots, queue } = fact.population;
      const population = {
        players: figure(players, LIMITS.count),
        slots: figure(slots, LIMITS.count),
        queue: figure(queue, LIMITS.count),
      };
      return { ...fact, population };
    }
    case 'environment':
      return {
        ...fact,
        name: textOr(fact.name, LIMITS.label),
        map: textOr(fact.map, LIMITS.label),
        version: textOr(fact.version, LIMITS.label),
        startedAt: inRange(fact.startedAt, 0, LIMITS.moment),
        wipedAt: inRange(fact.wipedAt, 0, LIMITS.moment),
      };
    case 'console': {
      const most = fact.direction === 'answer' ? LIMITS.answer : LIMITS.line;
      return { ...fact, text: cut(fact.text, most) };
    }
  }
}

function named<Fact extends { readonly name: string; readonly player: SeenPlayer | null }>(
  fact: Fact,
): Fact {
  const seen = fact.player === null ? null : player(fact.player);
  return { ...fact, name: cut(fact.name, LIMITS.name), player: seen };
}

function player(seen: SeenPlayer): SeenPlayer {
  return {
    ...seen,
    name: cut(seen.name, LIMITS.name),
    ping: figure(seen.ping, LIMITS.ping),
    ip: address(seen.ip),
    port: figure(seen.port, LIMITS.count),
  };
}

function harm(by: SeenHarm): SeenHarm {
  const weapon = textOr(by.weapon, LIMITS.label);
  const distance = inRange(by.distance, 0, LIMITS.metres);
  return { ...named(by), weapon, distance };
}

function position({ x, y, height }: Position): Position {
  const { metres } = LIMITS;
  return {
    x: Math.max(-metres, Math.min(x, metres)),
    y: Math.max(-metres, Math.min(y, metres)),
    height: inRange(height, -metres, metres),
  };
}

function pings(seen: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map(
    [...seen].flatMap(([key, ping]) => {
      const told = figure(ping, LIMITS.ping);
      return told === null ? [] : [[key, told] as const];
    }),
  );
}

function line(text: string): string {
  return cut(text, LIMITS.line);
}

/** A text that may be unknown, cut. */
export function textOr(text: string | null, most: number): string | null {
  return text === null ? null : cut(text, most);
}

/** A figure as it is; one out of its bounds is unknown. */
export function inRange(value: number | null, least: number, most: number): number | null {
  return value !== null && value >= least && value <= most ? value : null;
}

function address(text: string | null): string | null {
  return text !== null && isIP(text) !== 0 ? text : null;
}
