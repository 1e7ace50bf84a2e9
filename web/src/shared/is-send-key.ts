import type { KeyboardEvent } from 'react';

/** On screens that are touched, Enter breaks the line and a button sends. */
export const isTouched = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Whether a key means to send what was written. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !isTouched();
