let aheadMs = 0;

/** Learns from an answer's `Date` how far this machine's clock is ahead of the server's. */
export const noteServerDate = (date: string | null): void => {
  const told = Date.parse(date ?? '');
  if (Number.isFinite(told)) aheadMs = Date.now() - told;
};

/** What the server's clock says, to about a second, in milliseconds since 1970: people's machines go wrong by minutes. */
export const serverNow = (): number => Date.now() - aheadMs;
