import type { ClientMessage } from '#contracts/live.ts';
import { backOffMs } from '#web/src/shared/back-off.ts';
import type { Heard, Reader } from './heard.ts';
import { createScreenMemory } from './screen-memory.ts';
import { openWire, type Wire } from './wire.ts';

export type ScreenOptions = {
  readonly url: string;
  readonly token: () => string;
  readonly read: Reader;
  /** The ticket whose conversation is open. */
  readonly conversation: string | undefined;
  /** Asks for a sign that what it said was heard: `ready` resolves by it. A browser has no such question. */
  readonly asksReady?: boolean;
  readonly onHeard?: (heard: Heard) => void;
  /** Refused before the upgrade. */
  readonly onRefused?: (status: number) => void;
};

/** A socket as a browser keeps it: it comes back by itself, and asks for what it missed. */
export const openScreen = (options: ScreenOptions) => {
  const { url, token, read, conversation, asksReady = true, onHeard, onRefused } = options;
  const memory = createScreenMemory(conversation);
  let wire: Wire | undefined;
  let retry: NodeJS.Timeout | undefined;
  let [isClosed, isLive, tries] = [false, false, 0];
  let spreadMs: number | undefined;
  let listens = () => {};
  const ready = new Promise<void>(resolve => {
    listens = resolve;
  });

  const say = (message: ClientMessage): void => wire?.say(JSON.stringify(message));
  const connect = (): void => {
    const since = memory.sure();
    const address = new URL(since === undefined ? '/ws' : `/ws?since=${since}`, url);
    wire = openWire(address, token(), {
      onRefused: status => onRefused?.(status),
      onText: payload => receive(read(payload)),
      onPong: () => listens(),
      onClose: () => {
        if (isLive) memory.lost();
        isLive = false;
        if (isClosed) return;
        retry = setTimeout(connect, backOffMs(tries, Math.random(), spreadMs));
        tries += 1;
      },
    });
  };
  const receive = (heard: Heard): void => {
    if (heard.kind === 'ping') {
      spreadMs = heard.spreadMs;
      say({ event: 'pong' });
    }
    if (heard.kind === 'hello') {
      [isLive, tries] = [true, 0];
      say({ event: 'joinNotification' });
      if (conversation) say({ event: 'joinChatBox', ticketId: conversation });
      // Answered behind what was said before: from then on every message is told here.
      if (asksReady) wire?.ping();
    }
    memory.hear(heard);
    onHeard?.(heard);
  };
  connect();
  return {
    memory,
    /** Resolves when it was greeted for the first time and is told of every message. */
    ready,
    /** Whether it is greeted now. */
    isLive: () => isLive,
    say,
    /** Its connection breaks; it comes back by itself. */
    lose: () => wire?.destroy(),
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      wire?.destroy();
    },
  };
};
export type Screen = ReturnType<typeof openScreen>;
