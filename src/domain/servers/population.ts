import type { Population } from '../../protocol/servers/fields.ts';

/** The id of a row of history: of the span that ends now, or of the one so many days before. */
export function historyId({
  server_id,
  span,
  before,
}: {
  readonly server_id: string;
  readonly span: string;
  readonly before?: string | undefined;
}): string {
  return `${server_id}:${span}${before === undefined ? '' : `-${before}`}`;
}

/** Players never exceed slots where both are known, whoever told them. */
export function capped(population: Population): Population {
  const { players, slots } = population;
  if (players === null || slots === null || players <= slots) return population;
  return { ...population, players: slots };
}

/** One more player, capped at the slots; an unknown count stays unknown. First specification, section 4. */
export function countedIn(population: Population, at: number): Population {
  const { players, slots } = population;
  if (players === null) return population;
  return counted(population, slots === null ? players + 1 : Math.min(players + 1, slots), at);
}

/** One player less, never below 0; an unknown count stays unknown. First specification, section 4. */
export function countedOut(population: Population, at: number): Population {
  const { players } = population;
  return players === null ? population : counted(population, Math.max(players - 1, 0), at);
}

/** How many players are on servers together; null: of one or more it is not known. */
export function playersOn(
  servers: readonly { readonly population: Pick<Population, 'players'> }[],
): number | null {
  let sum = 0;
  for (const { population } of servers) {
    if (population.players === null) return null;
    sum += population.players;
  }
  return sum;
}

function counted(population: Population, players: number, at: number): Population {
  return {
    players,
    slots: population.slots,
    queue: population.queue,
    source: population.source,
    observed_at: at,
  };
}
