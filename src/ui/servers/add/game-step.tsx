import { useTranslation } from 'react-i18next';
import { GAME, type Game } from '../../../protocol/enumerations.ts';
import { GAME_NAMES } from '../../../protocol/games/games.ts';
import { GameSign } from '../../parts/server-status.tsx';

/** Step 1: the game. */
export function GameStep({
  game,
  onGame,
}: {
  readonly game: Game;
  readonly onGame: (game: Game) => void;
}) {
  const { t } = useTranslation('addServer');
  return (
    <fieldset className="games">
      <legend>{t('chooseGame')}</legend>
      {GAME_NAMES.map((name) => (
        <label key={name} className="game-choice">
          <input
            type="radio"
            name="game"
            checked={game === GAME[name]}
            onChange={() => onGame(GAME[name])}
          />
          <GameSign game={GAME[name]} />
          <span>
            <strong>{t(`game.${name}`, { ns: 'server' })}</strong>
            <span className="soft">{t(`gameText.${name}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
