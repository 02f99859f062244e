import type { Binaries } from './binaries.ts';
import type { ServerUser } from './server-user.ts';

/** All that is needed to run the server of one cluster. */
export interface PostmasterOptions {
  readonly cluster: string;
  readonly logFile: string;
  /** TCP port on loopback on Windows; elsewhere only a part of the socket's name. */
  readonly port: number;
  readonly binaries: Binaries;
  readonly user: ServerUser;
  /** Settings of PostgreSQL, as `-c name=value`. */
  readonly settings: Readonly<Record<string, string>>;
}
