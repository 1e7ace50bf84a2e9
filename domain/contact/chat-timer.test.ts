import { expect, it } from 'vitest';
import { isRejection } from '../shared/decision.ts';
import { type Contact, contactEntity, setChatTimer } from './contact.ts';
import type { ContactEvent } from './events.ts';

const id = (n: number): string => `01990000-0000-7000-8000-00000000000${n}`;
const contactId = id(1);
const created: ContactEvent = {
  type: 'ContactCreated',
  data: { contactId, name: 'Ana', number: '5511', lid: null, email: null, isGroup: false, queueId: null },
};
const given = (...events: readonly ContactEvent[]): Contact =>
  events.reduce(contactEntity.evolve, contactEntity.initial);
const timer = (seconds: number, connectionId = id(2)): ContactEvent => ({
  type: 'ContactChatTimerSet',
  data: { contactId, connectionId, seconds },
});
const set = (contact: Contact, seconds: number) =>
  setChatTimer({ contactId, connectionId: id(2), seconds }, contact);

it('notes a chat’s timer once, by connection', () => {
  expect(set(given(created), 86_400)).toEqual([timer(86_400)]);
  expect(set(given(created), 0)).toEqual([]);
  expect(set(given(created, timer(86_400)), 86_400)).toEqual([]);
  expect(set(given(created, timer(86_400)), 0)).toEqual([timer(0)]);
  expect(set(given(created, timer(86_400, id(3))), 86_400)).toEqual([timer(86_400)]);
});

it('notes it of somebody who is merged, and of nobody who is gone', () => {
  const merged: ContactEvent = { type: 'ContactMergedInto', data: { contactId, winnerId: id(4) } };
  expect(set(given(created, merged), 86_400)).toEqual([timer(86_400)]);
  expect(set(given(created, merged, timer(86_400)), 86_400)).toEqual([]);
  for (const gone of [given(), given(created, { type: 'ContactRemoved', data: { contactId } })])
    expect(isRejection(set(gone, 86_400))).toBe(true);
});
