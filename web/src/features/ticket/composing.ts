import { createContext, useContext } from 'react';
import type { MessageView } from '#contracts/views.ts';

/** What the next text is about: an answer to a message, or the new words of one. */
export type Target = { readonly kind: 'reply' | 'edit'; readonly message: MessageView };

export type Composing = {
  readonly target: Target | undefined;
  readonly begin: (target: Target) => void;
  readonly end: () => void;
  /** Where the next text is written gets the focus, but for touched screens, whose keyboard covers what is read. */
  readonly goWrite: () => void;
  /** Says how the field gets the focus, until the answer is called. */
  readonly offerField: (focus: () => void) => () => void;
};

export const ComposingContext = createContext<Composing | undefined>(undefined);

/** What is being answered or edited in the open conversation. */
export const useComposing = (): Composing => {
  const composing = useContext(ComposingContext);
  if (!composing) throw new Error('there is no conversation here');
  return composing;
};
