import type { Simulator } from '../simulator.ts';
import { newMessageId, sendFromPhone } from '../stanzas/messages-in.ts';
import { scanQr, unlinkDevices } from '../stanzas/pairing.ts';
import { sendPhoneReceipt } from '../stanzas/receipts.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { NotFound, ValidationFailed } from './errors.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';

/** Phones of companies, contacts and their habits, groups. */
export function peopleRoutes(simulator: Simulator): Route[] {
  const { people, groups, store, changes } = simulator;
  return [
    {
      method: 'GET',
      path: '/phones',
      answer: () => people.all('phone').map(each => describePhone(simulator, each)),
    },
    {
      method: 'POST',
      path: '/phones',
      answer: async ({ body }) => {
        const phone = schemas.newPhone.parse(body);
        people.add({ ...phone, kind: 'phone' });
        changes.emit({ type: 'phone', number: phone.number });
        await store.durable();
        return describePhone(simulator, requirePerson(simulator, phone.number, 'phone'));
      },
    },
    {
      method: 'POST',
      path: '/phones/:number/scan',
      answer: async request => {
        const phone = personOf(simulator, request, 'phone');
        const companion = await scanQr(simulator, phone, schemas.scan.parse(request.body).qr);
        return { jid: companion.jid, lid: companion.lid };
      },
    },
    {
      method: 'POST',
      path: '/phones/:number/logout',
      answer: async request => {
        const phone = personOf(simulator, request, 'phone');
        await unlinkDevices(simulator, phone.number);
        return describePhone(simulator, phone);
      },
    },
    { method: 'POST', path: '/phones/:number/messages', answer: request => writeOnPhone(simulator, request) },
    { method: 'GET', path: '/contacts', answer: () => people.all('contact').map(describeContact) },
    {
      method: 'POST',
      path: '/contacts',
      answer: async ({ body }) => {
        const contact = schemas.newContact.parse(body);
        const taken = contact.lid === undefined ? undefined : people.byLid(contact.lid);
        if (taken && taken.number !== contact.number)
          throw new ValidationFailed('another person has this lid');
        people.add({ ...contact, kind: 'contact' });
        changes.emit({ type: 'contact', number: contact.number });
        await store.durable();
        return describeContact(requirePerson(simulator, contact.number));
      },
    },
    { method: 'PUT', path: '/contacts/:number/policy', answer: request => changePolicy(simulator, request) },
    { method: 'GET', path: '/groups', answer: () => groups.all() },
    { method: 'POST', path: '/groups', answer: request => createGroup(simulator, request) },
  ];
}

async function writeOnPhone(simulator: Simulator, request: AdminRequest) {
  const { to, text, id = newMessageId() } = schemas.fromPhone.parse(request.body);
  const contact = requirePerson(simulator, to, 'contact');
  const message = { conversation: text };
  await sendFromPhone(simulator, personOf(simulator, request, 'phone'), contact, { id, chat: to, message });
  return { id };
}

/** The person of a route's `:number`; 404 when unknown. */
export function personOf(simulator: Simulator, { params }: AdminRequest, kind?: Person['kind']): Person {
  return requirePerson(simulator, schemas.number.parse(params.number), kind);
}

export function requirePerson(simulator: Simulator, number: string, kind?: Person['kind']): Person {
  const person = simulator.people.byNumber(number);
  if (!person || (kind && person.kind !== kind))
    throw new NotFound(`no ${kind ?? 'person'} has the number ${number}`);
  return person;
}

/** Switching a phone on delivers what waited for it. */
async function changePolicy(simulator: Simulator, request: AdminRequest) {
  const contact = personOf(simulator, request);
  const asked = schemas.policy.parse(request.body);
  const { deliver = contact.policy.deliver, read = contact.policy.read } = asked;
  const registered = asked.registered ?? contact.policy.registered;
  simulator.people.setPolicy(contact.number, { deliver, read, registered });
  if (deliver && !contact.policy.deliver) {
    for (const shown of simulator.history.received(contact.number, ['sent'])) {
      sendPhoneReceipt(simulator, shown, 'delivered');
      if (read) sendPhoneReceipt(simulator, shown, 'read');
    }
  }
  simulator.changes.emit({ type: 'contact', number: contact.number });
  await simulator.store.durable();
  return describeContact(requirePerson(simulator, contact.number));
}

async function createGroup(simulator: Simulator, { body }: AdminRequest) {
  const { id, subject, members } = schemas.newGroup.parse(body);
  for (const member of members) requirePerson(simulator, member);
  const created = Date.now();
  const group = { jid: id ?? `1203${created}@g.us`, subject, created: Math.floor(created / 1000), members };
  simulator.groups.add(group);
  simulator.changes.emit({ type: 'group', jid: group.jid });
  await simulator.store.durable();
  return group;
}

function describePhone(simulator: Simulator, phone: Person) {
  const companions = simulator.companions
    .ofPhone(phone.number)
    .map(({ jid, lid }) => ({ jid, lid, online: simulator.online.has(jid) }));
  const connected = companions.some(({ online }) => online);
  return {
    number: phone.number,
    name: phone.name,
    jid: phoneJid(phone.number),
    lid: lidJid(phone.lid),
    connected,
    companions,
  };
}

function describeContact({ number, name, lid, picture, policy }: Person) {
  return {
    number,
    name,
    jid: phoneJid(number),
    lid: lidJid(lid),
    policy,
    ...(picture === undefined ? {} : { picture }),
  };
}
