/** What tests of a server's page tell of its settings. */
import { SERVER_ID } from '../../data/doubles.ts';
import type { Settings } from './settings-draft.ts';

export const settings: Settings = {
  id: SERVER_ID,
  server_id: SERVER_ID,
  identifier: 'Chernarus 1',
  name: null,
  timezone: 'UTC',
  game: 1,
  host: 'play.example.org',
  game_port: 2302,
  query_port: null,
  rcon_port: 2306,
  tags: [],
  log_folder: null,
  log_root: null,
  rcon_password: true,
};
