import type { Control } from '../../protocol/games/games.ts';
import type { Random } from '../random.ts';
import { awkwardName } from './awkward-names.ts';

const FIRST = [
  'Ghost',
  'Raven',
  'Cinder',
  'Otter',
  'Mule',
  'Viper',
  'Nomad',
  'Tundra',
  'Juniper',
  'Kestrel',
  'Moss',
  'Biscuit',
  'Falcon',
  'Gravel',
  'Hazel',
  'Jackal',
  'Lynx',
  'Magpie',
  'Nettle',
  'Osprey',
  'Pickle',
  'Quartz',
  'Rook',
  'Sable',
  'Thistle',
  'Umber',
  'Walnut',
  'Yarrow',
  'Zephyr',
  'Badger',
];
const SECOND = [
  'Hunter',
  'Survivor',
  'Walker',
  'Sniper',
  'Medic',
  'Farmer',
  'Pilot',
  'Bandit',
  'Ranger',
  'Smith',
  'Drifter',
  'Miner',
  'Cook',
  'Scout',
  'Trader',
  'Baker',
  'Gunner',
  'Driver',
  'Angler',
  'Mechanic',
];
const GIVEN = [
  'Tom',
  'Anna',
  'Pavel',
  'Mike',
  'Lena',
  'Josh',
  'Karim',
  'Ines',
  'Olu',
  'Björn',
  'Zoë',
  'Łukasz',
  'Émile',
  'Jürgen',
  'Søren',
  'Dmitri',
  'Yuki',
  'Marta',
  'Ivo',
  'Nils',
];
const CYRILLIC = [
  'Филин',
  'Ястреб',
  'Шепот',
  'Сталкер',
  'Дикий Волк',
  'Бродяга',
  'Медведь',
  'Кот_Учёный',
  'Лесник',
  'Тихий',
  'Снайпер77',
  'Полярник',
  'Д"Артаньян 12',
  'Ёжик в тумане',
  'Рыбак',
];
const TAGS = [
  '[OWL]',
  '[77th]',
  '(ELK)',
  '=RUS=',
  '[CZ]',
  '|PKA|',
  '{WOLF}',
  '[SAS]',
  '<3rd>',
  '-RF-',
];

/** Makes names as people choose them; a share of `awkward` is one that parsers trip over. */
export function makeName(random: Random, control: Control, awkward: number): string {
  if (random.chance(awkward)) return awkwardName(random, control);
  const core = random.chance(0.18) ? random.pick(CYRILLIC) : latinName(random);
  return random.chance(0.15) ? `${random.pick(TAGS)} ${core}` : core;
}

function latinName(random: Random): string {
  switch (random.int(0, 6)) {
    case 0:
      return random.pick(GIVEN);
    case 1:
      return random.pick(FIRST) + random.pick(SECOND);
    case 2:
      return `${random.pick(FIRST)} ${random.pick(SECOND)}`;
    case 3:
      return `${random.pick(FIRST).toLowerCase()}${random.int(1, 99)}`;
    case 4:
      return `xX_${random.pick(FIRST)}_Xx`;
    case 5:
      return `${random.pick(GIVEN)}_${random.pick(SECOND)}`;
    default:
      return `${random.pick(FIRST)}-${random.pick(FIRST)}-${random.int(10, 99)}`;
  }
}
