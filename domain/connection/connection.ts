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
    case 'ConnectionSessionRequested':
    case 'ConnectionLogoutRequested':
      return connection;
  }
};

export const connectionEntity: Entity<Connection, ConnectionEvent> = {
  initial: { status: 'none' },
  evolve,
};

export const createConnection = (
  command: ConnectionFields,
  connection: Connection,
): Decision<ConnectionEvent> => {
  const { connectionId } = command;
  if (connection.status !== 'none') return reject('ERR_CONFLICT', { connectionId });
  return invalid(command) ?? [{ type: 'ConnectionCreated', data: recorded(command) }];
};

export const changeConnection = (
  command: ConnectionFields,
  connection: Connection,
): Decision<ConnectionEvent> => {
  if (connection.status !== 'active') return reject('ERR_NO_WAPP_FOUND');
  const data = recorded(command);
  const { queueIds, ...texts } = data;
  const was: Record<string, unknown> = connection.fields;
  const same =
    sameList(queueIds, connection.fields.queueIds) &&
    Object.entries(texts).every(([key, value]) => was[key] === value);
  return invalid(command) ?? (same ? nothing : [{ type: 'ConnectionChanged', data }]);
};

type OfConnection = { readonly connectionId: string };

export const removeConnection = (
  command: OfConnection,
  connection: Connection,
): Decision<ConnectionEvent> => {
  if (connection.status === 'none') return reject('ERR_NO_WAPP_FOUND');
  return connection.status === 'removed' ? nothing : [{ type: 'ConnectionRemoved', data: command }];
};

export const requestSession = (
  command: OfConnection & { readonly newPairing: boolean },
  connection: Connection,
): Decision<ConnectionEvent> => {
  if (connection.status !== 'active') return reject('ERR_NO_WAPP_FOUND');
  if (connection.session === 'CONNECTED' && !command.newPairing) return nothing;
  return [{ type: 'ConnectionSessionRequested', data: command }];
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
