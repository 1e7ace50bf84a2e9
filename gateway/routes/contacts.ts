import { z } from 'zod';
import type { CommandContext, Outcome } from '#commands/context.ts';
import {
  type ContactDetail,
  changeContactAnswer,
  changeContactBody,
  contactDetail,
  contactListAnswer,
  contactsAnswer,
  contactsQuery,
  createContactAnswer,
  createContactBody,
  mergeContactBody,
  walletBody,
} from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { contactRatingsAnswer } from '#contracts/ratings.ts';
import { may } from '#domain/access/may.ts';
import { digits } from '#domain/contact/number.ts';
import { contactNames, listContacts } from '#projections/inbox/queries/contact-list.ts';
import { contactDetailOf, isNamedBy, liveTicketOf } from '#projections/inbox/queries/contacts.ts';
import { contactRatings } from '#projections/inbox/queries/ratings.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byContact = z.object({ contactId: z.uuid() });
const shortest = 8;

/** The company's contacts: everybody of the company finds all of them, but for those in others' wallets. */
export const contactReadRoutes = (app: App, { tenants }: Gateway): void => {
  app.get(
    '/contacts',
    { schema: { querystring: contactsQuery, response: { 200: contactsAnswer } } },
    request => {
      const { user } = callerOf(request);
      return tenants.read(user.companyId, db => listContacts(db, viewerOf(user), request.query));
    },
  );

  app.get('/contacts/list', { schema: { response: { 200: contactListAnswer } } }, async request => {
    const { user } = callerOf(request);
    return [...(await tenants.read(user.companyId, db => contactNames(db, viewerOf(user))))];
  });

  app.get(
    '/contacts/:contactId',
    { schema: { params: byContact, response: { 200: contactDetail } } },
    async request => {
      const { companyId } = callerOf(request).user;
      const contact = await tenants.read(companyId, db => contactDetailOf(db, request.params.contactId));
      if (!contact) throw refuse('ERR_NO_CONTACT_FOUND');
      return contact;
    },
  );

  app.get(
    '/contacts/:contactId/ratings',
    { schema: { params: byContact, response: { 200: contactRatingsAnswer } } },
    async request => {
      const { user } = callerOf(request);
      const { contactId } = request.params;
      const ratings = await tenants.read(user.companyId, async db =>
        (await contactDetailOf(db, contactId)) ? contactRatings(db, viewerOf(user), contactId) : undefined,
      );
      if (!ratings) throw refuse('ERR_NO_CONTACT_FOUND');
      return [...ratings];
    },
  );
};

/** Contacts made, changed and removed by hand, and contacts that turn out to be one person. */
export const contactRoutes = (app: App, gateway: Gateway): void => {
  const { contact } = gateway.commands;

  app.post(
    '/contacts',
    { schema: { body: createContactBody, response: { 201: createContactAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const { name, email = null, queueId = null, notification = true, extraInfo = [] } = request.body;
      const { number, checked } = await checkedNumber(
        gateway,
        context.companyId,
        digits(request.body.number),
      );
      const id = idMadeBy(context, 'contact');
      const noted = { email, queueId, notification, extraInfo };
      accepted(reply, await contact.create(context, { contactId: id, name, number, ...noted }));
      const made = { id, name: name.trim(), number, ...noted, createdAt: context.at };
      return reply.code(201).send({ ...newContact, ...made, checked });
    },
  );

  const schema = { params: byContact, response: { 200: commandAnswer } };
  app.put(
    '/contacts/:contactId',
    { schema: { params: byContact, body: changeContactBody, response: { 200: changeContactAnswer } } },
    async (request, reply) => {
      const { contactId: id } = request.params;
      const { user } = callerOf(request);
      const { name } = request.body;
      if (name !== undefined && !may(user, 'contact.renameAny')) {
        const naming = { viewer: viewerOf(user), contactId: id, name };
        if (!(await gateway.tenants.read(user.companyId, db => isNamedBy(db, naming))))
          throw refuse('ERR_NO_PERMISSION', { action: 'contact.rename' });
      }
      const context = commandContext(request);
      const outcome = await contact.edit(context, { contactId: id, ...request.body });
      const { position } = accepted(reply, outcome);
      const viewer = viewerOf(user);
      const { before, uuid } = await gateway.tenants.read(user.companyId, async db => {
        const [before, uuid] = await Promise.all([contactDetailOf(db, id), liveTicketOf(db, viewer, id)]);
        return { before, uuid };
      });
      return {
        ...changed(before ?? { ...newContact, id, createdAt: context.at }, request.body),
        uuid,
        position,
      };
    },
  );

  app.post(
    '/contacts/add/wallet/:contactId',
    { schema: { ...schema, body: walletBody } },
    async (request, reply) => {
      const { contactId: id } = request.params;
      const userIds = request.body.users;
      const outcome = await contact.changeWallet(commandContext(request), { contactId: id, userIds });
      return { id, position: accepted(reply, outcome).position };
    },
  );

  app.delete('/contacts/:contactId', { schema }, async (request, reply) => {
    const { contactId: id } = request.params;
    const outcome = await contact.remove(commandContext(request), { contactId: id });
    return { id, position: accepted(reply, outcome).position };
  });

  type Merging = (
    context: CommandContext,
    pair: { readonly contactId: string; readonly otherId: string },
  ) => Promise<Outcome>;
  const merging = (path: '/contacts/:contactId/merge' | '/contacts/:contactId/unmerge', run: Merging) =>
    app.post(
      path,
      { schema: { params: byContact, body: mergeContactBody, response: { 200: commandAnswer } } },
      async (request, reply) => {
        const { contactId } = request.params;
        const outcome = await run(commandContext(request), {
          contactId,
          otherId: request.body.otherId,
        });
        return { id: contactId, position: accepted(reply, outcome).position };
      },
    );
  merging('/contacts/:contactId/merge', contact.merge);
  merging('/contacts/:contactId/unmerge', contact.unmerge);
};

/** What nobody has said of a contact that has just been made. */
const newContact = {
  ...{ name: '', number: '', email: null, queueId: null, notification: true, extraInfo: [] },
  ...{ profilePicUrl: null, isGroup: false, erased: false, merged: [], contactsUser: [], uuid: null },
};

/** The contact as the read model has it by now, and what has just been written to it. */
const changed = (contact: ContactDetail, body: z.output<typeof changeContactBody>): ContactDetail => {
  const { name = contact.name, email = contact.email, queueId = contact.queueId } = body;
  const { notification = contact.notification, extraInfo = contact.extraInfo } = body;
  return { ...contact, name, email, queueId, notification, extraInfo };
};

/** A number that is too short to be one is left to the command to refuse. */
const checkedNumber = async (gateway: Gateway, companyId: string, number: string) => {
  if (number.length < shortest) return { number, checked: false };
  const check = await gateway.numberChecks.check(companyId, number);
  if (check.state === 'absent') throw refuse('ERR_WAPP_INVALID_CONTACT');
  if (check.state === 'failed') throw refuse('ERR_WAPP_CHECK_CONTACT');
  return check.state === 'there' ? { number: check.number, checked: true } : { number, checked: false };
};
