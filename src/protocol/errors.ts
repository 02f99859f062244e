/**
 * Every error that a call can answer, by its stable code, with its HTTP status. The client's error
 * catalogue maps the code to text; `detail` is English and for logs and scripts.
 */
export const ERROR = {
  'invalid-request': 400,
  'invalid-csrf-token': 403,
  'invalid-origin': 403,
  'not-signed-in': 401,
  'permission-denied': 403,
  'not-found': 404,
  'rate-limited': 429,
  'internal-error': 500,
  'service-unavailable': 503,
  // session and account
  'bad-credentials': 401,
  'locked-out': 429,
  'account-banned': 403,
  'account-terminated': 403,
  'account-disabled': 403,
  'account-in-setup': 403,
  'sign-up-closed': 403,
  'invitation-invalid': 403,
  'already-founded': 409,
  'setup-code-invalid': 403,
  'demo-not-offered': 403,
  'demo-not-started': 503,
  'username-taken': 409,
  'email-taken': 409,
  'link-invalid': 410,
  // servers: the add-server and RCon-update errors of the second specification, section 8
  'hostname-not-resolved': 422,
  'unknown-server': 422,
  'socket-unreachable': 422,
  'authentication-failed': 422,
  forbidden: 422,
  'address-not-allowed': 422,
  'password-needed': 422,
  'already-claimed': 409,
  'plan-limit-reached': 403,
  'subscription-restricted': 403,
  'plan-needed': 403,
  'gate-closed': 403,
  'log-folder-refused': 422,
  'log-not-recognized': 422,
  // first specification, section 8
  'storage-quota-reached': 403,
  'server-restricted': 403,
  'not-deployed': 409,
  'confirmation-mismatch': 422,
  // permissions of another account
  'account-not-found': 404,
  'last-manager': 409,
  'owner-stays': 403,
  'invite-first': 409,
  // teams and organizations
  'hierarchy-denied': 403,
  'owner-role': 403,
  'already-member': 409,
  'already-invited': 409,
  'not-a-member': 422,
  'being-deleted': 409,
  'resources-undecided': 409,
  // persons
  'two-accounts': 409,
  // bans and ban lists
  'person-unknown': 422,
  'identity-needed': 422,
  'address-invalid': 422,
  'address-too-wide': 422,
  'ban-over': 409,
  'ban-of-nobody': 409,
  'already-reported': 409,
  'report-settled': 409,
  'ban-too-long': 422,
  'too-many-files': 409,
  'upload-too-large': 422,
  'file-not-recognized': 422,
  'share-code-unknown': 422,
  'not-followable': 422,
  'follows-itself': 422,
  'already-followed': 409,
  'already-primary': 409,
  // buckets
  'bucket-in-use': 409,
  'entry-of-other-kind': 422,
  'filter-action': 422,
  'filters-full': 409,
  'invalid-regex': 422,
  'regex-too-large': 422,
  // the file of queue priority
  'private-key-unusable': 422,
  'no-queue-file': 422,
  // walls and displays
  'limit-reached': 403,
  'wall-changed': 409,
  // a row of a resource is not any more what its editor saw
  'row-changed': 409,
  // what was to be skipped or postponed has run, or its time has passed
  'too-late': 409,
  'pairing-code-unknown': 422,
  'pairing-expired': 410,
  // actions: why the game server did not do it
  'not-connected': 409,
  'no-answer': 504,
  'player-gone': 409,
  'player-ambiguous': 409,
  'action-unsupported': 422,
  // nobody can pause or resume a whitelist that is switched off
  'whitelist-off': 409,
} as const satisfies Readonly<Record<string, number>>;

export type ErrorCode = keyof typeof ERROR;
