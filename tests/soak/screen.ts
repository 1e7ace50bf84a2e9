import WebSocket from 'ws';
import type { ClientMessage } from '#contracts/live.ts';
import type { Heard, Reader } from './heard.ts';
import { createScreenMemory } from './screen-memory.ts';

export type ScreenOptions = {
  readonly url: string;
  readonly token: () => string;
  readonly read: Reader;
  /** The ticket whose conversation is open. */
  readonly conversation: string | undefined;
  readonly onHeard?: (heard: Heard) => void;
};

/** As browsers wait before they come back. */
const backOffMs = (tries: number): number =>
  Math.min(15_000, 500 * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2);

/** A socket as a browser keeps it: it comes back by itself, and asks for what it missed. */
export const openScreen = (options: ScreenOptions) => {
  const { url, token, read, conversation, onHeard } = options;
  const memory = createScreenMemory(conversation);
  let socket: WebSocket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let [closed, tries] = [false, 0];
  let greeted = () => {};
  const ready = new Promise<void>(resolve => {
    greeted = resolve;
  });

  const say = (message: ClientMessage): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const connect = (): void => {
    const since = memory.sure();
    const query = since === undefined ? '' : `?since=${since}`;
    const address = `${url.replace('http', 'ws')}/ws${query}`;
    socket = new WebSocket(address, ['balcao.v1', `bearer.${token()}`], { perMessageDeflate: false });
    socket.on('message', data => receive(read(data)));
    socket.on('pong', () => greeted());
    socket.on('error', () => {});
    socket.on('close', () => {
      if (closed) return;
      if (tries === 0) memory.lost();
      retry = setTimeout(connect, backOffMs(tries));
      tries += 1;
    });
  };
  const receive = (heard: Heard): void => {
    if (heard.kind === 'ping') say({ event: 'pong' });
    if (heard.kind === 'hello') {
      tries = 0;
      say({ event: 'joinNotification' });
      if (conversation) say({ event: 'joinChatBox', ticketId: conversation });
      // Answered behind what was said before: from then on every message is told here.
      socket?.ping();
    }
    memory.hear(heard);
    onHeard?.(heard);
  };
  connect();
  return {
    memory,
    /** Resolves when it was greeted for the first time and is told of every message. */
    ready,
    say,
    close: () => {
      closed = true;
      clearTimeout(retry);
      socket?.terminate();
    },
  };
};
export type Screen = ReturnType<typeof openScreen>;
