import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { type Contact, changeContact, contactEntity, removeContact } from './contact.ts';
import type { ContactEvent } from './events.ts';
import { joinContact, leaveContact, mergeContacts, takeBackMerge, unmergeContacts } from './merge.ts';

const [ana, double, third] = [idOf(1), idOf(2), idOf(3)];
const contact = given(contactEntity);
const created = (contactId: string, change: object = {}): ContactEvent => ({
  type: 'ContactCreated',
  data: {
    ...{ contactId, name: 'Ana', number: '5511987654321', lid: null, email: null },
    ...{ isGroup: false, queueId: null, ...change },
  },
});
const fold = (...events: ContactEvent[]): Contact =>
  events.reduce(contactEntity.evolve, contactEntity.initial);
const merged: ContactEvent = { type: 'ContactsMerged', data: { contactId: ana, otherId: double } };
const unmerged: ContactEvent = { type: 'ContactsUnmerged', data: { contactId: ana, otherId: double } };
const into: ContactEvent = { type: 'ContactMergedInto', data: { contactId: double, winnerId: ana } };
const from: ContactEvent = { type: 'ContactUnmergedFrom', data: { contactId: double, winnerId: ana } };

const pair = { contactId: ana, otherId: double };
const merge =
  (other: Contact, more: object = {}) =>
  (winner: Contact) =>
    mergeContacts({ ...pair, ...more }, winner, other);

describe('merging two contacts', () => {
  it('is told on both streams', () => {
    expect(contact(created(ana)).when(merge(fold(created(double)))).events).toEqual([merged]);
    const join = (state: Contact) => joinContact({ contactId: double, winnerId: ana }, state);
    expect(contact(created(double)).when(join).events).toEqual([into]);
    expect(contact(created(double), into).when(join).decision).toEqual([]);
  });
  it('is quiet when it is so, and goes on where it broke off', () => {
    expect(contact(created(ana), merged).when(merge(fold(created(double), into))).decision).toEqual([]);
    expect(contact(created(ana), merged).when(merge(fold(created(double)))).decision).toEqual([]);
  });
  it('refuses itself, groups and who has others merged into them', () => {
    const field = rejected('ERR_VALIDATION', { field: 'otherId' });
    const itself = { otherId: ana };
    expect(contact(created(ana)).when(merge(fold(created(ana)), itself)).decision).toEqual(field);
    const group = fold(created(double, { isGroup: true }));
    expect(contact(created(ana)).when(merge(group)).decision).toEqual(field);
    const winner = fold(created(double), {
      type: 'ContactsMerged',
      data: { contactId: double, otherId: third },
    });
    expect(contact(created(ana)).when(merge(winner)).decision).toEqual(field);
  });
  it('refuses who is not there, is merged elsewhere or was erased', () => {
    const gone = (contactId: string) => rejected('ERR_NO_CONTACT_FOUND', { contactId });
    expect(contact().when(merge(fold(created(double)))).decision).toEqual(gone(ana));
    expect(contact(created(ana)).when(merge(fold())).decision).toEqual(gone(double));
    const elsewhere: ContactEvent = {
      type: 'ContactMergedInto',
      data: { contactId: double, winnerId: third },
    };
    expect(contact(created(ana)).when(merge(fold(created(double), elsewhere))).decision).toEqual(
      gone(double),
    );
  });
  it('leaves a merged contact neither to change nor to remove on its own', () => {
    const change = (state: Contact) =>
      changeContact({ contactId: double, name: 'Outra', email: null, queueId: null }, state);
    const remove = (state: Contact) => removeContact({ contactId: double }, state);
    expect(contact(created(double), into).when(change).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
    expect(contact(created(double), into).when(remove).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
});

describe('undoing it', () => {
  const unmerge = (state: Contact) => unmergeContacts(pair, state);
  const leave = (state: Contact) => leaveContact({ contactId: double, winnerId: ana }, state);

  it('gives each back what it was', () => {
    expect(contact(created(ana), merged).when(unmerge).events).toEqual([unmerged]);
    expect(contact(created(double), into).when(leave).events).toEqual([from]);
    expect(fold(created(double), into, from)).toMatchObject({
      status: 'active',
      name: 'Ana',
      separated: [ana],
    });
    expect(fold(created(ana), merged, unmerged)).toMatchObject({ merged: [], separated: [double] });
  });
  it('leaves no picture that came while they were one, and the one that was there before', () => {
    const picture = (url: string | null): ContactEvent => ({
      type: 'ContactPictureChanged',
      data: { contactId: ana, url },
    });
    const before = contact(created(ana), picture('/own'), merged);
    expect(before.when(unmerge).events).toEqual([unmerged]);
    const shared = contact(created(ana), picture('/own'), merged, picture('/theirs'));
    expect(shared.when(unmerge).events).toEqual([unmerged, picture(null)]);
    const again = contact(created(ana), merged, picture('/theirs'), unmerged, picture(null), picture('/own'));
    expect(again.when(merge(fold(created(double)))).events).toEqual([merged]);
    const later = contact(created(ana), unmerged, picture('/own'), merged);
    expect(later.when(unmerge).events).toEqual([unmerged]);
  });
  it('is quiet when it is done, and refuses what was never merged', () => {
    expect(contact(created(ana), merged, unmerged).when(unmerge).decision).toEqual([]);
    expect(contact(created(double), into, from).when(leave).decision).toEqual([]);
    expect(contact(created(ana)).when(unmerge).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
  it('is not what taking a merge back is, which the other refused: WhatsApp is believed as before', () => {
    const takeBack = (state: Contact) => takeBackMerge(pair, state);
    const taken = contact(created(ana), merged).when(takeBack).events;
    expect(taken).toHaveLength(1);
    const after = contact(created(ana), merged, ...taken);
    expect(after.when(takeBack).decision).toEqual([]);
    expect(after.when(merge(fold(created(double)), { bySelf: true })).events).toEqual([merged]);
    expect(after.when(unmerge).rejection?.rejected).toBe('ERR_NO_CONTACT_FOUND');
  });
  it('is believed more than what WhatsApp tells, and less than a person', () => {
    const winner = contact(created(ana), merged, unmerged);
    const other = fold(created(double), into, from);
    expect(winner.when(merge(other, { bySelf: true })).decision).toEqual([]);
    expect(winner.when(merge(other)).events).toEqual([merged]);
  });
});

describe('the name of a contact', () => {
  const named = (namedBy?: 'whatsapp') => (state: Contact) =>
    changeContact(
      { contactId: ana, name: 'Aninha', email: null, queueId: null, ...(namedBy ? { namedBy } : {}) },
      state,
    );
  it('is known to be their own until somebody gives another', () => {
    const own = created(ana, { namedBy: 'whatsapp' });
    expect(fold(own)).toMatchObject({ ownName: true });
    const renamed = contact(own).when(named('whatsapp')).events;
    expect(fold(own, ...renamed)).toMatchObject({ name: 'Aninha', ownName: true });
    expect(fold(own, ...contact(own).when(named()).events)).toMatchObject({ ownName: false });
  });
  it('stays their own when something else is changed', () => {
    const own = created(ana, { namedBy: 'whatsapp' });
    const change = (state: Contact) =>
      changeContact({ contactId: ana, name: 'Ana', email: 'ana@ana.test', queueId: null }, state);
    expect(fold(own, ...contact(own).when(change).events)).toMatchObject({ ownName: true });
  });
});
