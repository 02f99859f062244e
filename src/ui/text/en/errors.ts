import type { ErrorCode } from '../../../protocol/errors.ts';
import { frame } from './frame.ts';

/** The error catalogue: what a person reads for each code that the host answers. */
export const errors = {
  'invalid-request': 'Something in this form is not right. Check the marked fields.',
  'request-too-large':
    'This is more at once than Muster, or a proxy before it, takes. Send less, or ask whoever runs this Muster.',
  'invalid-csrf-token': 'This page is out of date. Reload it and try again.',
  'invalid-origin':
    'This Muster is set up for another address. Open it there, or set MUSTER_ORIGIN to this one.',
  'not-signed-in': 'You are signed out. Sign in again to go on.',
  'permission-denied': 'You do not have permission for this. Ask whoever manages the server.',
  needs: 'You need the permission {{missing}} for this. Ask whoever manages the server.',
  'not-found': 'This does not exist, or you may not see it.',
  'rate-limited': 'Too many requests. Wait a minute and try again.',
  'internal-error': 'We are currently unable to serve your request. Try again.',
  'service-unavailable': 'Muster cannot be reached. Try again in a minute.',
  'bad-credentials': 'Wrong username or password.',
  'locked-out': 'Too many attempts. Wait before you try again.',
  'account-banned': 'This account is banned. Ask whoever runs this Muster.',
  'account-terminated': 'This account was closed for good.',
  'account-disabled': 'This account is disabled. Ask whoever runs this Muster.',
  'account-in-setup': 'This account is still being set up. Ask whoever runs this Muster.',
  'sign-up-closed': 'New accounts cannot be made here. Ask whoever runs this Muster.',
  'invitation-invalid': 'This invitation is used, expired or mistyped. Ask for a new one.',
  'already-founded': 'Somebody has made the founding account already. Sign in instead.',
  'setup-code-invalid': 'Wrong set-up code. It was printed where Muster was started.',
  'demo-not-offered':
    'The demo is only there before the first account is made, on the machine that Muster runs on.',
  'demo-not-started': 'The demo did not start. The reason is printed where Muster was started.',
  'username-taken': 'This username is taken. Choose another.',
  'email-taken': 'This e-mail address is taken. Use another.',
  'link-invalid': 'This link is used or has expired. Ask for a new one.',
  'hostname-not-resolved': 'The host name cannot be resolved. Check the address.',
  'unknown-server': 'Something answered, but not the chosen game. Check game and ports.',
  'socket-unreachable':
    'RCon cannot be reached. Check RCon port, firewall, and whether the server runs.',
  'authentication-failed': 'Wrong RCon password.',
  forbidden:
    'The game server answered, but does not let Muster in. Close other RCon tools, or allow this address there.',
  'address-not-allowed':
    'This Muster may not connect to this address. Whoever runs it can allow it with MUSTER_PRIVATE_ADDRESSES.',
  'password-needed':
    'Type the RCon password again. The stored one is never sent to another address or port.',
  'already-claimed': 'This server is in Muster already. Ask its owner for permissions.',
  'plan-needed': 'Your plan does not include this. Ask whoever runs this Muster for a higher plan.',
  'gate-closed':
    'This is open to whoever has a server here. Add one, or ask whoever runs this Muster.',
  'plan-limit-reached': 'You may not have more servers. Ask whoever runs this Muster.',
  'subscription-restricted':
    'Your account is restricted and can make nothing new. Ask whoever runs this Muster.',
  'log-folder-refused':
    'The log folder cannot be read. Whoever runs this Muster must give it to the owner of the server and to you.',
  'log-not-recognized':
    'Muster cannot read this log. It reads DayZ’s .ADM and .RPT, and ArmA’s server_console.log.',
  'storage-quota-reached':
    'The storage quota is reached. Delete older files, or ask the owner of the server for room.',
  'server-restricted':
    'This server is restricted: nobody can use it until that ends. Its page says why.',
  'not-deployed': 'This server is still being set up.',
  'confirmation-mismatch': 'That is not the name of the server. Type it as it is shown.',
  'account-not-found': 'There is no account with this name or id. Check the spelling.',
  'last-manager':
    'Somebody must still be able to give permissions. Give that to somebody else first.',
  'owner-stays': 'This account owns the server. Nobody can take its permissions.',
  'invite-first': 'Invite them first: nobody is added who has not accepted.',
  'hierarchy-denied': 'Their role there is above yours. Ask somebody with a higher one.',
  'owner-role': 'The owner role stays as it is. Only its owner can give it away.',
  'already-member': 'They belong to it already. Reload the page to see them in the list.',
  'already-invited': 'They are invited already, and have not answered.',
  'not-a-member': 'They do not belong to it. Add them first.',
  'being-deleted': 'This is being deleted and cannot be changed. Go back and choose another.',
  'resources-undecided': 'Something else belongs to it now. Say what becomes of that, too.',
  'person-unknown': 'Nobody you may see is known by this ID.',
  'identity-needed': 'Give at least one ID to ban.',
  'address-invalid': 'This is not an address. Examples: 192.0.2.7, 192.0.2.*, 192.0.2.0/24.',
  'address-too-wide': 'This would ban too many addresses. Narrow it down.',
  'ban-too-long': 'A ban of over two years has to be one without an end. Leave the end out.',
  'ban-over': 'This ban is over. Say for how long it lasts from now.',
  'two-accounts': 'Both have an account. Two accounts are never one person.',
  'ban-of-nobody':
    'Whoever this ban was about was erased, so it can keep nobody out. Add a new ban instead.',
  'too-many-files': 'A ban has at most 5 files and 10 links. Remove one first.',
  'upload-too-large': 'The file is too large: at most 10 MiB.',
  'file-not-recognized':
    'This is no evidence that Muster keeps: a picture (PNG, JPEG, GIF, WebP), a video (MP4, WebM) or a text.',
  'not-eligible': 'This list no longer has all it takes to be verified.',
  'review-settled':
    'This list does not wait any more: somebody else decided, or it was taken back.',
  'share-code-unknown': 'No ban list has this code. Ask its owner for the current one.',
  'not-followable': 'This ban list cannot be followed. Ask its owner to allow followers.',
  'follows-itself': 'This is the code of this list itself. A list cannot follow itself.',
  'already-followed': 'This list follows it already.',
  'already-primary': 'A server of this list has it as its primary list. Take it away there first.',
  'followed-by-primary':
    'The primary list of a server follows it already, so it holds there. To add it all the same, make another list the primary one first.',
  'followed-by-another':
    'Another list of this server follows it. Stop following it there, then make it the primary list.',
  'only-watched':
    'Muster can only watch this server, and keep nobody out of it. Choose one that it controls by RCon.',
  'https-needed':
    'Another Muster reaches this one over HTTPS alone. Whoever runs this Muster has to set MUSTER_ORIGIN to its https address.',
  'share-link-refused':
    'The other Muster does not take this link: it was used, is over 7 days old, or its list is no longer shared. Ask for a new one.',
  'remote-failed': 'The other Muster could not be asked. Try again in a minute.',
  'secret-needed': 'A webhook in the format of Muster needs a secret to sign with.',
  'webhook-off': 'This webhook is not verified. Verify it again first.',
  'no-longer-kept': 'What happened then is no longer kept, so it cannot be sent again.',
  'bucket-in-use': 'A server uses this bucket. Take it off all servers first.',
  'entry-of-other-kind': 'This cannot be in a bucket of this type.',
  'note-needed': 'Write what is to be noted.',
  'filter-action': 'A filter of this type cannot do that.',
  'already-reported': 'You have reported this ban already. It waits for an answer.',
  'report-settled': 'Somebody else has answered it already.',
  'filters-full':
    'A server that uses the bucket would have more than 1,000 filters. Remove some first.',
  'invalid-regex':
    'This is not a regular expression that Muster can read. It knows RE2, without look-ahead and back references.',
  'regex-too-large': 'This regular expression is too large when its repetitions are spelled out.',
  'private-key-unusable':
    'This is no private key that Muster can use. Paste one of SSH that has no passphrase.',
  'no-queue-file': 'This game reads no file of queue priority.',
  'limit-reached': 'The limit is reached. Delete one first.',
  'row-changed': 'Somebody else changed this in the meantime. Look at it, then try again.',
  'wall-changed':
    'This wall was changed while you were editing, in another tab or by somebody else.',
  'too-late': 'Too late: its time has passed.',
  'pairing-code-unknown':
    'No screen shows this code. Codes last 10 minutes: look at the screen again.',
  'pairing-expired': 'The code has expired. Type the new one from the screen.',
  'not-connected': 'The game server is not connected. Try again when it is.',
  'no-answer': 'The game server did not answer. It may have acted all the same.',
  'player-gone': 'The player is no longer on the server. Nothing was done.',
  'player-ambiguous': 'Two players match, so nothing was done. Choose the player from the list.',
  'action-unsupported': 'This game cannot do that.',
  'whitelist-off': 'The whitelist of this server is switched off.',
  unreachable: frame.unreachable,
  deadline: 'This takes longer than it should. It may still be done: look before you try again.',
  replaying: 'This is not live: nothing can be sent or looked up from here.',
} as const satisfies Readonly<
  Record<ErrorCode | 'needs' | 'unreachable' | 'deadline' | 'replaying', string>
>;
