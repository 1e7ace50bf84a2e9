import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext } from '#commands/context.ts';
import { backOffMs } from '#domain/shared/back-off.ts';
import { streamName } from '#domain/shared/stream.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { openAside } from '#eventstore/parking/set-aside.ts';
import type { EventStore } from '#eventstore/types.ts';
import { MediaTooLarge } from '#files/draft.ts';
import type { MediaStore } from '#files/store.ts';
import { loadBaileys, type Socket } from '../baileys.ts';
import { isOutage, persistently } from '../retry.ts';
import { askPhone } from './ask-phone.ts';
import type { Download, Downloads } from './downloads.ts';
import { FileTrouble, type MediaHosts } from './fetch-file.ts';
import { openLocks } from './locks.ts';
import { type MediaLimits, obtainFile } from './obtain.ts';

export type WorkerDependencies = {
  /** As what fails is set aside under. */
  readonly name: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly downloads: Downloads;
  readonly media: MediaStore;
  readonly limits: MediaLimits;
  readonly store: Pick<EventStore, 'load'>;
  readonly commands: Commands;
  /** Rejects when the far side cannot be asked. */
  readonly hosts: () => Promise<MediaHosts>;
  readonly socketOf: (connectionId: string) => Promise<Socket | undefined>;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

const width = 4;
const mostTries = 8;
const later = { firstMs: 1_000, longestMs: 5 * 60_000 };
const idleMs = 30_000;
const wholeMs = 15 * 60_000;

/**
 * Gets the files of messages, some at a time, until the signal aborts. What fails is tried again with growing pauses
 * and then told of; what cannot even be told of is set aside, and holds up no other. A file is had by one process at a
 * time; whatever dies, it is begun anew and kept once.
 */
export const runDownloads = (dependencies: WorkerDependencies) => {
  const { databaseUrl, pool, name, downloads, log, signal } = dependencies;
  const running = new Map<string, Promise<void>>();
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  signal.addEventListener('abort', wake, { once: true });

  const locks = openLocks(databaseUrl);
  const aside = openAside({ pool, worker: name, log });
  let hasBegun = false;

  const begin = async (download: Download) => {
    const { messageId } = download;
    if (!(await locks.take(messageId))) return false;
    running.set(messageId, deal(download));
    return true;
  };

  const deal = async (download: Download) => {
    const { messageId, companyId } = download;
    await aside
      .attempt({ key: messageId, companyId }, () => getFile(dependencies, download))
      .catch(error => {
        if (!signal.aborted) log.error({ err: error, messageId }, 'a file could not be dealt with');
      });
    running.delete(messageId);
    await locks.give(messageId);
    wake();
  };

  const look = async (): Promise<number> => {
    const free = width - running.size;
    if (free <= 0) return idleMs;
    if (!hasBegun) await aside.begin();
    hasBegun = true;
    await aside.look();
    let begun = 0;
    for (const download of await downloads.due(free * 2, [...running.keys()])) {
      if (begun >= free) break;
      if (await begin(download)) begun += 1;
    }
    const next = running.size < width ? await downloads.nextInMs() : undefined;
    return Math.min(Math.max(next ?? idleMs, 250), idleMs);
  };

  const loop = async () => {
    while (!signal.aborted) {
      woken = Promise.withResolvers<void>();
      const waitMs = await look().catch(error => {
        if (!isOutage(error)) log.error({ err: error }, 'files could not be looked for');
        return 1_000;
      });
      const waiting = new AbortController();
      await Promise.race([
        woken.promise,
        pause(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
      waiting.abort();
    }
    await Promise.allSettled(running.values());
    await locks.close();
  };
  return { wake, run: loop };
};

/** One file, from where it is to its message, or to the reason why not. */
const getFile = async (dependencies: WorkerDependencies, download: Download): Promise<void> => {
  const { downloads, store, commands, log, signal } = dependencies;
  const { messageId, companyId, connectionId, tries } = download;
  const contextOf = (...parts: readonly string[]): CommandContext => ({
    companyId,
    commandId: deriveId('media', messageId, ...parts),
    at: new Date().toISOString(),
    actor: { kind: 'connection', id: connectionId },
    principal: null,
  });
  const fail = async (reason: string) => {
    const context = contextOf('failed', String(await revisionOf()));
    await persistently(() => commands.message.recordMediaFailed(context, { messageId, reason }), { signal });
    await persistently(() => downloads.failed(download, reason), { signal });
  };
  const events = await persistently(() => store.load(streamName('message', companyId, messageId)), {
    signal,
  });
  const revisionOf = async () => events.at(-1)?.revision ?? 0;
  const [first] = events;
  const over = events.some(({ type, erased }) => erased === true || ended.has(type));
  if (!first || over) return persistently(() => downloads.done(messageId), { signal });
  if (!download.awaited) return fail('expired');

  try {
    const owner = { companyId, messageId, persons: first.persons ?? [] };
    const media = await attempt(dependencies, download, owner);
    if (media) {
      const context = contextOf('stored', media.hash);
      await persistently(() => commands.message.recordMediaStored(context, { messageId, media }), { signal });
    }
    await persistently(() => downloads.done(messageId), { signal });
  } catch (error) {
    if (signal.aborted) return;
    const reason = reasonOf(error);
    log.warn({ err: error, messageId, tries, reason }, 'a file was not had');
    if (reason !== 'unreachable' || tries + 1 >= mostTries) return fail(reason);
    const afterMs = backOffMs(tries + 1, later, Math.random());
    await persistently(() => downloads.later(messageId, afterMs, reason), { signal });
  }
};

/** A file that WhatsApp has no more is asked of the phone, once. */
const attempt = async (
  { media, limits, downloads, hosts, socketOf, signal }: WorkerDependencies,
  { messageId, connectionId, awaited }: Download,
  owner: Parameters<typeof obtainFile>[1],
) => {
  if (!awaited) return undefined;
  const baileys = await loadBaileys();
  const within = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]);
  const obtaining = { baileys, media, limits, hosts: await hosts().catch(away), signal: within };
  try {
    return await obtainFile(obtaining, owner, awaited.file);
  } catch (error) {
    if (!(error instanceof FileTrouble) || error.reason !== 'expired') throw error;
    const socket = await socketOf(connectionId);
    if (!socket) throw new FileTrouble('unreachable', 'the phone cannot be asked for it now');
    const moved = await askPhone(socket, awaited);
    await downloads.moved(messageId, moved);
    return await obtainFile(obtaining, owner, moved.file);
  }
};

const ended: ReadonlySet<string> = new Set(['MessageMediaStored', 'MessageDeleted']);

const away = (error: unknown): never => {
  throw new FileTrouble('unreachable', String(error));
};

const reasonOf = (error: unknown): string => {
  if (error instanceof FileTrouble) return error.reason;
  return error instanceof MediaTooLarge ? 'too-large' : 'unreachable';
};
