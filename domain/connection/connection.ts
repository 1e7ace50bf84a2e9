import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { sameList, withoutRepeats } from '../shared/list.ts';
import { isName } from '../shared/rules.ts';
import type { ConnectionEvent, ConnectionStatus } from './events.ts';

export type ConnectionFields = Extract<ConnectionEvent, { type: 'ConnectionCreated' }>['data'];

export type ActiveConnection = {
  readonly status: 'active';
  readonly fields: ConnectionFields;
  readonly session: ConnectionStatus;
  readonly reason: string | null;
  readonly number: string | null;
};
export type Connection = { readonly status: 'none' } | ActiveConnection | { readonly status: 'removed' };

const evolve = (connection: Connection, event: ConnectionEvent): Connection => {
  if (event.type === 'ConnectionCreated') {
    const fields = event.data;
    return { status: 'active', fields, session: 'DISCONNECTED', reason: null, number: null };
  }
  if (event.type === 'ConnectionRemoved') return { status: 'removed' };
  if (connection.status !== 'active') return connection;
  switch (event.type) {
    case 'ConnectionChanged':
      return { ...connection, fields: event.data };
    case 'ConnectionStatusChanged': {
      const { status: session, reason, number } = event.data;
      return { ...connection, session, reason, number };
    }
    case 'ConnectionMadeDefault':
    case 'ConnectionTokenRenewed':
    case 'ConnectionSessionRequested':
    case 'ConnectionLogoutRequested':
      return connection;
  }
};

export const connectionEntity: Entity<Connection, ConnectionEvent> = {
  initial: { status: 'none' },
  evolve,
};

/** Asked for together with the fields. False asks that it be the default no longer. */
type DefaultAsked = { readonly isDefault?: boolean | undefined };

/**
 * How a connection stands among those of its company, as the read model shows it to who asks. That there is
 * exactly one default does not rest on it, so it may be stale: it only tells what to refuse.
 */
export type Standing = { readonly isDefault: boolean; readonly hasOthers: boolean };
type Placed = { readonly standing?: Standing | undefined };

export const createConnection = (
  { isDefault, ...fields }: ConnectionFields & DefaultAsked,
  connection: Connection,
): Decision<ConnectionEvent> => {
  const { connectionId } = fields;
  if (connection.status !== 'none') return reject('ERR_CONFLICT', { connectionId });
  const created: ConnectionEvent = { type: 'ConnectionCreated', data: recorded(fields) };
  return invalid(fields) ?? [created, ...(isDefault ? [madeDefault(connectionId)] : [])];
};

export type ConnectionChange = OfConnection &
  DefaultAsked &
  Placed & {
    readonly [Field in keyof Omit<ConnectionFields, 'connectionId'>]?: ConnectionFields[Field] | undefined;
  };

/** Changes what is given and leaves the rest. The provider stays: a pairing belongs to where it was made. */
export const changeConnection = (
  { isDefault, standing, ...change }: ConnectionChange,
  connection: Connection,
): Decision<ConnectionEvent> => {
  if (connection.status !== 'active') return reject('ERR_NO_WAPP_FOUND');
  const { connectionId } = change;
  const fields = merged(connection.fields, change);
  if (fields.provider !== connection.fields.provider) return reject('ERR_VALIDATION', { field: 'provider' });
  if (isDefault === false && standing?.isDefault) return reject('ERR_NO_OTHER_WHATSAPP');
  const data = recorded(fields);
  const changed: ConnectionEvent = { type: 'ConnectionChanged', data };
  const becomesDefault = isDefault === true && !standing?.isDefault;
  return (
    invalid(fields) ?? [
      ...(sameFields(data, connection.fields) ? nothing : [changed]),
      ...(becomesDefault ? [madeDefault(connectionId)] : nothing),
    ]
  );
};

type OfConnection = { readonly connectionId: string };

