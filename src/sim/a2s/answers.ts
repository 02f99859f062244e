import { SIM_GAMES } from '../games.ts';
import { keywords } from './keywords.ts';
import { modBlock } from './mod-block.ts';
import { rustRules } from './rust.ts';
import type { QueryView } from './view.ts';
import { AnswerWriter } from './writer.ts';

const EXTRA_DATA = 0x80 | 0x10 | 0x20 | 0x01;
const SERVER_STEAM_ID = 90_200_000_000_000_000n;

/** The number that has to come back before anything else is told. */
export function challengeAnswer(challenge: number): Buffer {
  return new AnswerWriter().int32(-1).byte(0x41).int32(challenge).finish();
}

/** INFO. Counts are one byte each and wrap. */
export function infoAnswer(view: QueryView): Buffer {
  const facts = SIM_GAMES[view.game];
  return new AnswerWriter()
    .int32(-1)
    .byte(0x49)
    .byte(17)
    .text(view.name)
    .text(view.map)
    .text(facts.folder)
    .text(facts.description)
    .uint16(facts.appIdInHeader)
    .byte(view.players.length + view.padding)
    .byte(view.slots)
    .byte(0)
    .bytes(Buffer.from('dw'))
    .byte(0)
    .byte(facts.vac ? 1 : 0)
    .text(facts.version)
    .byte(EXTRA_DATA)
    .uint16(view.gamePort)
    .uint64(SERVER_STEAM_ID)
    .text(keywords(view))
    .uint64(BigInt(facts.appId))
    .finish();
}

/** PLAYER. Current DayZ keeps the names to itself. */
export function playersAnswer(view: QueryView): Buffer {
  const { nameless } = SIM_GAMES[view.game];
  const answer = new AnswerWriter().int32(-1).byte(0x44).byte(view.players.length);
  for (const player of view.players) {
    answer
      .byte(0)
      .text(nameless ? '' : player.name)
      .int32(player.score)
      .float(player.seconds);
  }
  return answer.finish();
}

/** RULES: the packed list of mods where the game has one, then plain pairs. */
export function rulesAnswer(view: QueryView): Buffer {
  const blocks = modBlock(view.game, view.mods);
  const plain = plainRules(view);
  const answer = new AnswerWriter()
    .int32(-1)
    .byte(0x45)
    .uint16(blocks.length + plain.length);
  blocks.forEach((block, index) => {
    answer
      .byte(index + 1)
      .byte(blocks.length)
      .byte(0)
      .bytes(block)
      .byte(0);
  });
  for (const [key, value] of plain) answer.text(key).text(value);
  return answer.finish();
}

function plainRules(view: QueryView): readonly (readonly [string, string])[] {
  const { version, query } = SIM_GAMES[view.game];
  const [major = '0', minor = '0', build = '0'] = version.split('.');
  switch (query) {
    case 'dayz':
      return [
        ['allowedBuild', '0'],
        ['clientPort', String(view.gamePort)],
        ['dedicated', '1'],
        ['island', view.map],
        ['language', '65545'],
        ['platform', 'win'],
        ['requiredBuild', build],
        ['requiredVersion', `${major}${minor}`],
        ['timeLeft', '15'],
      ];
    case 'arma2':
      return [
        ['hash', '0123456789ABCDEF0123456789ABCDEF01234567'],
        ['modNames:0-1', 'Arma 2;Arma 2: Operation Arrowhead;'],
        ['param1', '0'],
        ['param2', '0'],
        ['sigNames:0-1', 'bi;bi2;'],
        ['timeLeft', '15'],
      ];
    case 'rust':
      return rustRules(view);
    case 'source':
      return [
        ['sv_gravity', '600'],
        ['mp_timelimit', '0'],
      ];
    case 'arma3':
      return [];
  }
}
