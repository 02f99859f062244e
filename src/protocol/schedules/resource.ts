import { idOf, personal, plain, resource, toldResource } from '../resources/resource.ts';
import { SCHEDULE_LIMIT } from './limits.ts';

/**
 * What a server does by itself at its times. Second specification, section 3. A command may stand in one, and commands
 * are not for everybody who sees the server: when it restarts next is, and its row says so.
 */
export const JOBS = resource({
  name: 'jobs',
  one: 'job',
  many: 'jobs',
  fields: {
    name: plain(
      ({ words }) => words,
      ({ schedules }) => schedules.jobName,
    ),
    enabled: plain(({ z }) => z.boolean()),
    days: plain(
      ({ schedules }) => schedules.weekdays,
      ({ schedules }) => schedules.writtenWeekdays,
    ),
    time: plain(
      ({ schedules }) => schedules.jobTime,
      ({ schedules }) => schedules.writtenTime,
    ),
    action: plain(({ schedules }) => schedules.jobAction),
    /** The command of RAW, the text of a message, the reason of a kick or null; null for the others. */
    parameter: plain(
      ({ words }) => words.nullable(),
      ({ schedules }) => schedules.writtenParameter,
    ),
    /** The furthest ahead first. */
    warnings: plain(
      ({ schedules }) => schedules.warnings,
      ({ schedules }) => schedules.writtenWarnings,
    ),
    /** Minutes before a restart at which nobody gets in any more, and at which everybody is kicked; null: never. */
    lock_before: plain(({ schedules }) => schedules.before.nullable()),
    kick_before: plain(({ schedules }) => schedules.before.nullable()),
    /** Added, changed or brought back then: what was due before is not made up for. */
    changed: plain(({ moment }) => moment),
  },
  order: { by: 'name', direction: 'asc' },
  searched: ['name', 'parameter'],
  most: SCHEDULE_LIMIT.jobs,
  read: 'server.modify.configuration',
  add: {
    access: 'server.modify.configuration',
    fields: [
      'name',
      'enabled',
      'days',
      'time',
      'action',
      'parameter',
      'warnings',
      'lock_before',
      'kick_before',
    ],
  },
  edit: {
    access: 'server.modify.configuration',
    fields: [
      'name',
      'enabled',
      'days',
      'time',
      'action',
      'parameter',
      'warnings',
      'lock_before',
      'kick_before',
    ],
  },
  remove: { access: 'server.modify.configuration' },
});

/** The messenger: what a server says by itself again and again. Second specification, sections 3 and 9. */
export const MESSAGES = resource({
  name: 'messages',
  one: 'message',
  many: 'messages',
  fields: {
    enabled: plain(({ z }) => z.boolean()),
    mode: plain(({ schedules }) => schedules.messageMode),
    text: plain(
      ({ words }) => words,
      ({ schedules }) => schedules.privateText,
    ),
    /**
     * Seconds. In public it is said so often. In private each player is told again after so long; null: once a stay.
     */
    interval: plain(({ schedules }) => schedules.messageInterval.nullable()),
    /**
     * Seconds. In public, by which two messages of one interval come after each other: it is said when the seconds
     * since midnight UTC of 1 January 1970, without the offset, are a multiple of the interval. In private, after the
     * player joined.
     */
    offset: plain(({ schedules }) => schedules.messageOffset),
    /** Added, changed or brought back then. */
    changed: plain(({ moment }) => moment),
  },
  order: { by: 'text', direction: 'asc' },
  searched: ['text'],
  most: SCHEDULE_LIMIT.messages,
  read: 'server.modify.configuration',
  add: {
    access: 'server.modify.configuration',
    fields: ['enabled', 'mode', 'text', 'interval', 'offset'],
  },
  edit: {
    access: 'server.modify.configuration',
    fields: ['enabled', 'mode', 'text', 'interval', 'offset'],
  },
  remove: { access: 'server.modify.configuration' },
});

/**
 * What differs from the jobs, and what was asked for once: everybody who sees the server may know. An occurrence of a
 * job that was skipped or postponed has the job's id and its own moment (`due`); a restart that somebody asked for has
 * neither job nor command. A row goes once its moment has passed.
 */
export const PLANS = toldResource({
  name: 'plans',
  scope: 'server',
  many: 'plans',
  fields: {
    /** null: asked for once, and no job's. */
    job_id: plain(({ hexId }) => hexId.nullable()),
    /** The job's name; empty for what no job is. */
    name: plain(({ words }) => words),
    action: plain(({ schedules }) => schedules.jobAction),
    /** When it was to run at first. A moment at which the job does not run of its own: it was asked to run then too. */
    due: plain(({ moment }) => moment),
    /** When it runs; null: it is skipped. */
    at: plain(({ moment }) => moment.nullable()),
    /** Of what was asked for once; what a job's occurrence has stands in the job. */
    warnings: plain(({ schedules }) => schedules.warnings),
    lock_before: plain(({ schedules }) => schedules.before.nullable()),
    kick_before: plain(({ schedules }) => schedules.before.nullable()),
    by_id: idOf('account'),
    by_name: personal(({ personName }) => personName, 'by_id'),
    /** Asked for, or changed last, then. */
    changed: plain(({ moment }) => moment),
  },
  order: { by: 'due', direction: 'asc' },
  searched: ['name', 'by_name'],
  most: SCHEDULE_LIMIT.plans,
  read: 'server.view',
});
