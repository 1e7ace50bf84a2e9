import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Socket } from '../baileys.ts';

export const defaultProbeEveryMs = 20_000;

/** After so many probes without an answer, or anything else, the far side counts as gone. */
const unansweredProbes = 2.25;
const looksPerProbe = 4;
/** For each step until the far side has greeted us. */
const handshakeWithinMs = 20_000;

type Options = {
  readonly probeEveryMs: number;
  /** The line is not read for the time being: that nothing is heard says nothing. */
  readonly isPaused: () => boolean;
  readonly onSilent: () => void;
};

/**
 * Asks the server for a sign of life every `probeEveryMs`, and tells once when nothing has come from it for too
 * long: a line can stay open with nobody there. At the latest after two and a half probes (50 s by default), while it
 * is being opened after 25 s. Returns how to stop watching. The library would ask too, but end a line that is only paused.
 */
export const watchLiveness = (
  socket: Pick<Socket, 'ws' | 'sendNode' | 'generateMessageTag'>,
  { probeEveryMs, isPaused, onSilent }: Options,
): (() => void) => {
  let heardAt = performance.now();
  let greeted = false;
  let looks = 0;
  socket.ws.on('message', () => {
    heardAt = performance.now();
  });
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    greeted ||= !(frame instanceof Uint8Array);
  });
  const probe = () => {
    const attrs = { id: socket.generateMessageTag(), to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' };
    const ping = { tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] };
    void socket.sendNode(ping).catch(() => undefined);
  };
  const looking = setInterval(() => {
    looks += 1;
    if (greeted && looks % looksPerProbe === 0 && socket.ws.isOpen) probe();
    if (isPaused()) heardAt = performance.now();
    const longest = greeted ? probeEveryMs * unansweredProbes : handshakeWithinMs;
    if (performance.now() - heardAt < longest) return;
    clearInterval(looking);
    onSilent();
  }, probeEveryMs / looksPerProbe);
  return () => clearInterval(looking);
};
