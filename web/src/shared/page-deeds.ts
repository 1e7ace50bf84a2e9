/** Something that can be done on the page as it is. */
export type PageDeed = { readonly id: string; readonly text: string; readonly run: () => void };

let offered: readonly PageDeed[] = [];

/** Offers deeds until the answer is called, or others are offered. */
export const offerDeeds = (deeds: readonly PageDeed[]): (() => void) => {
  offered = deeds;
  return () => {
    if (offered === deeds) offered = [];
  };
};

export const offeredDeeds = (): readonly PageDeed[] => offered;
