import type { Baileys } from '../baileys.ts';

/** Whether a message has something in it that the library that is installed does not know, and leaves out. */
export const hasUnknown = ({ proto: { Message } }: Baileys, plain: Uint8Array): boolean =>
  Message.encode(Message.decode(plain)).finish().length < plain.length;
