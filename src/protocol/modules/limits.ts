/** What may be set of a server's modules. The host refuses more, and a form says so before. */
export const MODULE_LIMIT = {
  /** Milliseconds. */
  ping: { least: 50, most: 2_000 },
  reservedSlots: { least: 1, most: 500 },
  /** Days; 0: it does nothing. */
  steam: { least: 0, most: 3_650 },
} as const;

/** What a server that nobody has set up does: nothing of it, but that its bans hold also while no host runs. */
export const MODULES_UNSET = {
  whitelist: { active: false, paused: false },
  ping: { active: false, max: 250, warn: true, protect_whitelist: false },
  geoblocking: { active: false, countries: [], invert: false },
  reserved_slots: { active: false, amount: 2 },
  vpn: { active: false, protect_whitelist: false },
  steam: { kick_private: false, kick_vac: false, vac_grace_days: 0, min_age_days: 0 },
  own_list: { active: true },
} as const;

/** Each module, in the order that its settings are shown in. */
export const MODULE = Object.keys(MODULES_UNSET) as readonly (keyof typeof MODULES_UNSET)[];
