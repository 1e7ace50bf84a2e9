import type { Socket } from '../baileys.ts';
import type { Outbox } from './outbox.ts';

type Way = {
  readonly socket: Socket;
  readonly orGone: <T>(work: Promise<T>) => Promise<T>;
  readonly surely: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Tells contacts that an attendant has seen what they wrote. */
export const tellRead = async (outbox: Outbox, { socket, orGone, surely }: Way): Promise<void> => {
  for (;;) {
    const messages = await surely(() => outbox.toRead(100));
    if (messages.length === 0) return;
    const keys = messages.map(({ id, remoteJid, participant }) => ({
      ...{ id, remoteJid, fromMe: false },
      ...(participant ? { participant } : {}),
    }));
    await orGone(socket.readMessages(keys));
    await surely(() => outbox.toldRead(messages.map(message => message.id)));
  }
};
