import { type Rejection, reject } from '#domain/shared/decision.ts';
import type { User, UserFields } from '#domain/user/user.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';

type Work = { readonly [Field in 'queueIds' | 'connectionIds']?: UserFields[Field] | undefined };

/** Queues and connections that a user is given are there: else ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND. */
export const refuseUnknownWork = async (
  { states: { queue, connection } }: CommandDeps,
  { companyId }: CommandContext,
  { queueIds = [], connectionIds = [] }: Work,
  before?: User,
): Promise<Rejection | undefined> => {
  const had = before?.status === 'active' ? [...before.queueIds, ...before.connectionIds] : [];
  const queues = await missing(queueIds, had, id => queue.fresh(queue.stream(companyId, id)));
  if (queues !== undefined) return reject('ERR_NO_QUEUE_FOUND', { queueId: queues });
  const connections = await missing(connectionIds, had, id =>
    connection.fresh(connection.stream(companyId, id)),
  );
  return connections === undefined ? undefined : reject('ERR_NO_WAPP_FOUND', { whatsappId: connections });
};

/** The first that is not there; what was given before may have gone since. */
const missing = async (
  ids: readonly string[],
  had: readonly string[],
  look: (id: string) => Promise<{ readonly state: { readonly status: string } }>,
): Promise<string | undefined> => {
  const added = ids.filter(id => !had.includes(id));
  const found = await Promise.all(added.map(look));
  return added.find((_, index) => found[index]?.state.status !== 'active');
};
