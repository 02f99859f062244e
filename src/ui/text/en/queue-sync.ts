/** Texts of the file of queue priority that Muster writes to a game server. */
export const queueSync = {
  title: 'Queue priority file',
  does: 'Muster can write priority.txt to this server, from its buckets of queue priority. A change there is in the file within seconds; the game reads it when it starts.',
  stays:
    'People in the file whom Muster did not put there stay, and come before those of the buckets. What else stood in it is kept once as priority.txt.before-muster.',
  notSet: 'Not set up.',
  notYours: 'To set it up you need the permission ‘{{permission}}’.',
  state: {
    pending: 'First sync pending',
    busy: 'Writing …',
    synced: 'In sync',
    failed: 'Not written',
  },
  people_zero: 'Nobody of your buckets is in the file.',
  people_one: '{{count}} person of your buckets is in the file.',
  people_other: '{{count}} people of your buckets are in the file.',
  left_one: '{{count}} more has no SteamID64 and is not.',
  left_other: '{{count}} more have no SteamID64 and are not.',
  foreign_one: '{{count}} person in it is not from Muster and stays.',
  foreign_other: '{{count}} people in it are not from Muster and stay.',
  looked: 'Last looked at',
  failing: 'Since {{time}}.',
  next: 'Next try {{time}}.',
  problem: {
    generic: 'Something went wrong',
    'bucket-setup-required': 'Bucket needed',
    'connection-denied': 'Connection denied',
    'invalid-credentials': 'Wrong user or password',
    'no-root-found': 'Folder not found',
  },
  cause: {
    'no-bucket':
      'This server uses no bucket of queue priority. Open one under Buckets and let this server use it: then Muster begins by itself.',
    'host-unknown': 'The host name has no address. Check how it is spelled.',
    'address-not-allowed':
      'Whoever runs this Muster does not allow this address. Ask them about MUSTER_PRIVATE_ADDRESSES.',
    unreachable:
      'Nothing answered there in time by this protocol. Check host, port and protocol, and whether a firewall is in the way.',
    'other-protocol':
      'The server there does not speak this protocol, or lets nobody in by it. Choose another one.',
    'key-changed':
      'The server shows another key than before, so nothing was sent. If it was set up again, compare the key and trust it; if not, somebody may be in between.',
    credentials:
      'The server refused the user or the password. Type them again. Until then Muster tries once a day, so that nobody is locked out.',
    'no-folder': 'The folder is not there. Give the one that serverDZ.cfg is in.',
    hanging: 'The server stopped answering.',
    dropped:
      'The connection broke. If that left half a file, the one before is beside it, and the next try puts both right.',
    'not-writable':
      'The file cannot be read or written. Give the user the right to list, read and write in this folder.',
    'too-large': 'The file on the server, or what should be in it, is too long.',
    'not-kept': 'What was read back is not what was written. Is the disk full?',
    unexpected: 'Muster could not write the file. Whoever runs it finds more in the log.',
  },
  key: {
    title: 'Key of the server',
    none: 'FTP shows no key, and sends the password so that anybody on the way can read it. Choose SFTP or FTPS if your host has it.',
    authority: 'Its certificate is signed by a known authority.',
    known: 'Trusted key:',
    shown: 'It now shows:',
    trust: 'Trust this key',
    trusted: 'Trusted. Muster tries again.',
  },
  protocol: {
    label: 'Protocol',
    sftp: 'SFTP',
    ftps: 'FTPS (FTP with TLS)',
    ftp: 'FTP, not encrypted',
  },
  host: 'Host',
  hostHint: 'Without sftp:// or ftp:// in front.',
  port: 'Port',
  username: 'User',
  secret: {
    label: 'Log in with',
    password: 'Password',
    key: 'Private key',
  },
  password: 'Password',
  keep: 'Leave it empty to keep the one that is stored.',
  again: 'Type it again: the stored one is sent to no other address or user.',
  privateKey: 'Private key',
  privateKeyHint: 'As its file has it, without a passphrase. It is stored encrypted.',
  passwordHint: 'It is stored encrypted.',
  folder: 'Folder',
  folderHint:
    'Where serverDZ.cfg is, as the file server shows it. Empty: where the log-in ends up.',
  setUp: 'Set up',
  save: 'Save',
  discard: 'Discard',
  saved: 'Saved. Muster writes the file now.',
  now: 'Try now',
  remove: 'Stop writing it',
  removeAsked: 'Stop writing priority.txt?',
  removeSays: 'Muster forgets the address and the password. The file on the server stays as it is.',
  removed: 'Muster no longer writes the file.',
} as const;
