import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Acting } from '#domain/shared/event.ts';
import { streamName } from '#domain/shared/stream.ts';
import { deriveId, eventId } from '#eventstore/event-id.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { growTree } from '#eventstore/integrity/merkle.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { openAside } from '#eventstore/parking/set-aside.ts';
import type { SigningKey } from '#eventstore/person-keys/signing-key.ts';
import { type EventStore, WrongRevision } from '#eventstore/types.ts';
import { signCheckpoint } from './checkpoint.ts';
import { integrityFollowers } from './names.ts';
import { type Tree, treesToSign } from './tree-rows.ts';

/** A checkpoint is written for so many events that none covers, or when the first of them is so old. */
export type Pace = { readonly events: number; readonly minutes: number };

export type SigningDeps = {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'append'>;
  readonly key: SigningKey;
  readonly pace: Pace;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

const lookEveryMs = 15_000;
const worker = integrityFollowers.checkpoints;

/** Writes checkpoints as they fall due, until the signal aborts. */
export const signCheckpoints = async (deps: SigningDeps): Promise<void> => {
  const { log, signal, pool } = deps;
  const report = deps.reportOf?.(worker) ?? unwatched;
  const aside = openAside({ pool, worker, log });
  await keepLooking({ log, report, signal, everyMs: lookEveryMs, begin: aside.begin }, () =>
    signDue(deps, aside),
  );
};

/**
 * Writes a checkpoint for each company that is due; one that fails is set aside, and holds up no other. Answers how many
 * were due.
 */
export const signDue = async (
  { pool, store, key, pace, log }: Omit<SigningDeps, 'signal' | 'reportOf'>,
  aside = openAside({ pool, worker, log }),
): Promise<number> => {
  const waiting = await aside.look();
  const due = (await treesToSign(pool, pace)).filter(({ companyId }) => !waiting.has(companyId));
  for (const tree of due) {
    const { companyId } = tree;
    await aside.attempt({ key: companyId, companyId }, () => signTree(store, key, tree));
  }
  return due.length;
};

/**
 * The company's checkpoint with the number of this one has this id, whoever writes it: of several processes one writes
 * it. A tree that is made again from the log knows of fewer checkpoints than there are, and writes none.
 */
const signTree = async (store: Pick<EventStore, 'append'>, key: SigningKey, tree: Tree): Promise<void> => {
  const { companyId, frontier, checkpoints, checkpointHash: previous } = tree;
  const at = new Date().toISOString();
  const root = growTree(frontier).root().toString('hex');
  const { companyId: _, ...data } = signCheckpoint(
    { companyId, size: frontier.size, root, at, previous },
    key,
  );
  const stream = streamName('integrity', companyId, companyId);
  const commandId = deriveId('checkpoint', companyId, String(checkpoints));
  const actor: Acting = { kind: 'policy', name: 'integrity' };
  const metadata = { companyId, actor, at, commandId };
  const event = { type: 'CheckpointSigned', data } as const;
  try {
    await store.append(stream, checkpoints - 1, [
      { id: eventId(stream, commandId, 0), event, metadata, persons: [] },
    ]);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error;
  }
};
