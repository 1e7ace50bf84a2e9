import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { Uploads } from '../media/uploads.ts';
import { isOutage, persistently, restMs } from '../retry.ts';
import { compose, sendingOf } from './compose.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import type { Outcomes } from './outcomes.ts';

type Dependencies = {
  readonly store: EventStore;
  readonly commands: Commands;
  readonly outbox: Pick<Outbox, 'toUpload' | 'uploaded'>;
  readonly uploads: Pick<Uploads, 'contentOf'>;
  readonly outcomes: Pick<Outcomes, 'refused'>;
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** The socket while there is one. */
  readonly socket: () => Socket | undefined;
  /** Something can be sent now that could not before. */
  readonly ready: () => void;
};

const atOnce = 3;
const mostTries = 5;

/**
 * Gives WhatsApp the files of what is queued, beside the line: a large one holds up its own chat and no other. Call it
 * when there may be one. An upload outlives the socket it began with.
 */
export const createUploadsAhead = (dependencies: Dependencies): (() => Promise<void>) => {
  const { outbox, uploads, outcomes, companyId, connectionId, log, signal, socket, ready } = dependencies;
  const running = new Set<string>();
  const surely = <T>(work: () => Promise<T>) => persistently(work, { signal });

  const give = async (row: OutboxRow, through: Socket) => {
    const { messageId } = row;
    const composed = await compose(dependencies, messageId, sendingOf(row, through));
    const isWanted = composed?.file && !composed.unwanted && waiting.has(composed.status);
    if (isWanted && composed.file)
      await uploads.contentOf({ messageId, companyId, connectionId }, composed.file, through);
  };

  /** Ends without a word when there is no socket: with the next one it is looked for again. */
  const bring = async (row: OutboxRow) => {
    for (let tries = 1; ; tries += 1) {
      const through = socket();
      if (!through) return;
      try {
        await give(row, through);
        return await surely(() => outbox.uploaded(row));
      } catch (error) {
        signal.throwIfAborted();
        if (socket() !== through || isOutage(error)) tries -= 1;
        log.warn({ err: error, waId: row.waId, tries }, 'a file was not uploaded');
        if (tries >= mostTries)
          return void (await surely(() => outcomes.refused(row, 'ERR_SENDING_WAPP_MSG')));
        await delay(restMs(tries + 1), undefined, { signal });
      }
    }
  };

  return async () => {
    if (running.size >= atOnce || !socket()) return;
    for (const row of await surely(() => outbox.toUpload(atOnce, [...running]))) {
      if (running.size >= atOnce || running.has(row.id)) continue;
      running.add(row.id);
      bring(row)
        .catch(error => {
          if (!signal.aborted) log.error({ err: error, waId: row.waId }, 'a file was not uploaded');
        })
        .finally(() => {
          running.delete(row.id);
          ready();
        });
    }
  };
};

const waiting: ReadonlySet<string> = new Set(['queued', 'unknown']);
