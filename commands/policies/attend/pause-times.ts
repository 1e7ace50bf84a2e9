/** How long the menu waits for its contact to have said everything. */
export type MenuPause = {
  /** Without a new message. */
  readonly forMs: number;
  /** However much they write. */
  readonly mostMs: number;
};
export const usualPause: MenuPause = { forMs: 2_500, mostMs: 6_000 };
