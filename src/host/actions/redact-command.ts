/** Commands whose first argument is a secret: what follows the name is not shown to anybody. */
const SECRET_COMMANDS = /^(\s*#?\s*(?:rconpassword|setrconpassword|login|rcon_password))\s+\S.*$/i;

/** A console line as it may be shown and kept: without a password that it sets. */
export function redactCommand(text: string): string {
  return text.replace(SECRET_COMMANDS, '$1 ••••••');
}
