import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dexie } from 'dexie';
import {
  afterFailure,
  afterSuccess,
  AGAIN_MS,
  flushPace,
  raised,
  HEALTHY,
  retryDelay,
  wantsRebuilding,
  type StorageHealth,
} from './storage-health.ts';
import { storageErrorOf, type StorageError } from './storage-error.ts';

const TROUBLES: readonly StorageError[] = ['full', 'refused', 'failed'];

/** Fails until nothing is kept; `halvings` of the log are possible. Answers what was done on the way. */
function fall(trouble: StorageError, halvings: number, from: StorageHealth = HEALTHY) {
  let health = from;
  const remedies: string[] = [];
  for (let log = halvings; health.keeps !== 'nothing'; log--) {
    const next = afterFailure(health, trouble, log > 0);
    health = next.health;
    remedies.push(next.remedy);
    expect(remedies.length).toBeLessThan(20);
  }
  return { health, remedies };
}

describe('the store on a disk that takes less', () => {
  it('gives up the oldest of the log first, then what is cold, then everything', () => {
    expect(fall('full', 2).remedies).toEqual(['shorten-log', 'shorten-log', 'drop-cold', 'none']);
    expect(fall('full', 0).remedies).toEqual(['drop-cold', 'none']);
  });

  it('does not halve a log for ever that does not get shorter', () => {
    expect(fall('full', Number.POSITIVE_INFINITY).health.keeps).toBe('nothing');
  });

  it('opens a database that fails three times again, and then makes a new one', () => {
    const { health, remedies } = fall('failed', 5);
    expect(remedies).toEqual(['reopen', 'reopen', 'reopen', 'reopen']);
    expect(wantsRebuilding(health)).toBe(true);
    expect(wantsRebuilding(afterFailure(HEALTHY, 'failed', false).health)).toBe(false);
  });

  it('asks nothing twice of a browser that refuses, and deletes nothing there or on a full disk', () => {
    expect(fall('refused', 5).remedies).toEqual(['reopen']);
    expect(wantsRebuilding(fall('refused', 5).health)).toBe(false);
    expect(wantsRebuilding(fall('full', 5).health)).toBe(false);
  });

  it('tries every minute while it keeps nothing, and soon before', () => {
    for (const trouble of TROUBLES) {
      expect(retryDelay(fall(trouble, 3).health)).toBe(AGAIN_MS);
      expect(retryDelay(afterFailure(HEALTHY, 'failed', true).health)).toBeLessThan(1_000);
    }
  });

  it('keeps the rows before the rest when there is room again, and in the end all', () => {
    const rows = raised(fall('full', 3).health);
    expect(rows.keeps).toBe('rows');
    const all = raised(afterSuccess(rows));
    expect(all.keeps).toBe('all');
    expect(afterSuccess(all)).toEqual(HEALTHY);
    expect(afterSuccess(raised(fall('failed', 3).health))).toEqual(HEALTHY);
  });

  it('ends on its feet from wherever it was, whatever went wrong before', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ went: fc.constantFrom(...TROUBLES, 'well' as const), log: fc.boolean() }),
          { maxLength: 40, size: 'max' },
        ),
        (story) => {
          let health = HEALTHY;
          for (const { went, log } of story) {
            health = health.keeps === 'nothing' ? raised(health) : health;
            health =
              went === 'well' ? afterSuccess(health) : afterFailure(health, went, log).health;
            expect(retryDelay(health)).toBeLessThanOrEqual(AGAIN_MS);
          }
          for (let minute = 0; minute < 2; minute++) health = afterSuccess(raised(health));
          expect(health).toEqual(HEALTHY);
        },
      ),
    );
  });
});

describe('the pace of writing', () => {
  it('is a fortieth of the time under load, but a write every ten seconds, and one as soon as the load is over', () => {
    expect([5, 50, 200, 5_000].map((took) => flushPace(HEALTHY, took))).toEqual([
      { wait: 300, quiet: 300 },
      { wait: 2_000, quiet: 300 },
      { wait: 8_000, quiet: 300 },
      { wait: 10_000, quiet: 300 },
    ]);
  });

  it('is that of its attempts where a write has failed, however long the last took', () => {
    const { health } = afterFailure(HEALTHY, 'failed', true);
    expect(flushPace(health, 5_000)).toEqual({
      wait: retryDelay(health),
      quiet: retryDelay(health),
    });
  });
});

describe('what went wrong', () => {
  const dom = (name: string) => new DOMException('Not now.', name);
  it('is a full disk also where Dexie hides it', () => {
    expect(storageErrorOf(dom('QuotaExceededError'))).toBe('full');
    expect(storageErrorOf(new Dexie.AbortError('Aborted.', dom('QuotaExceededError')))).toBe(
      'full',
    );
    expect(
      storageErrorOf(
        new Dexie.BulkError('Some.', [new Dexie.AbortError('Aborted.', dom('QuotaExceededError'))]),
      ),
    ).toBe('full');
  });

  it('is a refusal of the browser where nothing may be stored, or no database is there', () => {
    expect(storageErrorOf(dom('SecurityError'))).toBe('refused');
    expect(storageErrorOf(new Dexie.MissingAPIError())).toBe('refused');
    expect(storageErrorOf(dom('InvalidStateError'), true)).toBe('refused');
  });

  it('is a failure otherwise', () => {
    expect(storageErrorOf(dom('InvalidStateError'))).toBe('failed');
    expect(storageErrorOf(dom('UnknownError'), true)).toBe('failed');
    expect(storageErrorOf(new Dexie.DatabaseClosedError())).toBe('failed');
    expect(storageErrorOf('a string')).toBe('failed');
  });
});
