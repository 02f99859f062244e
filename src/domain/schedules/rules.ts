import type { AddedOf, ResourceRules } from '../resources/rule.ts';

type NothingKnown = Readonly<Record<string, never>>;

/** The furthest ahead of a job's warnings comes first, and a day of the week after the one before it. */
function ordered(values: AddedOf<'jobs'>): AddedOf<'jobs'> {
  return {
    ...values,
    days: values.days.toSorted((a, b) => a - b),
    warnings: values.warnings.toSorted((a, b) => b.minutes - a.minutes),
  };
}

export const JOB_RULES: ResourceRules<'jobs', NothingKnown> = {
  add: (ids, values, _known, { at }) => ({ ...ids, ...ordered(values), changed: at }),
  edit: (job, values, { at }) => ({ ...job, ...ordered(values), changed: at }),
  restore: (job, { at }) => ({ ...job, changed: at }),
  known: () => ({}),
};

export const MESSAGE_RULES: ResourceRules<'messages', NothingKnown> = {
  add: (ids, values, _known, { at }) => ({ ...ids, ...values, changed: at }),
  edit: (message, values, { at }) => ({ ...message, ...values, changed: at }),
  restore: (message, { at }) => ({ ...message, changed: at }),
  known: () => ({}),
};
