import type { Remote } from '../net/network.ts';

interface Named {
  readonly slot: number;
  readonly name: string;
}

/** A GUID message, which current DayZ words unlike the ArmA games. */
export function guidMessage(player: Named, guid: string, beGuid: boolean): string {
  return beGuid
    ? `Player #${player.slot} ${player.name} - BE GUID: ${guid}`
    : `Player #${player.slot} ${player.name} - GUID: ${guid} (unverified)`;
}

export function connectedMessage(player: Named, from: Remote): string {
  return `Player #${player.slot} ${player.name} (${from.address}:${from.port}) connected`;
}

export function legacyGuidMessage(player: Named, guid: string): string {
  return `Player #${player.slot} ${player.name} - Legacy GUID: ${guid}`;
}

export function verifiedMessage(player: Named, guid: string): string {
  return `Verified GUID (${guid}) of player #${player.slot} ${player.name}`;
}

export function disconnectedMessage(player: Named): string {
  return `Player #${player.slot} ${player.name} disconnected`;
}

/** `why` is BattlEye's own reason, such as `Admin Kick (rude)`; no GUID prints as `-`. */
export function kickedMessage(player: Named, guid: string | undefined, why: string): string {
  return `Player #${player.slot} ${player.name} (${guid ?? '-'}) has been kicked by BattlEye: ${why}`;
}

export function chatMessage(channel: string, name: string, text: string): string {
  return `(${channel}) ${name}: ${text}`;
}

export function adminLoggedInMessage(admin: number, from: Remote): string {
  return `RCon admin #${admin} (${from.address}:${from.port}) logged in`;
}

/** `to` is a player's name, or undefined for everybody. */
export function adminSaysMessage(admin: number, to: string | undefined, text: string): string {
  return `RCon admin #${admin}: (${to === undefined ? 'Global' : `To ${to}`}) ${text}`;
}
