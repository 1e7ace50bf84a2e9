import { z } from 'zod';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { createContactAnswer, createContactBody, mergeContactBody } from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { digits } from '#domain/contact/number.ts';
import { checkNumber } from '../contacts/check-number.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byContact = z.object({ contactId: z.uuid() });
const shortest = 8;

/** Contacts made by hand, and contacts that turn out to be one person. */
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
  const check = await checkNumber(gateway, companyId, number);
  if (check.state === 'absent') throw refuse('ERR_WAPP_INVALID_CONTACT');
  if (check.state === 'failed') throw refuse('ERR_WAPP_CHECK_CONTACT');
  return check.state === 'there' ? { number: check.number, checked: true } : { number, checked: false };
};
