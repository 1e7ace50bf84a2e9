/** The row of a list that an element is, by its place in the list; undefined for all that is no row. */
export const rowIndex = (element: EventTarget | null): number | undefined => {
  const index = element instanceof HTMLLIElement ? element.dataset.index : undefined;
  return index === undefined ? undefined : Number(index);
};

let toList: (() => boolean) | undefined;

/** Says how the list beside the conversation is given the focus, until the answer is called or another list does. */
export const offerListFocus = (focus: () => boolean): (() => void) => {
  toList = focus;
  return () => {
    if (toList === focus) toList = undefined;
  };
};

/** Gives the focus to the list beside the conversation; answers false where none is in sight. */
export const focusList = (): boolean => toList?.() ?? false;
