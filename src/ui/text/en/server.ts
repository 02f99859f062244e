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
  status: {
    online: 'Online',
    starting: 'Starting',
    connecting: 'Connecting',
    deploying: 'Deploying',
    offline: 'Offline',
    error: 'Error',
    deleting: 'Deleting',
    unknown: 'Unknown',
  },
  unknownState: 'Reload this page: the host is newer',
  fault: {
    'hostname-not-resolved': 'The host name cannot be resolved',
    'address-not-allowed': 'The operator does not allow this address',
    'socket-unreachable': 'Not reachable',
    'authentication-failed': 'Wrong RCon password',
    forbidden: 'RCon is restricted',
  },
} as const;
