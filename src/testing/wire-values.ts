import * as fc from 'fast-check';
import { consoleLine, feedEntry, personalEntry, type FeedEntry } from '../protocol/feed/fields.ts';
import { shapeOf } from '../protocol/shape.ts';
import {
  deploymentStep,
  environment,
  population,
  serverConfiguration,
  serverState,
  type Environment,
  type Population,
  type ServerSnapshot,
} from '../protocol/servers/fields.ts';
import { notification } from '../protocol/session/events.ts';
import type { EventData } from '../protocol/events.ts';
import type { ConsoleRow, IdentityWithoutServer } from '../domain/rows.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { PLAYER_NAMES } from './names.ts';

/** Values as the wire brings them: every enumeration value, null and absent, figures at their bounds. */
function valuesOf<T>(schema: Parameters<typeof shapeOf>[0]): fc.Arbitrary<T> {
  const shape = shapeOf(schema);
  if (shape === null) throw new RangeError('This schema has parts that no shape is known of.');
  return arbitraryOf(shape).map((value) => JSON.parse(JSON.stringify(value)) as T);
}

/** What the host lets through of a player's name, and of a line. */
const NAME_LENGTH = 128;
const LINE_LENGTH = 4_096;

/** A usual text, or one time in twenty one that is as long as it may be. */
function textOf(usual: fc.Arbitrary<string>, longest: number): fc.Arbitrary<string> {
  const long = fc.string({ minLength: 1, maxLength: 4 }).map((part) => part.repeat(longest));
  return fc.oneof(
    { weight: 19, arbitrary: usual },
    { weight: 1, arbitrary: long.map((text) => text.slice(0, longest)) },
  );
}

export const playerNames = textOf(
  fc.oneof(fc.constantFrom(...PLAYER_NAMES), fc.string({ maxLength: 12, unit: 'grapheme' })),
  NAME_LENGTH,
);
export const lines = textOf(fc.string({ maxLength: 20 }), LINE_LENGTH);

export const feedEntries = valuesOf<FeedEntry>(feedEntry);
export const consoleLines = fc
  .tuple(valuesOf<ConsoleRow['line']>(consoleLine), lines)
  .map(([line, text]) => ({ ...line, text }));
export const identities = valuesOf<IdentityWithoutServer>(personalEntry);
export const configurations = valuesOf<ServerSnapshot['configuration']>(serverConfiguration);
export const states = valuesOf<ServerSnapshot['state']>(serverState);
export const environments = valuesOf<Environment>(environment);
export const deploymentSteps = valuesOf<ServerSnapshot['deployment'][number]>(deploymentStep);
export const notifications = valuesOf<EventData<'notification'>>(notification);

/** Counts up to what the host lets through; players never exceed the slots. */
export const populations: fc.Arbitrary<Population> = fc
  .tuple(valuesOf<Population>(population), sizes(65_535), fc.option(sizes(65_535)), sizes(65_535))
  .map(([told, some, more, size]) => {
    const least = more === null ? some : Math.min(some, more);
    const players = told.players === null ? null : least;
    // Sums of what no host tells are not exact, and so not those of a fresh view.
    const queue = told.queue === null ? null : { ...told.queue, size };
    return { ...told, players, slots: more === null ? null : Math.max(some, more), queue };
  });

/** Mostly small, seldom anything, now and then the most there is. */
export function sizes(most: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.nat({ max: Math.min(12, most) }) },
    { weight: 3, arbitrary: fc.nat({ max: most }) },
    { weight: 1, arbitrary: fc.constant(most) },
  );
}
