const SHORTEST = 4;

/**
 * The text with every occurrence of a secret blotted out, since a game server may print its own
 * configuration. Shorter secrets than four characters are left: they would blot out ordinary words.
 */
export function redact(text: string, secret: string): string {
  return secret.length < SHORTEST ? text : text.replaceAll(secret, '••••••');
}
