import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { ofFeed, ofJoin, TALLY, type Tally } from './effects.ts';
import { lengthOf, settleStay, type KeptStay } from './stay.ts';

const hex = (digit: string) => digit.repeat(24);
const server = hex('f');
const ada = { id: hex('1'), muster_id: hex('a'), name: 'Ada' };
const bob = { id: hex('2'), muster_id: hex('b'), name: 'Bob' };
const stranger = { id: null, muster_id: null, name: '?' };

const counted = (...entries: FeedEntry[]) =>
  entries
    .flatMap((entry) => ofFeed({ server_id: server, at: 1, entry }))
    .flatMap((effect) =>
      effect.kind === 'count' ? [`${effect.muster_id[0]} ${effect.what}`] : [],
    );

const by = (player: typeof ada | typeof stranger | null, cause = '') => ({
  player,
  cause,
  weapon: null,
  distance: null,
});

describe('what is counted', () => {
  it('a kill is the death of one and the kill of another', () => {
    expect(counted({ kind: 'death', player: ada, by: by(bob) })).toEqual(['a deaths', 'b kills']);
  });

  it('who dies of themselves has killed nobody', () => {
    const deaths: FeedEntry[] = [
      { kind: 'death', player: ada, by: by(ada) },
      { kind: 'death', player: ada, by: by(null, 'Suicide') },
    ];
    const each = ['a deaths', 'a suicides'];
    expect(counted(...deaths)).toEqual([...each, ...each]);
  });

  it.each([
    ['Wolf', 'a environment_deaths'],
    ['fall', 'a environment_deaths'],
    ['Infected', 'a infected_deaths'],
    ['Зараженный', 'a infected_deaths'],
    ['ZmbF_Nurse', 'a infected_deaths'],
  ])('a death by %s is nobody’s kill', (cause, what) => {
    expect(counted({ kind: 'death', player: ada, by: by(null, cause) })).toEqual([
      'a deaths',
      what,
    ]);
  });

  it('a death of which the game does not say more is a death alone', () => {
    expect(counted({ kind: 'death', player: ada, by: null })).toEqual(['a deaths']);
  });

  it('somebody whom the host does not know is not counted, and who they hit is', () => {
    const hit = { kind: 'hit', player: ada, by: by(stranger), zone: null, damage: null } as const;
    expect(counted(hit)).toEqual(['a hits_taken']);
    expect(counted({ kind: 'death', player: stranger, by: by(ada) })).toEqual(['a kills']);
  });

  it('every death is at most one kill or one suicide, over any fight', () => {
    const player = fc.constantFrom(ada, bob);
    const entry: fc.Arbitrary<FeedEntry> = fc.oneof(
      fc.record({
        kind: fc.constant('death' as const),
        player,
        by: fc.option(fc.option(player).map((one) => by(one, one === null ? 'fall' : ''))),
      }),
      fc.record({
        kind: fc.constant('hit' as const),
        player,
        by: player.map((one) => by(one)),
        zone: fc.constant(null),
        damage: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(fc.array(entry), (fight) => {
        const all = counted(...fight);
        const sum = (what: Tally) => all.filter((line) => line.endsWith(` ${what}`)).length;
        const of = Object.fromEntries(TALLY.map((what) => [what, sum(what)])) as Record<
          Tally,
          number
        >;
        const { kills, deaths, suicides, environment_deaths } = of;
        expect(deaths).toBe(fight.filter(({ kind }) => kind === 'death').length);
        expect(kills + suicides + environment_deaths).toBeLessThanOrEqual(deaths);
        expect(of.hits_given).toBe(of.hits_taken);
      }),
    );
  });

  it('a player is known from the moment the host knows who it is', () => {
    const player = {
      ...ada,
      muster_id: null,
      joined_at: 5,
      joined_before: false,
      verified: false,
      lobby: true,
    };
    const told = (muster_id: string | null) =>
      ofJoin({ server: { id: server }, player: { ...player, muster_id } }, 9).map((effect) =>
        effect.kind === 'stay' ? effect.told : null,
      );
    expect(told(null)).toEqual([{ joined_at: 5 }]);
    expect(told(ada.muster_id)).toEqual([{ joined_at: 5, muster_id: ada.muster_id }]);
  });
});

const open: KeptStay = {
  joined_at: 100,
  left_at: null,
  found_at: null,
  unheard_from: null,
  unheard_since: null,
  kicked_by: null,
  lost: false,
};

describe('how a stay ended', () => {
  it.each([
    ['goes on', {}, { ended: 'here', until: null }],
    ['a leave', { left_at: 200 }, { ended: 'left', until: 200 }],
    ['a kick', { left_at: 200, kicked_by: 'battleye' }, { ended: 'kicked', until: 200 }],
    ['a kick that did nothing', { kicked_by: 'battleye' }, { ended: 'here', until: null }],
    ['a leave that was found', { left_at: 200, found_at: 200 }, { ended: 'unknown', until: 200 }],
    [
      'a leave that was found late',
      { left_at: 150, found_at: 200 },
      { ended: 'unknown', until: 150 },
    ],
    [
      'a leave that nobody heard',
      { left_at: 200, found_at: 200, unheard_from: 150 },
      { ended: 'unknown', until: 150 },
    ],
    ['a server that is not heard', { unheard_since: 150 }, { ended: 'unknown', until: 150 }],
    [
      'a leave before it was not heard',
      { left_at: 120, unheard_since: 150 },
      { ended: 'left', until: 120 },
    ],
    ['a log that was lost', { lost: true }, { ended: 'unknown', until: null }],
    ['a log that was lost before', { lost: true, left_at: 200 }, { ended: 'left', until: 200 }],
  ] as const)('%s', (_what, told, settled) => {
    expect(settleStay({ ...open, ...told })).toEqual(settled);
  });

  it('it never lasts less than nothing, nor longer than from its beginning until now', () => {
    const moment = fc.nat({ max: 1_000 });
    const stay = fc.record({
      joined_at: moment,
      left_at: fc.option(moment),
      found_at: fc.option(moment),
      unheard_from: fc.option(moment),
      unheard_since: fc.option(moment),
      kicked_by: fc.option(fc.constant('battleye')),
      lost: fc.boolean(),
    });
    fc.assert(
      fc.property(stay, (kept) => {
        const lasted = lengthOf(kept, 1_000);
        expect(lasted).toBeGreaterThanOrEqual(0);
        expect(lasted).toBeLessThanOrEqual(1_000 - kept.joined_at);
        if (kept.found_at !== null && kept.unheard_from !== null) {
          expect(lasted).toBeLessThanOrEqual(Math.max(0, kept.unheard_from - kept.joined_at));
        }
      }),
    );
  });
});
