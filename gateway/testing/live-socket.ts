import { WebSocket } from 'ws';
import type { Frame } from '#contracts/live.ts';

type Waiter = { readonly matches: (frame: Frame) => boolean; readonly done: (frame: Frame) => void };

/** A browser's live channel in a test: keeps every frame, waits for one by what it says. */
export const openLive = (base: string, token: string, since?: number) => {
  const url = `${base.replace('http', 'ws')}/ws${since === undefined ? '' : `?since=${since}`}`;
  const socket = new WebSocket(url, ['balcao.v1', `bearer.${token}`]);
  const frames: Frame[] = [];
  const waiters = new Set<Waiter>();
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const refused = new Promise<number>(resolve => {
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
  });
  socket.on('error', () => {});
  socket.on('message', data => {
    const frame: Frame = JSON.parse(data.toString());
    frames.push(frame);
    for (const waiter of waiters)
      if (waiter.matches(frame)) {
        waiters.delete(waiter);
        waiter.done(frame);
      }
  });
  /** The first frame that matches, of those already here or to come. Fails after twenty seconds. */
  const frame = (what: string, matches: (frame: Frame) => boolean) =>
    new Promise<Frame>((resolve, reject) => {
      const here = frames.find(matches);
      if (here) return resolve(here);
      const timer = setTimeout(() => reject(new Error(`no frame came: ${what}`)), 20_000);
      waiters.add({
        matches,
        done: found => {
          clearTimeout(timer);
          resolve(found);
        },
      });
    });

  return {
    frames,
    frame,
    closed,
    refused,
    hello: () => frame('hello', ({ event }) => event === 'hello'),
    say: (message: object) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
    socket,
  };
};
export type Live = ReturnType<typeof openLive>;

/** Whether a frame is of this kind (`ticket`, `appMessage`…) and has these properties in its data. */
export const is =
  (suffix: string, properties: Record<string, unknown> = {}) =>
  ({ event, data }: Frame): boolean =>
    event.endsWith(`-${suffix}`) &&
    Object.entries(properties).every(([name, value]) => Reflect.get(Object(data), name) === value);
