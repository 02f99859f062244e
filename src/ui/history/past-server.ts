export interface PastServer {
  readonly id: string;
  readonly title: string;
  readonly timezone: string;
  /** When it was added. */
  readonly added: number;
}
