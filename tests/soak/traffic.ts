import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadOptions } from './options.ts';
import { persistently } from './persistently.ts';
import { companyNumber, type Scene } from './scene.ts';
import { type Chat, type Direction, textOfMessage } from './talk.ts';
import type { Times } from './times.ts';

/** One message in so many is a group's. */
const groupEvery = 10;

/**
 * Everybody writes, at an even pace whatever the answers take; within a chat each side one after the other, so that
 * there is an order to be kept. Resolves when all that was begun is written; what could not be written rejects.
 */
export const runTraffic = async (
  scene: Scene,
  options: Pick<LoadOptions, 'minutes' | 'in' | 'out'>,
  times: Times,
): Promise<void> => {
  const flow = (direction: Direction, perSecond: number) => {
    const write = direction === 'in' ? writeIn : writeOut;
    const lines = new Map<Chat, Promise<void>>();
    return evenly(Math.round(options.minutes * 60 * perSecond), perSecond, n => {
      const chat = chosen(scene.chats, n);
      const done = (lines.get(chat) ?? Promise.resolve()).then(async () => {
        times.begin(direction, n);
        await write(scene, chat, n);
        chat.wrote[direction].push(n);
      });
      lines.set(chat, done);
      return done;
    });
  };
  times.start();
  await Promise.all([flow('in', options.in), flow('out', options.out)]);
};

/** Contacts in turn, and every tenth time a group. */
const chosen = (chats: readonly Chat[], n: number): Chat => {
  const groups = chats.filter(({ group }) => group !== undefined);
  const contacts = chats.filter(({ group }) => group === undefined);
  const isForGroup = groups.length > 0 && n % groupEvery === groupEvery - 1;
  const turn = isForGroup ? Math.floor(n / groupEvery) : n - Math.floor(n / groupEvery);
  const among = isForGroup ? groups : contacts;
  const chat = among[turn % among.length];
  if (!chat) throw new Error('nobody is there to write to');
  return chat;
};

const writeIn = async ({ simulator }: Scene, { people, group, wrote }: Chat, n: number): Promise<void> => {
  const to = group === undefined ? { to: companyNumber } : { group };
  const writer = people[wrote.in.length % people.length] ?? '';
  const id = `3A${randomBytes(9).toString('hex').toUpperCase()}`;
  await persistently(() => simulator.write(writer, { ...to, id, text: textOfMessage('in', n) }));
};

const writeOut = async ({ chats, attendants }: Scene, chat: Chat, n: number): Promise<void> => {
  const attendant = attendants[chats.indexOf(chat) % attendants.length];
  const commandId = randomUUID();
  const answer = await persistently(
    async () => await attendant?.send(chat.ticketId, textOfMessage('out', n), commandId),
  );
  if (answer?.status !== 201) throw new Error(`writing to ${chat.name} answered ${answer?.status}`);
};

/** Starts each piece of work when it is due; rejects with the first that fails. */
const evenly = async (
  total: number,
  perSecond: number,
  work: (n: number) => Promise<void>,
): Promise<void> => {
  const begun = performance.now();
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for (let n = 0; n < total && !failure; n += 1) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    const one: Promise<void> = work(n)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
};
