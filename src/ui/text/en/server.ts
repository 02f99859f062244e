/** Texts about servers that several screens use. */
export const server = {
  game: {
    GENERIC: 'Generic',
    DAYZ: 'DayZ',
    ARMA2: 'ArmA 2',
    ARMA3: 'ArmA 3',
    RUST: 'Rust',
    DAYZ_EXP: 'DayZ Experimental',
  },
  /** Where a column has no room for the name. */
  gameShort: {
    GENERIC: 'Generic',
    DAYZ: 'DayZ',
    ARMA2: 'ArmA 2',
    ARMA3: 'ArmA 3',
    RUST: 'Rust',
    DAYZ_EXP: 'DayZ Exp.',
  },
  status: {
    online: 'Online',
    starting: 'Starting',
    connecting: 'Connecting',
    deploying: 'Setting up',
    offline: 'Offline',
    error: 'Error',
    restricted: 'Restricted',
    deleting: 'Deleting',
    unknown: 'Unknown',
  },
  uptime: {
    connected: 'connected {{length}}',
    source: {
      game: 'says the game',
      start: 'Muster saw it start',
      connection: 'since Muster connected',
    },
    withGap: 'with a gap',
    why: {
      game: 'The game says so itself.',
      start: 'Muster saw it start.',
      connection:
        'The game does not say how long it has been running. Muster has been connected for so long; it may have run for longer.',
    },
    gap: 'Muster did not watch it from {{from}} to {{to}}. It may have restarted then.',
  },
  restart: {
    in: 'restart in {{left}}',
    now: 'restart now',
    left: 'in {{left}}',
    leftNow: 'now',
    none: 'No restart planned',
    unknown: 'next restart unknown',
    earlier: 'or earlier',
    earlierWhy: 'It also restarts after the server starts, and when that was is not known',
    leftUnknown: 'unknown',
    startUnknown: 'unknown, since it is not known when the server started',
    next: 'Next restart',
  },
  unknownState: 'Reload this page: Muster was updated',
  fault: {
    'hostname-not-resolved': 'Host name not found',
    'address-not-allowed': 'Address not allowed',
    'socket-unreachable': 'Not reachable',
    'authentication-failed': 'Wrong RCon password',
    forbidden: 'RCon refuses Muster',
  },
} as const;
