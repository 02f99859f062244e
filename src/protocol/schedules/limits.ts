/** How much there may be of what a server does by itself. */
export const SCHEDULE_LIMIT = {
  /** Jobs of a server, whatever the plan. */
  jobs: 100,
  /** Messages of a server, whatever the plan. */
  messages: 100,
  /** What is skipped, postponed or asked for once, of one server at a time. */
  plans: 200,
  /** Characters of a job's name. */
  name: 40,
  /** Characters of a message, a warning or a command, as everywhere that they are sent. */
  text: 256,
  /** Warnings of one occurrence. */
  warnings: 10,
  /** Minutes that a warning, a lock or a kick comes before, at most. */
  before: 1_440,
  /** Minutes after the server's start that a job can run at most: a week. */
  uptime: 10_080,
  /** Minutes that something is postponed, or asked for in advance, at most: a day. */
  ahead: 1_440,
  /** Minutes ahead that a calendar shows, with what a clock is put on or back: nothing is moved from or to beyond. */
  shown: 12_960,
  /** Epoch ms that no moment of a schedule lies behind: every clock can still show it. */
  moment: 253_402_300_799_999,
  /** Seconds between two times that a message is said. */
  intervalLeast: 30,
  intervalMost: 86_400,
  /** Seconds of an offset. */
  offset: 86_400,
  /** Servers, or occurrences, in one call; a client with more sends several. */
  atOnce: 500,
} as const;
