import pino, { type DestinationStream, type Logger } from 'pino';

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
export function createLogger(level: string, destination?: DestinationStream): Logger {
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
