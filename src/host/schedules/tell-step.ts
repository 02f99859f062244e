/** What became of what a server was to do by itself: its feed and its audit say it. */
import type { Step } from '../../domain/schedules/occurrences.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { serverResource } from '../access/grants.ts';
import type { Change } from '../change/change.ts';

type Scheduled = Extract<FeedEntry, { kind: 'schedule' }>;

/** A step as it is told, before it is known what became of it. */
export type ToldStep = Omit<Scheduled, 'kind' | 'outcome' | 'why' | 'missed'>;

/** What became of it. */
export type StepEnd = Pick<Scheduled, 'outcome' | 'why' | 'missed'>;

export function toldOf({ kind, at, text, of }: Step): ToldStep {
  const { once, id, name, action, parameter } = of;
  const said = kind === 'action' && action !== SERVER_ACTION.RAW ? parameter : null;
  return {
    job_id: once ? null : id,
    name,
    step: kind,
    action,
    // A command is for the console's readers alone.
    text: kind === 'warning' ? text : said,
    due: at,
  };
}

/** Tells what became of a step. */
export function tellStep(made: Change, serverId: string, told: ToldStep, end: StepEnd): void {
  const entry: Scheduled = { kind: 'schedule', ...told, ...end };
  made.tell(serverStream(serverId, 'feed'), 'server:feed', {
    server_id: serverId,
    at: made.now,
    entry,
  });
  made.audit({
    actor: null,
    resource: serverResource(serverId),
    action: end.outcome === 'missed' ? 'schedules.missed' : 'schedules.run',
    detail: {
      ...(told.job_id === null ? {} : { id: told.job_id }),
      step: told.step,
      ...(told.step === 'action' ? { action: told.action } : {}),
      outcome: end.outcome,
      due: told.due,
      ...(end.missed === null ? {} : { missed: end.missed }),
    },
    told: { text: told.name },
  });
}

/**
 * Tells what could not be done in time: of each job once, however often it was due, by the last time. What comes
 * before something that was missed itself is missed with it.
 */
export function tellMissed(made: Change, serverId: string, late: readonly Step[]): void {
  const actions = new Set(late.filter(({ kind }) => kind === 'action').map(ofOccurrence));
  const alone = late.filter((step) => step.kind === 'action' || !actions.has(ofOccurrence(step)));
  const byJob = new Map<string, readonly Step[]>();
  for (const step of alone) {
    const key = `${step.of.id}/${step.kind}`;
    byJob.set(key, [...(byJob.get(key) ?? []), step]);
  }
  for (const steps of byJob.values()) {
    const last = steps.at(-1);
    if (last === undefined) continue;
    tellStep(made, serverId, toldOf(last), {
      outcome: 'missed',
      why: null,
      missed: steps.length,
    });
  }
}

function ofOccurrence({ of }: Step): string {
  return `${of.id}/${of.at}`;
}
