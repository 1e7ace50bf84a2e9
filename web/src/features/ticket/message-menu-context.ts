import { createContext, useContext } from 'react';
import type { MessageView } from '#contracts/views.ts';

/** Opens the menu of a message beside an element. There is one menu for all bubbles. */
export type OpenMessageMenu = (message: MessageView, beside: HTMLElement) => void;

/** Undefined where nobody may answer. */
export const MessageMenuContext = createContext<OpenMessageMenu | undefined>(undefined);

export const useMessageMenu = (): OpenMessageMenu | undefined => useContext(MessageMenuContext);
