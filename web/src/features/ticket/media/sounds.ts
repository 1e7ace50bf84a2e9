/** What is heard in a conversation: one sound at a time, which goes on when its bubble leaves the sight. */

export const speeds = [1, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

let heard: { readonly messageId: string; readonly element: HTMLAudioElement } | undefined;
/** Whoever listens fast to one voice note listens fast to the next. */
let speed: Speed = 1;

export const chosenSpeed = (): Speed => speed;

export const chooseSpeed = (chosen: Speed): void => {
  speed = chosen;
  if (heard) heard.element.playbackRate = chosen;
};

/** The sound of a message, as it is: playing, where it was the one heard last. */
export const soundOf = (messageId: string): HTMLAudioElement => {
  if (heard?.messageId === messageId) return heard.element;
  const element = new Audio();
  element.preload = 'metadata';
  return element;
};

/** Plays a sound from where it stands, and silences another. */
export const hear = (messageId: string, element: HTMLAudioElement): Promise<void> => {
  if (heard && heard.element !== element) heard.element.pause();
  heard = { messageId, element };
  element.playbackRate = speed;
  return element.play();
};

/** The conversation is left. */
export const silence = (): void => {
  heard?.element.pause();
  heard = undefined;
};
