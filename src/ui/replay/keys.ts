/** The keys of a replay; they work alone, outside of fields. */
export const REPLAY_KEYS = { play: 'k', back: 'j', forward: 'l', mark: 'm' } as const;
