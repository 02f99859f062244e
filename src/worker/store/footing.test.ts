import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dexie } from 'dexie';
import {
  afterFailure,
  afterSuccess,
  AGAIN_MS,
  climbed,
  FIRM,
  patience,
  wantsRebuilding,
  type Footing,
} from './footing.ts';
import { troubleOf, type Trouble } from './trouble.ts';

const TROUBLES: readonly Trouble[] = ['full', 'refused', 'failed'];

/** Fails until nothing is kept; `halvings` of the log are possible. Answers what was done on the way. */
function fall(trouble: Trouble, halvings: number, from: Footing = FIRM) {
  let footing = from;
  const remedies: string[] = [];
  for (let log = halvings; footing.keeps !== 'nothing'; log--) {
    const next = afterFailure(footing, trouble, log > 0);
    footing = next.footing;
    remedies.push(next.remedy);
    expect(remedies.length).toBeLessThan(20);
  }
  return { footing, remedies };
}

describe('the store on a disk that takes less', () => {
  it('gives up the oldest of the log first, then what is cold, then everything', () => {
    expect(fall('full', 2).remedies).toEqual(['shorten-log', 'shorten-log', 'drop-cold', 'none']);
    expect(fall('full', 0).remedies).toEqual(['drop-cold', 'none']);
  });

  it('does not halve a log for ever that does not get shorter', () => {
    expect(fall('full', Number.POSITIVE_INFINITY).footing.keeps).toBe('nothing');
  });

  it('opens a database that fails three times anew, and then makes a new one', () => {
    const { footing, remedies } = fall('failed', 5);
    expect(remedies).toEqual(['reopen', 'reopen', 'reopen', 'reopen']);
    expect(wantsRebuilding(footing)).toBe(true);
    expect(wantsRebuilding(afterFailure(FIRM, 'failed', false).footing)).toBe(false);
  });

  it('asks nothing twice of a browser that refuses, and deletes nothing there or on a full disk', () => {
    expect(fall('refused', 5).remedies).toEqual(['reopen']);
    expect(wantsRebuilding(fall('refused', 5).footing)).toBe(false);
    expect(wantsRebuilding(fall('full', 5).footing)).toBe(false);
  });

  it('tries every minute while it keeps nothing, and soon before', () => {
    for (const trouble of TROUBLES) {
      expect(patience(fall(trouble, 3).footing)).toBe(AGAIN_MS);
      expect(patience(afterFailure(FIRM, 'failed', true).footing)).toBeLessThan(1_000);
    }
  });

  it('keeps the rows before the rest when there is room again, and in the end all', () => {
    const rows = climbed(fall('full', 3).footing);
    expect(rows.keeps).toBe('rows');
    const all = climbed(afterSuccess(rows));
    expect(all.keeps).toBe('all');
    expect(afterSuccess(all)).toEqual(FIRM);
    expect(afterSuccess(climbed(fall('failed', 3).footing))).toEqual(FIRM);
  });

  it('ends on its feet from wherever it was, whatever went wrong before', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ went: fc.constantFrom(...TROUBLES, 'well' as const), log: fc.boolean() }),
          { maxLength: 40 },
        ),
        (story) => {
          let footing = FIRM;
          for (const { went, log } of story) {
            footing = footing.keeps === 'nothing' ? climbed(footing) : footing;
            footing =
              went === 'well' ? afterSuccess(footing) : afterFailure(footing, went, log).footing;
            expect(patience(footing)).toBeLessThanOrEqual(AGAIN_MS);
          }
          for (let minute = 0; minute < 2; minute++) footing = afterSuccess(climbed(footing));
          expect(footing).toEqual(FIRM);
        },
      ),
    );
  });
});

describe('what went wrong', () => {
  const dom = (name: string) => new DOMException('Not now.', name);
  it('is a full disk also where Dexie hides it', () => {
    expect(troubleOf(dom('QuotaExceededError'))).toBe('full');
    expect(troubleOf(new Dexie.AbortError('Aborted.', dom('QuotaExceededError')))).toBe('full');
    expect(
      troubleOf(
        new Dexie.BulkError('Some.', [new Dexie.AbortError('Aborted.', dom('QuotaExceededError'))]),
      ),
    ).toBe('full');
  });

  it('is a refusal of the browser where nothing may be stored, or no database is there', () => {
    expect(troubleOf(dom('SecurityError'))).toBe('refused');
    expect(troubleOf(new Dexie.MissingAPIError())).toBe('refused');
    expect(troubleOf(dom('InvalidStateError'), true)).toBe('refused');
  });

  it('is a failure otherwise', () => {
    expect(troubleOf(dom('InvalidStateError'))).toBe('failed');
    expect(troubleOf(dom('UnknownError'), true)).toBe('failed');
    expect(troubleOf(new Dexie.DatabaseClosedError())).toBe('failed');
    expect(troubleOf('a string')).toBe('failed');
  });
});
