/**
 * Servers of which a part hangs while the rest goes on: what that part told is not shown as if it were so now
 * for over ten seconds, the rest stays, and all is right within fifteen seconds after it is back.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { SimPart } from '../../src/sim/server.ts';
import { Outage, RIGHT_WITHIN, STALE_WITHIN } from './outage.ts';

const GAMES = ['DAYZ', 'ARMA2', 'ARMA3', 'RUST'] as const;
/** The longest is past what counts as forgotten. */
const LASTS =
  process.env['MUSTER_LONG'] === undefined ? [15_000, 60_000] : [15_000, 60_000, 1_200_000];
const CASES = GAMES.flatMap((game) => LASTS.map((ms) => [game, ms] as const));

async function begin(game: (typeof GAMES)[number]): Promise<Outage> {
  const outage = await Outage.begin({ game, seed: 1, loss: 0, refuses: false });
  onTestFinished(() => outage.stop());
  expect(outage.isRight).toBe(true);
  return outage;
}

/** Something is stuck for a while; when in it, from ten seconds on, something of it was shown as live. */
async function suffer(
  outage: Outage,
  ms: number,
  stick: (stuck: boolean) => void,
  shows: () => boolean,
): Promise<readonly number[]> {
  stick(true);
  const fell = outage.time.now();
  const live: number[] = [];
  await outage.pass(ms, () => {
    const since = outage.time.now() - fell;
    if (since % 5_000 === 0) outage.stir();
    if (since > STALE_WITHIN && shows()) live.push(since);
  });
  stick(false);
  expect(await outage.until(() => outage.isRight)).toBeLessThanOrEqual(RIGHT_WITHIN);
  await outage.pass(5_000);
  expect(outage.unmarked()).toEqual([]);
  return live;
}

const LIST = { DAYZ: /^players$/, ARMA2: /^players$/, ARMA3: /^players$/, RUST: /^playerlist$/ };

test.each(CASES)('%s answers all but its player list for %i ms', async (game, ms) => {
  const outage = await begin(game);
  const stick = (stuck: boolean) => outage.server.setUnanswered(stuck ? LIST[game] : undefined);
  expect(await suffer(outage, ms, stick, () => outage.showsLive)).toEqual([]);
  expect(outage.lost()).toBe(0);
});

function sticking(outage: Outage, part: SimPart): (stuck: boolean) => void {
  return (stuck) => outage.server.setStuck(stuck ? 'hangs' : undefined, part);
}

test.each(CASES)('%s answers queries, and its RCon hangs for %i ms', async (game, ms) => {
  const outage = await begin(game);
  const stick = sticking(outage, 'control');
  expect(await suffer(outage, ms, stick, () => outage.showsLive)).toEqual([]);
  // How many there are is known all the while.
  expect(outage.offline).toBe(false);
});

test.each(CASES)('%s answers RCon, and its query port hangs for %i ms', async (game, ms) => {
  const outage = await begin(game);
  const stick = sticking(outage, 'query');
  expect(await suffer(outage, ms, stick, () => outage.showsQueried)).toEqual([]);
  expect(outage.lost()).toBe(0);
});

test('RUST answers all but its figures, and its query port hangs', async () => {
  const outage = await begin('RUST');
  const stick = (stuck: boolean) => {
    outage.server.setUnanswered(stuck ? /^serverinfo$/ : undefined);
    sticking(outage, 'query')(stuck);
  };
  const shows = () => outage.showsQueried || outage.showsFigures;
  expect(await suffer(outage, 60_000, stick, shows)).toEqual([]);
  expect(outage.lost()).toBe(0);
});
