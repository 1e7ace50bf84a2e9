import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as rules from './contact.ts';
import { confirmationOf, type EraseContact, eraseContact } from './erase.ts';
import type { ContactEvent } from './events.ts';

const contactId = idOf(1);
const contact = given(rules.contactEntity);
const data = {
  ...{ contactId, name: 'Clara', number: '5511987654321', lid: '77001' },
  ...{ email: null, isGroup: false, queueId: null },
};
const created: ContactEvent = { type: 'ContactCreated', data };
const removed: ContactEvent = { type: 'ContactRemoved', data: { contactId } };
const what = {
  contactId,
  persons: [contactId, idOf(2)],
  counts: { tickets: 1, messages: 2, notes: 0, media: 0 },
};
const erased: ContactEvent = { type: 'ContactErased', data: what };
const erase =
  (change: Partial<EraseContact> = {}) =>
  (state: rules.Contact) =>
    eraseContact({ ...what, confirmation: data.number, ...change }, state);

describe('erasing a contact', () => {
  it('records who goes and what was named', () => {
    const { events, after } = contact(created).when(erase());
    expect(events).toEqual([erased]);
    expect(after).toEqual({ status: 'erased' });
  });
  it('reaches a removed contact too', () => {
    expect(contact(created, removed).when(erase()).events).toEqual([erased]);
  });
  it('refuses without the number as it is shown', () => {
    for (const confirmation of ['', 'Clara', '5511987654322', '+55 11 98765-4321']) {
      expect(contact(created).when(erase({ confirmation })).decision).toEqual(
        rejected('ERR_VALIDATION', { field: 'confirmation' }),
      );
    }
  });
  it('asks for the WhatsApp id where there is no number, and for the name where there is neither', () => {
    expect(confirmationOf(data)).toBe('5511987654321');
    expect(confirmationOf({ ...data, number: '' })).toBe('77001');
    expect(confirmationOf({ ...data, number: '', lid: null })).toBe('Clara');
  });
  it('refuses what is not there or never was anybody', () => {
    for (const history of [[], [removed]])
      expect(contact(...history).when(erase()).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
  it('happens once, whatever is typed then', () => {
    expect(contact(created, erased).when(erase({ confirmation: 'x' })).decision).toEqual([]);
  });
  it('ends the contact for good', () => {
    const again = [created, erased, removed];
    expect(contact(...again).when(erase()).after).toEqual({ status: 'erased' });
    expect(
      contact(created, erased).when(state => rules.removeContact({ contactId }, state)).decision,
    ).toEqual([]);
    expect(contact(created, erased).when(state => rules.meetContact(data, state)).decision).toEqual([]);
    expect(
      contact(created, erased).when(state =>
        rules.identifyContact({ contactId, number: '1', lid: null }, state),
      ).rejection?.rejected,
    ).toBe('ERR_NO_CONTACT_FOUND');
  });
});
