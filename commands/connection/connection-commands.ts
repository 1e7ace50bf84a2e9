import type { Action } from '#domain/access/table.ts';
import * as rules from '#domain/connection/connection.ts';
import type { ConnectionEvent } from '#domain/connection/events.ts';
import { type Decision, reject } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { dryRun, handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type OfConnection = { readonly connectionId: string };
type Optional = Pick<
  rules.ConnectionFields,
  'greetingMessage' | 'complationMessage' | 'outOfHoursMessage' | 'ratingMessage' | 'importsHistory'
>;
export type ConnectionInput = Omit<rules.ConnectionFields, keyof Optional> &
  Partial<Optional> & { readonly isDefault?: boolean };

/** The commands on connections. What the connector saw comes in by `recordStatus`. */
export const connectionCommands = ({ states: { connection: states, queue: queues } }: CommandDeps) => {
  type Given<Input> = {
    readonly action: Action;
    readonly rule: (input: Input, connection: rules.Connection) => Decision<ConnectionEvent>;
    readonly isNew?: boolean;
  };
  const on =
    <Input extends OfConnection>({ action, rule, isNew = false }: Given<Input>) =>
    async (context: CommandContext, input: Input): Promise<Outcome> => {
      const decide = (connection: rules.Connection) => rule(input, connection);
      const { outcome } = await handle(context, {
        ...{ states, id: input.connectionId, action, isNew, decide },
      });
      return outcome;
    };

  /** The same for commands that name queues: all of them must be there, else ERR_NO_QUEUE_FOUND. */
  const withQueues = <Input extends OfConnection & { readonly queueIds?: readonly string[] | undefined }>(
    given: Given<Input>,
  ) => {
    const run = on(given);
    return async (context: CommandContext, input: Input): Promise<Outcome> => {
      const { action, rule } = given;
      const decide = (connection: rules.Connection) => rule(input, connection);
      const { refusal, done } = await dryRun(context, { states, id: input.connectionId, action, decide });
      if (refusal) return refusal;
      const missing = done ? undefined : await missingQueue(context, input.queueIds ?? []);
      return missing ?? run(context, input);
    };
  };

  const missingQueue = async ({ companyId }: CommandContext, queueIds: readonly string[]) => {
    const found = await Promise.all(queueIds.map(id => queues.fresh(queues.stream(companyId, id))));
    const index = found.findIndex(({ state }) => state.status !== 'active');
    return index < 0 ? undefined : reject('ERR_NO_QUEUE_FOUND', { queueId: queueIds[index] });
  };

  return {
    /** Texts that are not given are empty; history is imported only when that is asked for. */
    create: withQueues<ConnectionInput>({
      action: 'connection.create',
      rule: (input, connection) => rules.createConnection({ ...byDefault, ...input }, connection),
      isNew: true,
    }),
    change: withQueues<rules.ConnectionChange>({
      action: 'connection.change',
      rule: rules.changeConnection,
    }),
    remove: on<OfConnection & { readonly standing?: rules.Standing }>({
      action: 'connection.remove',
      rule: rules.removeConnection,
    }),
    /** Notes that the connection has another token from now on. The token itself is the caller's to keep. */
    renewToken: on<OfConnection>({ action: 'connection.renewToken', rule: rules.renewToken }),
    requestSession: on<rules.SessionRequest>({
      action: 'connection.requestSession',
      rule: rules.requestSession,
    }),
    requestLogout: on<OfConnection>({
      action: 'connection.requestLogout',
      rule: rules.requestLogout,
    }),
    recordStatus: on<rules.RecordStatus>({
      action: 'connection.recordStatus',
      rule: rules.recordStatus,
    }),
  };
};

const byDefault: Optional = {
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  importsHistory: false,
};
