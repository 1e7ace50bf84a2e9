import { createContext, useContext } from 'react';

/** Takes the reader to a message of the conversation. */
export type QuoteJump = (messageId: string) => void;

/** Undefined where a quote leads nowhere. */
export const QuoteJumpContext = createContext<QuoteJump | undefined>(undefined);

export const useQuoteJump = (): QuoteJump | undefined => useContext(QuoteJumpContext);
