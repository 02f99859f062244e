import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDifference } from '../testing/model/compare.ts';
import { Model } from '../testing/model/model.ts';
import { fullScenarios, largestScenarios, type Scenario } from '../testing/scenario.ts';
import { reduce } from './reduce.ts';
import { applyChanges, createRows } from './state.ts';

const LONG = process.env['MUSTER_LONG'] === '1';

/** Holds every field of every row against the model after each event. */
function expectAsModelled({ events }: Scenario): void {
  const rows = createRows();
  const model = new Model();
  for (const [index, event] of events.entries()) {
    applyChanges(rows, reduce(rows, event));
    model.take(event);
    const difference = firstDifference(rows, model);
    if (difference !== null) {
      expect.fail(`after event ${index}, ${event.source}/${event.event}: ${difference}`);
    }
  }
}

describe('every field of every row is as a model of its own has it', { timeout: 120_000 }, () => {
  it('after each event of whatever happens', () => {
    fc.assert(fc.property(fullScenarios, expectAsModelled), { numRuns: LONG ? 20_000 : 150 });
  });

  it('on a host with a thousand servers, and four hundred players on one', () => {
    fc.assert(fc.property(largestScenarios, expectAsModelled), { numRuns: LONG ? 500 : 3 });
  });
});
