/** Close codes of `/connect`, beside those of the websocket protocol itself. */
export declare const CLOSE: {
  /** No valid session: sign in. */
  readonly SIGNED_OUT: 4401;
  /** The page's origin may not connect. */
  readonly FORBIDDEN: 4403;
  /** Another protocol version: reload. */
  readonly PROTOCOL: 4406;
  /** A message that is none of ours, or no `hello` in time. */
  readonly MALFORMED: 4400;
  /** Too many sockets or messages. */
  readonly RATE_LIMITED: 4429;
};
