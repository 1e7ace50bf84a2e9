/** Something that can be done on the page as it is. */
export type PageAction = { readonly id: string; readonly text: string; readonly run: () => void };

let offered: readonly PageAction[] = [];

/** Offers actions until the answer is called, or others are offered. */
export const offerActions = (actions: readonly PageAction[]): (() => void) => {
  offered = actions;
  return () => {
    if (offered === actions) offered = [];
  };
};

export const offeredActions = (): readonly PageAction[] => offered;
