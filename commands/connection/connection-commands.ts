import type { Action } from '#domain/access/table.ts';
import * as rules from '#domain/connection/connection.ts';
import type { ConnectionEvent } from '#domain/connection/events.ts';
import type { Decision } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { Machinery } from '../states.ts';

type OfConnection = { readonly connectionId: string };
type Texts = Pick<
  rules.ConnectionFields,
  'greetingMessage' | 'complationMessage' | 'outOfHoursMessage' | 'ratingMessage'
>;
export type ConnectionInput = Omit<rules.ConnectionFields, keyof Texts> & Partial<Texts>;

/** The commands on connections. What the connector saw comes in by `recordStatus`. */
export const connectionCommands = ({ states: { connection: states } }: Machinery) => {
  const on =
    <Input extends OfConnection>(
      action: Action,
      rule: (input: Input, connection: rules.Connection) => Decision<ConnectionEvent>,
      isNew = false,
    ) =>
    async (context: CommandContext, input: Input): Promise<Outcome> => {
      const decide = (connection: rules.Connection) => rule(input, connection);
      const { outcome } = await handle(context, {
        ...{ states, id: input.connectionId, action, isNew, decide },
      });
      return outcome;
    };

  return {
    create: on<ConnectionInput>(
      'connection.create',
      (input, connection) => rules.createConnection({ ...noTexts, ...input }, connection),
      true,
    ),
    /** Texts that are not given become empty. */
    change: on<ConnectionInput>('connection.change', (input, connection) =>
      rules.changeConnection({ ...noTexts, ...input }, connection),
    ),
    remove: on<OfConnection>('connection.remove', rules.removeConnection),
    requestSession: on<OfConnection & { readonly newPairing: boolean }>(
      'connection.requestSession',
      rules.requestSession,
    ),
    requestLogout: on<OfConnection>('connection.requestLogout', rules.requestLogout),
    recordStatus: on<rules.RecordStatus>('connection.recordStatus', rules.recordStatus),
  };
};

const noTexts: Texts = {
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
};
