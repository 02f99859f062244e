import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failed } from '../../domain/actions/broadcast.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { Outcome } from '../../worker/contract.ts';
import { Broadcaster } from './broadcaster.ts';

const request = { action: SERVER_ACTION.RAW, command: 'players' } as const;

function refused(code: 'rate-limited' | 'permission-denied' | 'no-answer'): Outcome<string> {
  const problem = { type: 'about:blank', title: code, status: 400, code, detail: code };
  return { ok: false, error: { kind: 'problem', problem } };
}

const ENDS = {
  done: { ok: true, value: 'fine' },
  denied: refused('permission-denied'),
  silent: refused('no-answer'),
  limited: refused('rate-limited'),
  unreachable: { ok: false, error: { kind: 'unreachable' } },
} as const satisfies Readonly<Record<string, Outcome<string>>>;
type End = keyof typeof ENDS;

/** Servers that end as their scripts say, then all well. */
function stage(scripts: readonly (readonly End[])[]) {
  const left = new Map(scripts.map((script, index) => [`s${index}`, [...script]]));
  const asked: { readonly serverId: string; readonly requestId: string }[] = [];
  let ids = 0;
  let running = 0;
  let most = 0;
  let waited = 0;
  let held = 0;
  const broadcaster = new Broadcaster({
    newId: () => String(++ids),
    wait: async () => {
      waited += 1;
    },
    hold: () => {
      held += 1;
      return () => void (held -= 1);
    },
    act: async (serverId, requestId) => {
      asked.push({ serverId, requestId });
      expect(held).toBe(1);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return ENDS[left.get(serverId)?.shift() ?? 'done'];
    },
  });
  return {
    broadcaster,
    asked,
    ids: [...left.keys()],
    most: () => most,
    waited: () => waited,
    held: () => held,
  };
}

const script = fc.array(fc.constantFrom(...(Object.keys(ENDS) as End[])), { maxLength: 3 });

it('every server ends, a few are asked at a time while the page is held, and the limit alone makes one wait', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(script, { minLength: 2, maxLength: 16, size: 'max' }),
      async (scripts) => {
        const { broadcaster, asked, ids, most, waited, held } = stage(scripts);
        await broadcaster.send(ids, request);
        expect(broadcaster.busy).toBe(false);
        expect(held()).toBe(0);
        expect(broadcaster.rows.value.map(({ serverId }) => serverId)).toEqual(ids);
        expect(most()).toBeLessThanOrEqual(4);
        expect(asked.length - waited()).toBe(ids.length);
      },
    ),
  );
});

it('another try asks those that failed and nobody else, until all is done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(script, { minLength: 2, maxLength: 16, size: 'max' }),
      async (scripts) => {
        const { broadcaster, asked, ids } = stage(scripts);
        await broadcaster.send(ids, request);
        for (let round = 0; round < 3; round++) {
          const before = broadcaster.rows.value;
          const again = failed(before);
          const from = asked.length;
          await broadcaster.retry();
          const now = asked.slice(from);
          expect(new Set(now.map(({ serverId }) => serverId))).toEqual(
            new Set(again.map(({ serverId }) => serverId)),
          );
          for (const { serverId, requestId } of now) {
            const row = before.find((one) => one.serverId === serverId);
            // Where it may have been done, the host is asked for the same, and does it once.
            expect(requestId === row?.requestId).toBe(row?.error === 'unreachable');
          }
        }
        expect(broadcaster.rows.value.every(({ state }) => state === 'done')).toBe(true);
      },
    ),
  );
});

it('asks every one of 1,500 servers, and tries each of them again', async () => {
  const { broadcaster, asked, ids } = stage(Array.from({ length: 1_500 }, () => ['silent']));
  await broadcaster.send(ids, request);
  expect(asked.map(({ serverId }) => serverId).toSorted()).toEqual(ids.toSorted());
  expect(failed(broadcaster.rows.value)).toHaveLength(1_500);
  await broadcaster.retry();
  expect(asked).toHaveLength(3_000);
  expect(broadcaster.rows.value.every(({ state }) => state === 'done')).toBe(true);
});
