import { parseArgs } from 'node:util';
import { setPlan, type NewPlan } from '../host/servers/set-plan.ts';
import { accountIdOf } from '../host/identity/accounts.ts';
import { publish } from '../host/realtime/log.ts';
import {
  PLAN,
  SUBSCRIPTION_STATUS,
  type PlanName,
  type SubscriptionStatusName,
} from '../protocol/enumerations.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const PLAN_HELP = `muster admin plan ACCOUNT [PLAN]: sets the plan of an account

  --servers NUMBER      how many servers come with the plan basic
  --until DATE          the end of its period, as 2026-12-31 or with a time; without it, it has none
  --status STATUS       ${SUBSCRIPTION_STATUS.join(', ')} (ACTIVE)
  --cancelled           it ends with its period, and holds until then
  --next PLAN           the plan that follows at the end of its period
  --restricted          let the account make nothing new: servers, ban lists, teams
  --unrestricted        end that

Plans: ${PLAN.join(', ')}. They bind only with MUSTER_PLANS=on. What the plan no longer holds is restricted at once, the
newest servers first. Without PLAN, the plan stays as it is.
`;

/** Sets the plan of an account. Throws `UsageError`. */
export async function adminPlan(
  args: readonly string[],
  { db, secrets, settings }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: {
      servers: { type: 'string' },
      until: { type: 'string' },
      status: { type: 'string' },
      cancelled: { type: 'boolean', default: false },
      next: { type: 'string' },
      restricted: { type: 'boolean', default: false },
      unrestricted: { type: 'boolean', default: false },
    },
  });
  const [name, planName, ...more] = positionals;
  const restricts = values.restricted || values.unrestricted;
  if (name === undefined || more.length > 0 || (planName === undefined && !restricts)) {
    throw new UsageError('Give an account and a plan: muster admin plan ACCOUNT PLAN');
  }
  if (values.restricted && values.unrestricted) {
    throw new UsageError('Give --restricted or --unrestricted, not both.');
  }
  const ofPlan = values.servers ?? values.until ?? values.status ?? values.next;
  if (planName === undefined && (ofPlan !== undefined || values.cancelled)) {
    throw new UsageError('Name the plan that this is about: muster admin plan ACCOUNT PLAN');
  }
  const id = await accountIdOf(db, name);
  if (id === null) throw new UsageError(`There is no account ${name}. Check the spelling.`);
  const plan = planName === undefined ? null : planOf(planName, values, now);
  const holder = { db, secrets, publish, clock: Date.now };
  await setPlan(holder, settings, id, plan, restricts ? values.restricted : null);
  if (plan !== null) {
    const until = plan.until === null ? '' : ` until ${new Date(plan.until).toISOString()}`;
    terminal.say(`${name} has the plan ${plan.plan}${until}.`);
    if (!settings.plans) {
      terminal.say(
        `MUSTER_PLANS is off: every account has ${settings.plan.name}, and this binds nobody yet.`,
      );
    }
  }
  if (restricts) {
    terminal.say(`${name} ${values.restricted ? 'is restricted' : 'is no longer restricted'}.`);
  }
}

interface Given {
  readonly servers?: string | undefined;
  readonly until?: string | undefined;
  readonly status?: string | undefined;
  readonly cancelled: boolean;
  readonly next?: string | undefined;
}

function planOf(name: string, given: Given, now: number): NewPlan {
  const plan = knownPlan(name);
  const until = given.until === undefined ? null : momentOf(given.until, now);
  if (given.servers !== undefined && plan !== 'basic') {
    throw new UsageError('--servers goes with the plan basic alone.');
  }
  if ((given.cancelled || given.next !== undefined) && until === null) {
    throw new UsageError('Say when its period ends, with --until.');
  }
  if (given.cancelled && (given.next !== undefined || given.status !== undefined)) {
    throw new UsageError('What is cancelled has no other status and no next plan.');
  }
  return {
    plan,
    until,
    servers: given.servers === undefined ? null : countOf(given.servers),
    status: given.cancelled ? 'CANCELLED' : statusOf(given.status ?? 'ACTIVE'),
    next: given.next === undefined ? null : knownPlan(given.next),
  };
}

function knownPlan(name: string): PlanName {
  const plan = PLAN.find((one) => one === name);
  if (plan !== undefined) return plan;
  throw new UsageError(`There is no plan ${name}: name one of ${PLAN.join(', ')}.`);
}

function statusOf(name: string): SubscriptionStatusName {
  const status = SUBSCRIPTION_STATUS.find((one) => one === name);
  if (status !== undefined) return status;
  throw new UsageError(
    `There is no status ${name}: name one of ${SUBSCRIPTION_STATUS.join(', ')}.`,
  );
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--servers takes a whole number from 1 to 9999, not ${text}.`);
}

function momentOf(text: string, now: number): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    throw new UsageError(`--until takes a date such as 2026-12-31, not ${text}.`);
  }
  if (at <= now) throw new UsageError(`${text} has passed: --until takes a moment to come.`);
  return at;
}
