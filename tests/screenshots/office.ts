import { createCommands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { watchLog } from '#start/demo/log-watch.ts';
import { companyId, connectionId, type DemoUser, phone } from '#start/demo/records.ts';
import { principalOf } from '#start/demo/seed.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import type { Product } from '../system/product.ts';

export type Contact = { readonly number: string; readonly name: string };

/** The command layer of a running product, its simulator, and a watch of its log, to make what pictures show. */
export const openOffice = async (product: Product) => {
  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const log = watchLog(store, event => event.companyId === companyId);
  const commands = createCommands({ store });
  const simulator = new SimulatorClient(product.simulatorUrl);

  const by = (user?: DemoUser): CommandContext => ({
    ...{ companyId, commandId: newId(), at: new Date().toISOString() },
    actor: user ? { kind: 'user', id: user.userId } : { kind: 'system' },
    principal: user ? principalOf(user) : null,
  });
  const must = async (outcome: Promise<Outcome>): Promise<void> => {
    const result = await outcome;
    if (isRejection(result)) throw new Error(`refused: ${result.rejected} ${JSON.stringify(result)}`);
  };
  const ticketOf = async (waId: string): Promise<string> => {
    const event = await log.first(
      `the message ${waId}`,
      each => each.type === 'MessageReceived' && each.data.waKey.id === waId,
    );
    if (event.type !== 'MessageReceived') throw new Error('not a message');
    return event.data.ticketId;
  };

  /** What a contact sends now; answers WhatsApp's id of it and the ticket that it is in. */
  const says = async (contact: Contact, body: object): Promise<{ id: string; ticketId: string }> => {
    const id = await simulator.write(contact.number, { to: phone.number, ...body });
    return { id, ticketId: await ticketOf(id) };
  };
  /** What a contact wrote before now, as it comes in when a phone was without network. */
  const said = async (contact: Contact, sentAt: Date, body: string): Promise<string> => {
    const id = waIdOf(newId()).replace(/^3EB0/, '3A00');
    await must(
      commands.message.receive(
        { ...by(), actor: { kind: 'connection', id: connectionId } },
        {
          connectionId,
          waKey: {
            ...{ id, remoteJid: `${contact.number}@s.whatsapp.net`, fromMe: false, participant: null },
          },
          ...{ sentAt: sentAt.toISOString(), body, mediaType: 'text', quotedMessageId: null },
          senderName: contact.name,
          chat: { number: contact.number, lid: null, name: contact.name, isGroup: false },
        },
      ),
    );
    return ticketOf(id);
  };
  /** What an attendant writes, once the contact's phone has it. */
  const answers = async (
    user: DemoUser,
    ticketId: string,
    text: string,
    sentAt = new Date(),
  ): Promise<string> => {
    const messageId = newId();
    const body = `*${user.name}:*\n${text}`;
    await must(commands.message.queue(by(user), { messageId, ticketId, body, sentAt: sentAt.toISOString() }));
    await log.first(
      `the delivery of ${text}`,
      event => event.type === 'MessageDelivered' && event.data.messageId === messageId,
    );
    return waIdOf(messageId);
  };
  return {
    ...{ commands, simulator, log, by, must, says, said, answers },
    databaseUrl,
    close: async () => {
      log.close();
      await store.close();
      await close();
    },
  };
};
export type Office = Awaited<ReturnType<typeof openOffice>>;
