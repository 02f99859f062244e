/** The part of gamedig that the tests use as a second opinion; the package brings no types. */
declare module 'gamedig' {
  export interface QueryResult {
    readonly name: string;
    readonly map: string;
    readonly password: boolean;
    readonly numplayers: number;
    readonly maxplayers: number;
    readonly version?: string;
    readonly ping: number;
    readonly players: readonly { readonly name: string; readonly raw: object }[];
    readonly bots: readonly { readonly name: string; readonly raw: object }[];
    readonly raw: object;
  }
  export const GameDig: {
    query(options: {
      readonly type: string;
      readonly host: string;
      readonly port?: number;
      readonly givenPortOnly?: boolean;
      readonly requestPlayers?: boolean;
      readonly requestRules?: boolean;
    }): Promise<QueryResult>;
  };
}
