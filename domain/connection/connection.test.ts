import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as rules from './connection.ts';
import type { ConnectionEvent } from './events.ts';

const connectionId = idOf(1);
const connection = given(rules.connectionEntity);
const fields: rules.ConnectionFields = {
  ...{ connectionId, name: 'Loja', provider: 'simulator', isDefault: true, queueIds: [idOf(2)] },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
};
const created: ConnectionEvent = { type: 'ConnectionCreated', data: fields };
const removed: ConnectionEvent = { type: 'ConnectionRemoved', data: { connectionId } };
const connected: ConnectionEvent = {
  type: 'ConnectionStatusChanged',
  data: { connectionId, status: 'CONNECTED', reason: null, number: '5511' },
};

describe('a connection', () => {
  it('is created with a name', () => {
    const create = (name: string) => (state: rules.Connection) =>
      rules.createConnection({ ...fields, name }, state);
    expect(connection().when(create('Loja')).events).toEqual([created]);
    expect(connection().when(create('L')).decision).toEqual(rejected('ERR_VALIDATION', { field: 'name' }));
    expect(connection(created).when(create('Loja')).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it('needs a greeting when there is more than one queue', () => {
    const change = (greetingMessage: string) => (state: rules.Connection) =>
      rules.changeConnection({ ...fields, queueIds: [idOf(2), idOf(3)], greetingMessage }, state);
    expect(connection(created).when(change('')).decision).toEqual(rejected('ERR_WAPP_GREETING_REQUIRED'));
    expect(connection(created).when(change('Qual fila?')).events).toHaveLength(1);
  });
  it('is quiet about a change that changes nothing', () => {
    const change = (state: rules.Connection) => rules.changeConnection({ ...fields }, state);
    expect(connection(created).when(change).decision).toEqual([]);
    expect(connection(removed).when(change).rejection?.rejected).toBe('ERR_NO_WAPP_FOUND');
  });
  it('asks for a session unless there is one', () => {
    const ask = (newPairing: boolean) => (state: rules.Connection) =>
      rules.requestSession({ connectionId, newPairing }, state);
    expect(connection(created).when(ask(false)).events).toHaveLength(1);
    expect(connection(created, connected).when(ask(false)).decision).toEqual([]);
    expect(connection(created, connected).when(ask(true)).events).toHaveLength(1);
    expect(connection().when(ask(true)).rejection?.rejected).toBe('ERR_NO_WAPP_FOUND');
  });
  it('tells a status once', () => {
    const record = (state: rules.Connection) =>
      rules.recordStatus(connected.data as rules.RecordStatus, state);
    expect(connection(created).when(record).events).toEqual([connected]);
    expect(connection(created, connected).when(record).decision).toEqual([]);
  });
  it('is removed once, and logs out while it is there', () => {
    const remove = (state: rules.Connection) => rules.removeConnection({ connectionId }, state);
    const logout = (state: rules.Connection) => rules.requestLogout({ connectionId }, state);
    expect(connection(created).when(remove).events).toEqual([removed]);
    expect(connection(created, removed).when(remove).decision).toEqual([]);
    expect(connection(created).when(logout).events).toHaveLength(1);
    expect(connection(created, removed).when(logout).rejection?.rejected).toBe('ERR_NO_WAPP_FOUND');
  });
});
