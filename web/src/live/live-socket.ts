import {
  type ClientMessage,
  type Frame,
  frame,
  pingData,
  pingIntervalMs,
  userStatusIntervalMs,
} from '#contracts/live.ts';
import type { LiveRefusal } from '../api/live-room.ts';
import { backOffMs } from '../shared/back-off.ts';

/** `full`: the server has no room for more; `crowded`: this person has too many pages open. */
export type LiveStatus = 'connecting' | 'live' | 'waiting' | 'full' | 'crowded' | 'stopped';

export type LiveSocketOptions = {
  readonly url: string;
  /** A token that is still good, or a rejection when there is none: then it is tried again later. */
  readonly token: () => Promise<string>;
  /** Why the server refused a socket before it opened, where that is what happened. */
  readonly refusal: () => Promise<LiveRefusal | undefined>;
  readonly onFrame: (frame: Frame) => void;
  readonly onStatus: (status: LiveStatus) => void;
  readonly openSocket?: (url: string, protocols: string[]) => WebSocket;
};

export type LiveSocket = {
  /** Says something now, when connected. */
  readonly say: (message: ClientMessage) => void;
  /** Joins a room, now and after every reconnect. Returns how to leave it for good. */
  readonly join: (room: ClientMessage, leave?: ClientMessage) => () => void;
  /**
   * Tries at once instead of waiting for the next turn, unless the server is full; also when a sleeping machine has
   * outlived its connection.
   */
  readonly hurry: () => void;
  /** Gives up the connection at once: the network is known to be gone, which the socket itself notices late. */
  readonly lose: () => void;
  readonly stop: () => void;
};

/** A connection that says nothing for so long is dead, whatever the browser believes. */
const silenceMs = pingIntervalMs * 2;

/**
 * Keeps one socket to the gateway alive: reconnects with back-off, joins its rooms again and asks for what was
 * missed since the log position that it surely knows.
 */
export const startLiveSocket = (options: LiveSocketOptions): LiveSocket => {
  const rooms = new Set<ClientMessage>();
  let socket: WebSocket | undefined;
  const progress = followProgress();
  let tries = 0;
  let turn = 0;
  let heardAt = 0;
  let stopped = false;
  let refused: LiveRefusal | undefined;
  let spreadMs: number | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const say = (message: ClientMessage): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const connect = async (): Promise<void> => {
    retry = undefined;
    turn += 1;
    const mine = turn;
    if (!refused) options.onStatus('connecting');
    expectWord();
    try {
      const token = await options.token();
      if (stopped || mine !== turn) return;
      const known = progress.known();
      const since = known === undefined ? '' : `?since=${known}`;
      const open = options.openSocket ?? ((url, protocols) => new WebSocket(url, protocols));
      attach(open(`${options.url}${since}`, ['balcao.v1', `bearer.${token}`]));
    } catch {
      if (mine === turn) later();
    }
  };

  const attach = (opened: WebSocket): void => {
    socket = opened;
    opened.onmessage = message => {
      if (opened !== socket) return;
      expectWord();
      const parsed = frame.safeParse(parseJson(message.data));
      if (parsed.success) receive(parsed.data);
    };
    let hasOpened = false;
    opened.onopen = () => {
      hasOpened = true;
    };
    opened.onclose = () => {
      if (opened !== socket) return;
      if (hasOpened) later();
      else void askWhy();
    };
  };

  const askWhy = async (): Promise<void> => {
    const mine = turn;
    const answer = await options.refusal();
    if (mine === turn && !stopped) later(answer);
  };

  const receive = (received: Frame): void => {
    if (received.event === 'ping') {
      spreadMs = pingData.safeParse(received.data).data?.spreadMs;
      say({ event: 'pong' });
      return;
    }
    if (received.event === 'hello') {
      tries = 0;
      refused = undefined;
      for (const room of rooms) say(room);
      options.onStatus('live');
    }
    options.onFrame(received);
    progress.note(received);
  };

  const expectWord = (): void => {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => later(), silenceMs);
  };

  const later = (refusal?: LiveRefusal): void => {
    clearTimeout(silence);
    turn += 1;
    const old = socket;
    socket = undefined;
    old?.close();
    if (stopped || retry !== undefined) return;
    refused = refusal;
    options.onStatus(!refusal ? 'waiting' : refusal.limit === 'person' ? 'crowded' : 'full');
    const wait = refusal
      ? refusal.retryAfterMs * (1 + Math.random() / 2)
      : backOffMs(tries, Math.random(), spreadMs);
    retry = setTimeout(() => void connect(), wait);
    tries += 1;
  };

  const status = setInterval(() => say({ event: 'userStatus' }), userStatusIntervalMs);
  void connect();

  return {
    say,
    join: (room, leave) => {
      rooms.add(room);
      say(room);
      return () => {
        rooms.delete(room);
        if (leave) say(leave);
      };
    },
    hurry: () => {
      if (retry === undefined && Date.now() - heardAt > silenceMs) later();
      if (retry === undefined || refused) return;
      clearTimeout(retry);
      void connect();
    },
    lose: () => later(),
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      clearTimeout(silence);
      clearInterval(status);
      const old = socket;
      socket = undefined;
      old?.close();
      options.onStatus('stopped');
    },
  };
};

/**
 * What the screen surely knows: frames of one position come together, and a connection may break among them. So a
 * position counts once a later one follows, and what comes with a greeting once something follows that.
 */
const followProgress = () => {
  let sure: number | undefined;
  let newest = 0;
  return {
    known: () => sure,
    note: ({ event, position }: Frame): void => {
      if (sure === undefined && event === 'hello') sure = position;
      else if (position > newest && event !== 'hello') sure = newest;
      newest = Math.max(newest, position);
    },
  };
};

const parseJson = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};
