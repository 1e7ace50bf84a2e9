import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as rules from './connection.ts';
import type { ConnectionEvent } from './events.ts';

const connectionId = idOf(1);
const connection = given(rules.connectionEntity);
const fields: rules.ConnectionFields = {
  ...{ connectionId, name: 'Loja', provider: 'simulator', queueIds: [idOf(2)] },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  importsHistory: false,
};
const created: ConnectionEvent = { type: 'ConnectionCreated', data: fields };
const removed: ConnectionEvent = { type: 'ConnectionRemoved', data: { connectionId } };
const madeDefault: ConnectionEvent = { type: 'ConnectionMadeDefault', data: { connectionId } };
const one: rules.Standing = { isDefault: false, hasOthers: true };
const theDefault: rules.Standing = { isDefault: true, hasOthers: true };
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
  it('imports history once that is asked for, and keeps that through other changes', () => {
    const on = connection(created).when(s =>
      rules.changeConnection({ connectionId, importsHistory: true }, s),
    );
    expect(on.events).toMatchObject([{ type: 'ConnectionChanged', data: { importsHistory: true } }]);
    const renamed = connection(created, ...on.events).when(s =>
      rules.changeConnection({ connectionId, name: 'Matriz' }, s),
    );
    expect(renamed.events).toMatchObject([{ data: { name: 'Matriz', importsHistory: true } }]);
  });
  it('is quiet about a change that changes nothing', () => {
    const change = (state: rules.Connection) => rules.changeConnection({ ...fields }, state);
    expect(connection(created).when(change).decision).toEqual([]);
    expect(connection(removed).when(change).rejection?.rejected).toBe('ERR_NO_WAPP_FOUND');
  });
  it('keeps what a change does not name', () => {
    const change = (state: rules.Connection) =>
      rules.changeConnection({ connectionId, name: 'Filial' }, state);
    const data = { ...fields, name: 'Filial' };
    expect(connection(created).when(change).events).toEqual([{ type: 'ConnectionChanged', data }]);
  });
  it('never changes its provider', () => {
    const change = (state: rules.Connection) =>
      rules.changeConnection({ connectionId, provider: 'beta' }, state);
    expect(connection(created).when(change).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'provider' }),
    );
  });
  it('becomes the default when that is asked for and it is not already', () => {
    const create = (state: rules.Connection) => rules.createConnection({ ...fields, isDefault: true }, state);
    expect(connection().when(create).events).toEqual([created, madeDefault]);
    const change = (standing: rules.Standing, isDefault?: boolean) => (state: rules.Connection) =>
      rules.changeConnection({ connectionId, isDefault, standing }, state);
    expect(connection(created).when(change(one, true)).events).toEqual([madeDefault]);
    expect(connection(created).when(change(theDefault, true)).decision).toEqual([]);
    expect(connection(created).when(change(theDefault)).decision).toEqual([]);
    expect(connection(created).when(change(one, false)).decision).toEqual([]);
  });
  it('stays the default until another is', () => {
    const change = (state: rules.Connection) =>
      rules.changeConnection({ connectionId, isDefault: false, standing: theDefault }, state);
    const remove = (standing: rules.Standing) => (state: rules.Connection) =>
      rules.removeConnection({ connectionId, standing }, state);
    expect(connection(created).when(change).decision).toEqual(rejected('ERR_NO_OTHER_WHATSAPP'));
    expect(connection(created).when(remove(theDefault)).decision).toEqual(rejected('ERR_NO_OTHER_WHATSAPP'));
    expect(connection(created).when(remove(one)).events).toEqual([removed]);
    expect(connection(created).when(remove({ ...theDefault, hasOthers: false })).events).toEqual([removed]);
  });
  it('pairs by a code with a phone of 8 to 15 digits', () => {
    const ask = (phoneNumber: string) => (state: rules.Connection) =>
      rules.requestSession({ connectionId, newPairing: false, phoneNumber }, state);
    const data = { connectionId, newPairing: true, phoneNumber: '5511999990000' };
    expect(connection(created, connected).when(ask('5511999990000')).events).toEqual([
      { type: 'ConnectionSessionRequested', data },
    ]);
    for (const wrong of ['', '1234567', '+5511999990000', '1'.repeat(16)])
      expect(connection(created).when(ask(wrong)).rejection?.rejected).toBe('ERR_VALIDATION');
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
