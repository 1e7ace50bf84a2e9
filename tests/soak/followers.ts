import { openPositions } from '#projections/position.ts';
import type { Scene } from './scene.ts';
import { messageIn } from './talk.ts';
import type { Times } from './times.ts';

/** Watches messages arrive where they are to arrive; answers how to stop. Nothing is reckoned by what it sees, or fails. */
export const followMessages = (scene: Scene, times: Times): (() => Promise<void>) => {
  const ending = new AbortController();
  const { signal } = ending;
  const shown = followReadModel(scene, times);
  const done = Promise.allSettled([
    followLog(scene, times, shown.placed, signal),
    followPhones(scene, times, signal),
  ]);
  return async () => {
    ending.abort();
    await Promise.all([done, shown.close()]);
  };
};

type OnPlaced = (n: number, position: number) => void;

const followLog = async (scene: Scene, times: Times, onPlaced: OnPlaced, signal: AbortSignal) => {
  const { store } = scene;
  const from = { after: await store.head(), categories: ['message'] as const };
  for await (const { events } of store.subscribe({ ...from, maxBatch: 500, signal }))
    for (const event of events) {
      if (event.type !== 'MessageReceived') continue;
      const known = messageIn(event.data.body);
      if (known?.direction !== 'in') continue;
      times.arrived('in → log', known.n);
      onPlaced(known.n, event.position);
    }
};

/** What the read model notifies may come before or behind the log's own word of a message. */
const followReadModel = ({ pool }: Scene, times: Times) => {
  const positions = openPositions(pool);
  const waiting: { readonly n: number; readonly position: number }[] = [];
  const notified: { readonly at: number; readonly position: number }[] = [];
  const longEnough = 1_000;
  positions.onNotification('inbox', ({ position, more }) => {
    if (more) return;
    const at = performance.now();
    if (notified.push({ at, position }) > longEnough) notified.shift();
    while (waiting[0] && waiting[0].position <= position)
      times.arrived('in → read model', waiting.shift()?.n ?? 0, at);
  });
  return {
    placed: (n: number, position: number) => {
      const before = notified.find(each => each.position >= position);
      if (before) times.arrived('in → read model', n, before.at);
      else waiting.push({ n, position });
    },
    close: () => positions.close(),
  };
};

type Change = {
  readonly owner: string;
  readonly message: { readonly text: string; readonly fromMe: boolean };
};

/** A message to a group is there when the last of its phones shows it. */
const followPhones = async ({ simulator, chats }: Scene, times: Times, signal: AbortSignal) => {
  const left = new Map<number, number>();
  const sizes = new Map(chats.map(chat => [chat.group ?? chat.people[0] ?? '', chat.people.length]));
  const shown = ({ owner, message }: Change, chat: string) => {
    const known = message.fromMe ? undefined : messageIn(message.text);
    if (known?.direction !== 'out') return;
    const before = left.get(known.n) ?? sizes.get(chat) ?? sizes.get(owner) ?? 1;
    if (before === 1) left.delete(known.n);
    else left.set(known.n, before - 1);
    if (before === 1) times.arrived('out → phone', known.n);
  };
  const answer = await fetch(`${simulator.url}/events`, { signal });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      if (!part.startsWith('event: message\ndata: ')) continue;
      const change = JSON.parse(part.slice(part.indexOf('data: ') + 6)) as Change & { readonly chat: string };
      shown(change, change.chat);
    }
  }
};
