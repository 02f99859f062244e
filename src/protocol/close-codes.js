/** Close codes of `/connect`, beside those of the websocket protocol itself. */
export const CLOSE = {
  /** No valid session: sign in. */
  SIGNED_OUT: 4401,
  /** The page's origin may not connect. */
  FORBIDDEN: 4403,
  /** Another protocol version: reload. */
  PROTOCOL: 4406,
  /** A message that is none of ours, or no `hello` in time. */
  MALFORMED: 4400,
  /** Too many sockets or messages. */
  RATE_LIMITED: 4429,
};
//# sourceMappingURL=close-codes.js.map