/** The default goes last: another must be made the default first. */
export const removeConnection = (
  { connectionId, standing }: OfConnection & Placed,
  connection: Connection,
): Decision<ConnectionEvent> => {
  if (connection.status === 'none') return reject('ERR_NO_WAPP_FOUND');
  if (connection.status === 'removed') return nothing;
  if (standing?.isDefault && standing.hasOthers) return reject('ERR_NO_OTHER_WHATSAPP');
  return [{ type: 'ConnectionRemoved', data: { connectionId } }];
};

export const renewToken = (command: OfConnection, connection: Connection): Decision<ConnectionEvent> =>
  connection.status === 'active'
    ? [{ type: 'ConnectionTokenRenewed', data: command }]
    : reject('ERR_NO_WAPP_FOUND');

export type SessionRequest = OfConnection & {
  readonly newPairing: boolean;
  /** The phone to pair with by a code, digits only with the country's; it implies a new pairing. */
  readonly phoneNumber?: string;
};

export const requestSession = (
  { connectionId, newPairing, phoneNumber }: SessionRequest,
  connection: Connection,
): Decision<ConnectionEvent> => {
  if (connection.status !== 'active') return reject('ERR_NO_WAPP_FOUND');
  if (phoneNumber !== undefined && !/^\d{8,15}$/.test(phoneNumber))
    return reject('ERR_VALIDATION', { field: 'phoneNumber' });
  const anew = newPairing || phoneNumber !== undefined;
  if (connection.session === 'CONNECTED' && !anew) return nothing;
  const data = { connectionId, newPairing: anew, phoneNumber: phoneNumber ?? null };
  return [{ type: 'ConnectionSessionRequested', data }];
};

export const requestLogout = (command: OfConnection, connection: Connection): Decision<ConnectionEvent> =>
  connection.status === 'active'
    ? [{ type: 'ConnectionLogoutRequested', data: command }]
    : reject('ERR_NO_WAPP_FOUND');

export type RecordStatus = Extract<ConnectionEvent, { type: 'ConnectionStatusChanged' }>['data'];

export const recordStatus = (command: RecordStatus, connection: Connection): Decision<ConnectionEvent> => {
  if (connection.status !== 'active') return reject('ERR_NO_WAPP_FOUND');
  const same =
    connection.session === command.status &&
    connection.reason === command.reason &&
    connection.number === command.number;
  return same ? nothing : [{ type: 'ConnectionStatusChanged', data: command }];
};

const madeDefault = (connectionId: string): ConnectionEvent => ({
  type: 'ConnectionMadeDefault',
  data: { connectionId },
});

const merged = (fields: ConnectionFields, change: ConnectionChange): ConnectionFields => ({
  connectionId: fields.connectionId,
  name: change.name ?? fields.name,
  provider: change.provider ?? fields.provider,
  queueIds: change.queueIds ?? fields.queueIds,
  greetingMessage: change.greetingMessage ?? fields.greetingMessage,
  complationMessage: change.complationMessage ?? fields.complationMessage,
  outOfHoursMessage: change.outOfHoursMessage ?? fields.outOfHoursMessage,
  ratingMessage: change.ratingMessage ?? fields.ratingMessage,
  importsHistory: change.importsHistory ?? fields.importsHistory,
});

const sameFields = ({ queueIds, ...texts }: ConnectionFields, was: ConnectionFields): boolean => {
  const before: Record<string, unknown> = was;
  return (
    sameList(queueIds, was.queueIds) && Object.entries(texts).every(([key, value]) => before[key] === value)
  );
};

/** With more than one queue the contact must be asked which. Specification, core, section 8. */
const invalid = (fields: ConnectionFields) => {
  if (!isName(fields.name)) return reject('ERR_VALIDATION', { field: 'name' });
  const choice = withoutRepeats(fields.queueIds).length > 1;
  return choice && fields.greetingMessage.trim() === '' ? reject('ERR_WAPP_GREETING_REQUIRED') : undefined;
};

const recorded = (fields: ConnectionFields): ConnectionFields => ({
  ...fields,
  name: fields.name.trim(),
  queueIds: withoutRepeats(fields.queueIds),
});
