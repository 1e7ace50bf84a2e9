import type { Simulator } from '../simulator.ts';
import { saveAddress } from '../stanzas/address-book.ts';
import { typeLinkCode } from '../stanzas/link-code.ts';
import { scanQr } from '../stanzas/pairing.ts';
import { sendPhoneReceipt } from '../stanzas/receipts.ts';
import { unlinkDevices } from '../stanzas/unlinking.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { NotFound, ValidationFailed } from './errors.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';
import { seesPerson } from './scope.ts';

/** Phones of companies and the devices linked to them, contacts and their habits. */
export function peopleRoutes(simulator: Simulator): Route[] {
  const { people, store, changes } = simulator;
  return [
    {
      method: 'GET',
      path: '/phones',
      answer: ({ scope }) =>
        people
          .all('phone')
          .filter(each => seesPerson(scope, each))
          .map(each => describePhone(simulator, each)),
    },
    {
      method: 'POST',
      path: '/phones',
      answer: async request => {
        const phone = schemas.newPhone.parse(request.body);
        refuseTaken(simulator, request, phone.number);
        people.add({ ...phone, kind: 'phone', company: request.scope?.company });
        changes.emit({ type: 'phone', number: phone.number });
        await store.durable();
        return describePhone(simulator, requirePerson(simulator, request, phone.number, 'phone'));
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
      path: '/phones/:number/link',
      answer: async request => {
        const phone = personOf(simulator, request, 'phone');
        const { jid, lid } = await typeLinkCode(simulator, phone, schemas.linkCode.parse(request.body).code);
        return { jid, lid };
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
    {
      method: 'PUT',
      path: '/phones/:number/addresses/:contact',
      answer: async request => {
        const phone = personOf(simulator, request, 'phone');
        const number = schemas.number.parse(request.params.contact);
        const contact = requirePerson(simulator, request, number, 'contact');
        await saveAddress(simulator, phone, contact, schemas.address.parse(request.body).name ?? undefined);
        await store.durable();
        return describePhone(simulator, phone);
      },
    },
    {
      method: 'GET',
      path: '/contacts',
      answer: ({ scope }) =>
        people
          .all('contact')
          .filter(each => seesPerson(scope, each))
          .map(each => describeContact(simulator, each)),
    },
    {
      method: 'POST',
      path: '/contacts',
      answer: async request => {
        const contact = schemas.newContact.parse(request.body);
        refuseTaken(simulator, request, contact.number);
        const taken = contact.lid === undefined ? undefined : people.byLid(contact.lid);
        if (taken && taken.number !== contact.number)
          throw new ValidationFailed('another person has this lid');
        people.add({ ...contact, kind: 'contact', company: request.scope?.company });
        changes.emit({ type: 'contact', number: contact.number });
        await store.durable();
        return describeContact(simulator, requirePerson(simulator, request, contact.number));
      },
    },
    { method: 'PUT', path: '/contacts/:number/policy', answer: request => changePolicy(simulator, request) },
  ];
}

/** The person of a route's `:number`; 404 when unknown. */
export function personOf(simulator: Simulator, request: AdminRequest, kind?: Person['kind']): Person {
  return requirePerson(simulator, request, schemas.number.parse(request.params.number), kind);
}

/** The person with this number, of those whom the call reaches; 404 when there is none. */
export function requirePerson(
  simulator: Simulator,
  { scope }: Pick<AdminRequest, 'scope'>,
  number: string,
  kind?: Person['kind'],
): Person {
  const person = simulator.people.byNumber(number);
  if (!person || !seesPerson(scope, person) || (kind && person.kind !== kind))
    throw new NotFound(`no ${kind ?? 'person'} has the number ${number}`);
  return person;
}

function refuseTaken(simulator: Simulator, { scope }: AdminRequest, number: string): void {
  const known = simulator.people.byNumber(number);
  if (known && !seesPerson(scope, known)) throw new ValidationFailed('another company has this number');
}

/** Switching a phone on delivers what waited for it. */
async function changePolicy(simulator: Simulator, request: AdminRequest) {
  const contact = personOf(simulator, request);
  const asked = schemas.policy.parse(request.body);
  const { deliver = contact.policy.deliver, read = contact.policy.read } = asked;
  const registered = asked.registered ?? contact.policy.registered;
  const addressing = asked.addressing ?? contact.policy.addressing;
  simulator.people.setPolicy(contact.number, { deliver, read, registered, addressing });
  if (deliver && !contact.policy.deliver) {
    for (const shown of simulator.history.received(contact.number, ['sent'])) {
      sendPhoneReceipt(simulator, shown, 'delivered');
      if (read) sendPhoneReceipt(simulator, shown, 'read');
    }
  }
  simulator.changes.emit({ type: 'contact', number: contact.number });
  await simulator.store.durable();
  return describeContact(simulator, requirePerson(simulator, request, contact.number));
}

function describePhone(simulator: Simulator, phone: Person) {
  const companions = simulator.companions
    .ofPhone(phone.number)
    .map(({ jid, lid }) => ({ jid, lid, online: simulator.online.has(jid) }));
  const connected = companions.some(({ online }) => online);
  const awaitsCode = [...simulator.connections].some(each => each.linkByCode?.number === phone.number);
  return {
    number: phone.number,
    name: phone.name,
    jid: phoneJid(phone.number),
    lid: lidJid(phone.lid),
    connected,
    companions,
    awaitsCode,
    addresses: simulator.addressBooks.list(phone.number),
    ...(phone.picture === undefined ? {} : { picture: phone.picture }),
  };
}

/** A contact in the words of the admin API. `devices` are the linked ones beside the phone. */
export function describeContact(simulator: Simulator, person: Person) {
  const { number, name, lid, picture, policy, presence } = person;
  const devices = simulator.contactDevices.list(number).map(({ device }) => device);
  return {
    number,
    name,
    jid: phoneJid(number),
    lid: lidJid(lid),
    policy,
    presence,
    devices,
    blocked: simulator.blocks.list(number),
    ...(picture === undefined ? {} : { picture }),
  };
}
