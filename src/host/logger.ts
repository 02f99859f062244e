import pino, { type DestinationStream } from 'pino';

/** Says one thing, with details or without. */
interface Say {
  (message: string): void;
  (details: object, message: string): void;
}

/** Where the host says what it does. */
export interface Logger {
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

const SECRET_FIELDS = [
  'password',
  'rcon_password',
  'rconPassword',
  'acsrf_token',
  'token',
  'setup_code',
  'invitation',
  'cookie',
  'authorization',
];

/**
 * The host's log: JSON lines. Nothing logs bodies, headers or queries; should a field of such a name reach
 * it all the same, two levels deep, its value is taken out.
 */
export function createLogger(level: string, destination?: DestinationStream): pino.Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  return destination === undefined
    ? pino(options, pino.destination(2))
    : pino(options, destination);
}
