/** What may be of lists that follow one another between installations. The host refuses more, and a form says so before. */
export const FEDERATION_LIMIT = {
  /** A link as it is typed, and how long one can be used that nobody has used, ms. */
  link: 400,
  linkLasts: 7 * 86_400_000,
  /** Installations that follow one list, links that wait included. */
  shares: 100,
  /** Changes of one answer. */
  page: 500,
  /** Bytes of a request, and of an answer. */
  request: 4_096,
  answer: 2_097_152,
  /** The clocks of two installations may be so far apart, ms: a signed request is taken for as long. */
  clocks: 300_000,
} as const;

/**
 * How a list of another installation stands. `starting`: not everything of it is here yet. `current`: as it was when it
 * was last asked. `failing`: it goes on with what it has. `ended`: the other installation shares it no more, and nothing
 * of it is kept.
 */
export const REMOTE_STATE = ['starting', 'current', 'failing', 'ended'] as const;
export type RemoteState = (typeof REMOTE_STATE)[number];

/** Why the last try to read it failed. */
export const REMOTE_CAUSE = [
  'host-unknown',
  'address-not-allowed',
  'unreachable',
  'certificate',
  'timed-out',
  'busy',
  'unreadable',
  'clock-apart',
  'key-changed',
  'version',
  'too-many',
  /** What it answered could not be written. */
  'failed-here',
] as const;
export type RemoteCause = (typeof REMOTE_CAUSE)[number];

/** Why an installation that is asked refuses: it signs that, too. */
export const REFUSAL = [
  'not-shared',
  'clock-apart',
  'replayed',
  'signature',
  'unreadable',
] as const;
export type Refusal = (typeof REFUSAL)[number];
