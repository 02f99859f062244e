/** A restart that somebody asks for once: now, or in a while with a countdown. */
import i18next from 'i18next';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { publicText } from '../../protocol/schedules/fields.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import type { CallAnswer, Outcome } from '../../worker/contract.ts';
import type { Connection } from '../data/connect.ts';
import { wholeNumber, wrongBy } from '../parts/rules.ts';
import type { Deed } from './run.ts';

/** Minutes that are offered; 0 is now. */
export const RESTART_IN = [0, 5, 10, 15, 30] as const;
/** Before so many minutes players are told again. */
const TOLD_AT = [60, 30, 15, 10, 5, 3, 2, 1] as const;

type Planned = NonNullable<CallAnswer<'scheduleRestart'>['results'][number]['planned']>;

export interface RestartPlan {
  readonly minutes: string;
  /** What players read at each step of the countdown. */
  readonly text: string;
}

/** What is wrong with a plan, by field; empty where nothing is. */
export function wrongOfPlan({ minutes, text }: RestartPlan): {
  readonly minutes?: string;
  readonly text?: string;
} {
  const number = wholeNumber(minutes);
  const most = SCHEDULE_LIMIT.ahead;
  if (!(number >= 0 && number <= most)) {
    return { minutes: i18next.t('wrong.number', { ns: 'forms', least: '0', most: String(most) }) };
  }
  if (number === 0 || text.trim() === '') return {};
  const wrong = wrongBy(publicText, text);
  return wrong === undefined ? {} : { text: wrong };
}

/** When players are told: at once, and at the steps below; without a text never. */
export function countdownOf({ minutes, text }: RestartPlan) {
  const from = wholeNumber(minutes);
  const words = text.trim();
  if (words === '' || from === 0) return [];
  const steps = [from, ...TOLD_AT.filter((one) => one < from)];
  return steps.slice(0, SCHEDULE_LIMIT.warnings).map((ahead) => ({ minutes: ahead, text: words }));
}

/** Restarts a server as planned; in a while, it is taken back by skipping it. */
export function restartDeed(connection: Connection, plan: RestartPlan): Deed {
  const { commands } = connection;
  const minutes = wholeNumber(plan.minutes);
  const t = i18next.getFixedT(null, 'many');
  if (minutes === 0) {
    const request = { action: SERVER_ACTION.SERVER_RESTART } as const;
    return {
      title: t('done.restart'),
      ask: (id, requestId) => commands.act(id, requestId, request, null),
      back: null,
    };
  }
  const planned = new Map<string, Planned>();
  return {
    title: t('done.restartIn', { count: minutes }),
    ask: async (server_id, request_id) => {
      const answer = await commands.call('scheduleRestart', {
        body: {
          request_id,
          server_ids: [server_id],
          minutes,
          warnings: countdownOf(plan),
          lock_before: null,
          kick_before: null,
        },
      });
      const one = answer.ok ? answer.value.results[0]?.planned : undefined;
      if (one !== undefined) planned.set(server_id, one);
      return first(answer);
    },
    back: {
      label: t('undo.restartIn'),
      deed: () => ({
        title: t('undone.restartIn'),
        ask: async (server_id) => {
          const one = planned.get(server_id);
          if (one === undefined) return refused('not-found');
          const occurrences = [{ server_id, ...one, at: one.due }];
          const body = { occurrences, to: { kind: 'skip' } } as const;
          return first(await commands.call('scheduleMove', { body }));
        },
        back: null,
      }),
    },
  };
}

/** What became of it at each server that a call named. */
type Results = {
  readonly results: readonly { ok: boolean; error: string | null; needs?: string[] | undefined }[];
};

/** What became of it at the one server that was asked about. */
export function first(outcome: Outcome<Results>): Outcome<string> {
  if (!outcome.ok) return outcome;
  const [one] = outcome.value.results;
  if (one?.ok !== false) return { ok: true, value: '' };
  return refused((one.error ?? 'internal-error') as ErrorCode, one.needs);
}

function refused(code: ErrorCode, needs: string[] = []): Outcome<string> {
  const problem = { type: 'about:blank', title: code, status: 422, code, detail: code, needs };
  return { ok: false, error: { kind: 'problem', problem } };
}
