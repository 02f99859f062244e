/** A port that could not be opened; the message says why in one sentence. */
export class PortUnavailableError extends Error {
  readonly kind = 'port-unavailable';
  constructor(protocol: 'UDP' | 'TCP', host: string, port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    super(whyUnavailable(protocol, host, port, code), { cause });
  }
}

function whyUnavailable(protocol: string, host: string, port: number, code: unknown): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${protocol} port ${port} of ${host} is in use by another program: choose another port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.`;
    case 'EACCES':
      return `${protocol} port ${port} of ${host} is not allowed for this user: choose one above 1023.`;
    default:
      return `${protocol} port ${port} of ${host} cannot be opened (${String(code)}).`;
  }
}
