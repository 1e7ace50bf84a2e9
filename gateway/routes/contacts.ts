import { z } from 'zod';
import type { CommandContext, Outcome } from '#commands/context.ts';
import {
  changeContactBody,
  contactDetail,
  contactsAnswer,
  contactsQuery,
  createContactAnswer,
  createContactBody,
  mergeContactBody,
} from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { digits } from '#domain/contact/number.ts';
import { contactDetailOf, isNamedBy, listContacts } from '#projections/inbox/queries/contacts.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byContact = z.object({ contactId: z.uuid() });
const shortest = 8;

/** The company's contacts: everybody of the company sees all of them. */
export const contactReadRoutes = (app: App, { tenants }: Gateway): void => {
  app.get(
    '/contacts',
    { schema: { querystring: contactsQuery, response: { 200: contactsAnswer } } },
    request => tenants.read(callerOf(request).user.companyId, db => listContacts(db, request.query)),
  );

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
};

/** Contacts made, changed and removed by hand, and contacts that turn out to be one person. */
export const contactRoutes = (app: App, gateway: Gateway): void => {
  const { contact } = gateway.commands;

  app.post(
    '/contacts',
    { schema: { body: createContactBody, response: { 201: createContactAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const { name, email = null, queueId = null } = request.body;
      const { number, checked } = await checkedNumber(
        gateway,
        context.companyId,
        digits(request.body.number),
      );
      const id = idMadeBy(context, 'contact');
      accepted(reply, await contact.create(context, { contactId: id, name, number, email, queueId }));
      return reply.code(201).send({ id, number, checked });
    },
  );

  const schema = { params: byContact, response: { 200: commandAnswer } };
  app.put(
    '/contacts/:contactId',
    { schema: { ...schema, body: changeContactBody } },
    async (request, reply) => {
      const { contactId: id } = request.params;
      const { user } = callerOf(request);
      const { name } = request.body;
      if (name !== undefined && !may(user, 'contact.renameAny')) {
        const naming = { viewer: viewerOf(user), contactId: id, name };
        if (!(await gateway.tenants.read(user.companyId, db => isNamedBy(db, naming))))
          throw refuse('ERR_NO_PERMISSION', { action: 'contact.rename' });
      }
      const outcome = await contact.edit(commandContext(request), { contactId: id, ...request.body });
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

/** A number that is too short to be one is left to the command to refuse. */
const checkedNumber = async (gateway: Gateway, companyId: string, number: string) => {
  if (number.length < shortest) return { number, checked: false };
  const check = await gateway.numberChecks.check(companyId, number);
  if (check.state === 'absent') throw refuse('ERR_WAPP_INVALID_CONTACT');
  if (check.state === 'failed') throw refuse('ERR_WAPP_CHECK_CONTACT');
  return check.state === 'there' ? { number: check.number, checked: true } : { number, checked: false };
};
