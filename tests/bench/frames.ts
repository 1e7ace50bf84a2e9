import WebSocket from 'ws';
import type { Product } from '../system/product.ts';
import { plainCaller } from './http.ts';
import { paced, type Summary } from './measure.ts';

type Token = () => string;

/**
 * From an attendant's call to the frame at another person's socket, 50 commands a second, while so many sockets look
 * on: accepts of pending tickets (nothing but our own chain), or messages (with WhatsApp's work on the same cores).
 */
export const commandToFrame = async (
  product: Product,
  people: { readonly caller: Token; readonly watcher: Token },
  sockets: number,
  command: (index: number) => { method: string; path: string; body: unknown; seenIn: RegExp },
): Promise<Summary> => {
  const measured = await openSocket(product, people.watcher());
  const others = await Promise.all(
    Array.from({ length: sockets - 1 }, () => openSocket(product, people.watcher())),
  );
  const plain = plainCaller(product.url, people.caller);
  const awaited = new Map<RegExp, () => void>();
  measured.on('message', data => {
    const text = String(data);
    for (const [pattern, arrived] of awaited) if (pattern.test(text)) arrived();
  });
  const once = async (index: number): Promise<number> => {
    const { method, path, body, seenIn } = command(index);
    const begun = performance.now();
    const arrival = new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no frame for ${path}`)), 30_000);
      awaited.set(seenIn, () => {
        clearTimeout(late);
        awaited.delete(seenIn);
        resolve(performance.now() - begun);
      });
    });
    const answer = await plain.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    return arrival;
  };
  const summary = await paced(250, 50, once);
  for (const socket of [measured, ...others]) socket.terminate();
  plain.close();
  return summary;
};

const openSocket = (product: Product, token: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, ['balcao.v1', `bearer.${token}`]);
    socket.once('open', () => {
      socket.send(JSON.stringify({ event: 'joinNotification' }));
      resolve(socket);
    });
    socket.once('error', reject);
  });
