/** What one line of an Arma 3 server_console.log says. Times are seconds since midnight. */
export type ConsoleLine = { readonly time: number } & ConsoleFact;

/** The facts that bear on who is there; every other line is told by its `kind` alone. */
export type ConsoleFact =
  | { readonly kind: 'appears' | 'connecting' | 'disconnected'; readonly name: string }
  | { readonly kind: 'connected'; readonly name: string; readonly id: string }
  | { readonly kind: 'kicking'; readonly name: string; readonly why: string }
  | { readonly kind: 'kicked-by-battleye'; readonly name: string; readonly why: string }
  | { readonly kind: 'server-load'; readonly players: number }
  | { readonly kind: RemarkKind };

/** Lines that change nothing about who is there. */
export type RemarkKind =
  | 'admin-logged-in'
  | 'admin-logged-out'
  | 'battleye-remark'
  | 'losing-connection'
  | 'mission'
  | 'ports'
  | 'unsigned-files'
  | 'wrong-admin-password'
  | 'wrong-signature';

const REMARKS: readonly (readonly [RegExp, RemarkKind])[] = [
  [/^Admin logged in, player: .*, playerUID: \d+, IP: \S+\.$/, 'admin-logged-in'],
  [/^Admin logged out, player: .*, playerUID: \d+, IP: \S+\.$/, 'admin-logged-out'],
  [/^Wrong admin password entered by player: .*$/, 'wrong-admin-password'],
  [/^Player .* is losing connection$/, 'losing-connection'],
  [/^Files? .* (is|are) not signed by a key accepted by this server\..*$/, 'unsigned-files'],
  [/^Player .*: Wrong signature for file .*$/, 'wrong-signature'],
  [/^Game Port: \d+, Steam Query Port: \d+$/, 'ports'],
  [/^(Mission .* read from bank|Reading mission \.\.\.|Mission read)\.?$/, 'mission'],
  [/^(Host identity created|Roles assigned|Game started|Game finished)\.$/, 'mission'],
  [/^BattlEye Server: .*$/, 'battleye-remark'],
];

/** Reads one line; undefined when no rule explains it. */
export function readConsoleLine(line: string): ConsoleLine | undefined {
  const [, hours, minutes, seconds, text] = /^ ?(\d{1,2}):(\d\d):(\d\d) (.*)$/.exec(line) ?? [];
  if (text === undefined) return undefined;
  const fact = readFact(text);
  if (fact === undefined) return undefined;
  return { time: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), ...fact };
}

function readFact(text: string): ConsoleFact | undefined {
  const load = /^Server load: .* Players: (\d+) \(/.exec(text);
  if (load !== null) return { kind: 'server-load', players: Number(load[1]) };
  const appears = /^(.*) uses modified data file$/.exec(text)?.[1];
  if (appears !== undefined) return { kind: 'appears', name: appears };
  const kicking = /^Kicking player name='(.*)' ID=-?\d+, steamID=\d+\. (.*)$/.exec(text);
  if (kicking !== null) return { kind: 'kicking', name: kicking[1] ?? '', why: kicking[2] ?? '' };
  const battleye = /^Player (.*) kicked off by BattlEye: (.*)$/.exec(text);
  if (battleye !== null) {
    return { kind: 'kicked-by-battleye', name: battleye[1] ?? '', why: battleye[2] ?? '' };
  }
  const connected = /^Player (.*) connected \(id=(\w+)\)\.$/.exec(text);
  if (connected !== null) {
    return { kind: 'connected', name: connected[1] ?? '', id: connected[2] ?? '' };
  }
  const [, name, what] = /^Player (.*) (connecting|disconnected)\.$/.exec(text) ?? [];
  if (name !== undefined) return { kind: what === 'connecting' ? what : 'disconnected', name };
  const remark = REMARKS.find(([pattern]) => pattern.test(text));
  return remark === undefined ? undefined : { kind: remark[1] };
}
