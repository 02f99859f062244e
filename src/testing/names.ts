/** Names as players give them to themselves: scripts, emoji, quotes, spaces, things that look like code. */
export const PLAYER_NAMES = [
  'Survivor',
  'Survivor (2)',
  'xX_Sniper_Xx',
  'Дмитрий',
  'Иван Грозный',
  'José',
  '玩家一号',
  'Łukasz',
  'Jäger',
  '🔥 Blaze 🔥',
  '[TAG] Sgt. Miller',
  "O'Brien",
  '"quoted"',
  '<b>bold</b>',
  '=SUM(A1)',
  '  spaced  ',
  'a',
  'The one with a name that goes on for a good while',
  '-1',
  'null',
] as const;

/** Things that people say. */
export const CHAT_LINES = [
  'hello',
  'anyone near Cherno?',
  'GG',
  'где все?',
  'server restart when',
  'need a medic at the bridge, two down and one of them is me',
  '!help',
  'lol 😂',
  '"; drop table players; --',
] as const;

export const SERVER_NAMES = [
  'Chernarus PvE',
  'Namalsk Hardcore',
  'Livonia',
  'King of the Hill',
  'Altis Life',
  'Takistan CTI',
  'Deer Isle',
  'Milsim Sunday',
] as const;
