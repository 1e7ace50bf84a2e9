import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as rules from './contact.ts';
import type { ContactEvent } from './events.ts';

const contactId = idOf(1);
const contact = given(rules.contactEntity);
const data = {
  ...{ contactId, name: 'Clara', number: '5511987654321', lid: null },
  ...{ email: null, isGroup: false, queueId: null },
};
const created: ContactEvent = { type: 'ContactCreated', data };
const removed: ContactEvent = { type: 'ContactRemoved', data: { contactId } };

describe('creating a contact', () => {
  const create = (change: Partial<typeof data>) => (state: rules.Contact) =>
    rules.createContact({ ...data, ...change }, state);
  it('records it', () => {
    expect(contact().when(create({ name: ' Clara ' })).events).toEqual([created]);
  });
  it.each([
    ['name', { name: 'C' }],
    ['name', { name: 'C'.repeat(51) }],
    ['number', { number: '1234567' }],
  ])('refuses a bad %s', (field, change) => {
    expect(contact().when(create(change)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
  });
  it('refuses an id that is used or was ended before it began', () => {
    expect(contact(created).when(create({})).rejection?.rejected).toBe('ERR_DUPLICATED_CONTACT');
    expect(contact(removed).when(create({})).rejection?.rejected).toBe('ERR_DUPLICATED_CONTACT');
  });
  it('takes whoever writes as WhatsApp tells it', () => {
    const meet = (state: rules.Contact) => rules.meetContact({ ...data, number: '', lid: '7' }, state);
    expect(contact().when(meet).events).toHaveLength(1);
    expect(contact(created).when(meet).decision).toEqual([]);
  });
});

describe('later', () => {
  const identify = (number: string | null, lid: string | null) => (state: rules.Contact) =>
    rules.identifyContact({ contactId, number, lid }, state);
  const change = (name: string) => (state: rules.Contact) =>
    rules.changeContact({ contactId, name, email: null, queueId: null }, state);

  it('tells only what is new about who it is', () => {
    expect(contact(created).when(identify(data.number, '7')).events).toEqual([
      { type: 'ContactIdentified', data: { contactId, number: null, lid: '7' } },
    ]);
    expect(contact(created).when(identify(data.number, null)).decision).toEqual([]);
  });
  it('changes what differs, and is quiet otherwise', () => {
    expect(contact(created).when(change('Clara Lima')).events).toHaveLength(1);
    expect(contact(created).when(change('Clara')).decision).toEqual([]);
    expect(contact(created).when(change('')).rejection?.rejected).toBe('ERR_VALIDATION');
  });
  it('keeps what a form leaves out, and tells what it says', () => {
    const extraInfo = [{ id: idOf(2), name: 'CPF', value: '1' }];
    const edit = (change: Partial<rules.EditContact>) => (state: rules.Contact) =>
      rules.editContact({ contactId, ...change }, state);
    const named = contact(created).when(edit({ name: 'Clara Lima' })).events;
    expect(named).toEqual([
      { type: 'ContactChanged', data: { contactId, name: 'Clara Lima', email: null, queueId: null } },
    ]);
    const noted = contact(created, ...named).when(edit({ extraInfo, notification: false })).events;
    expect(noted).toMatchObject([{ data: { name: 'Clara Lima', extraInfo, notification: false } }]);
    const again = contact(created, ...named, ...noted);
    expect(again.when(edit({ extraInfo, notification: false, email: null })).decision).toEqual([]);
    expect(again.when(edit({ extraInfo: [] })).events).toHaveLength(1);
    expect(contact(created, removed).when(edit({})).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
  it('refuses what is not there', () => {
    for (const history of [[], [created, removed]]) {
      expect(contact(...history).when(change('Ana')).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
      expect(contact(...history).when(identify('1', '2')).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
    }
  });
  it('changes the picture once', () => {
    const picture = (state: rules.Contact) => rules.changePicture({ contactId, url: '/p' }, state);
    const first = contact(created).when(picture);
    expect(first.events).toHaveLength(1);
    expect(contact(created, ...first.events).when(picture).decision).toEqual([]);
  });
  it('belongs to a wallet, in whatever order it is named, until it is nobody’s again', () => {
    const wallet =
      (...userIds: string[]) =>
      (state: rules.Contact) =>
        rules.changeWallet({ contactId, userIds }, state);
    const [ana, bruno] = [idOf(5), idOf(6)];
    const given = contact(created).when(wallet(bruno, ana, bruno));
    expect(given.events).toEqual([
      { type: 'ContactWalletChanged', data: { contactId, userIds: [ana, bruno] } },
    ]);
    expect(contact(created, ...given.events).when(wallet(ana, bruno)).decision).toEqual([]);
    expect(contact(created).when(wallet()).decision).toEqual([]);
    expect(contact(created, ...given.events).when(wallet()).events).toHaveLength(1);
    expect(contact(created, removed).when(wallet(ana)).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
  it('is removed once', () => {
    const remove = (state: rules.Contact) => rules.removeContact({ contactId }, state);
    expect(contact(created).when(remove).events).toEqual([removed]);
    expect(contact(created, removed).when(remove).decision).toEqual([]);
    expect(contact().when(remove).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
});
