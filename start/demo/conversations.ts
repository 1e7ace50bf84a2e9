import type { Commands } from '#commands/commands.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import type { LogWatch } from './log-watch.ts';
import type { SimulatorApi } from './pairing.ts';
import { contacts, type DemoContact, type DemoUser, messageId, phone, users } from './records.ts';
import { contextOf, must } from './seed.ts';

type Stage = { readonly commands: Commands; readonly simulator: SimulatorApi; readonly log: LogWatch };

/** Four contacts with some conversation each: one waiting, one with each attendant, one closed. */
export const seedConversations = async (stage: Stage): Promise<void> => {
  const carla = conversation(stage, contacts.carla);
  await carla.contactWrites('Oi! Vocês têm a cafeteira italiana para seis xícaras?');
  await carla.accept(users.ana);
  await carla.attendantWrites(users.ana, 'Oi, Carla! Temos sim, por R$ 129,90. Posso separar uma para você?');
  await carla.contactWrites('Pode! Passo aí hoje à tarde.');

  const elisa = conversation(stage, contacts.elisa);
  await elisa.contactWrites('Bom dia, qual é o horário de vocês no sábado?');
  await elisa.accept(users.bruno);
  await elisa.attendantWrites(users.bruno, 'Bom dia, Elisa! No sábado atendemos das 8h às 12h.');
  await elisa.contactWrites('Obrigada!');
  await elisa.close(users.bruno);

  const fabio = conversation(stage, contacts.fabio);
  await fabio.contactWrites('Comprei uma batedeira e ela faz um barulho estranho.');
  await fabio.accept(users.bruno);
  await fabio.attendantWrites(users.bruno, 'Oi, Fábio! Sinto muito. Pode me mandar o número do pedido?');

  const diego = conversation(stage, contacts.diego);
  await diego.contactWrites('Boa tarde, meu pedido ainda não chegou.');
  await diego.contactWrites('É o de número 4821.');
};

const conversation = ({ commands, simulator, log }: Stage, contact: DemoContact) => {
  let turn = 0;
  const name = (what: string) => `${contact.number} ${turn++} ${what}`;
  let ticketId = '';
  return {
    contactWrites: async (text: string) => {
      const waId = waIdOf(messageId(name('in'))).replace(/^3EB0/, '3A00');
      await simulator.write(contact.number, phone.number, text, waId);
      const received = await log.first(
        `the message of ${contact.name}`,
        event => event.type === 'MessageReceived' && event.data.waKey.id === waId,
      );
      if (received.type === 'MessageReceived') ticketId = received.data.ticketId;
    },
    accept: (user: DemoUser) => must(commands.ticket.accept(contextOf(name('accept'), user), { ticketId })),
    attendantWrites: async (user: DemoUser, body: string) => {
      const turnName = name('out');
      const id = messageId(turnName);
      await must(
        commands.message.queue(contextOf(turnName, user), {
          messageId: id,
          ticketId,
          body,
          mediaType: 'text',
          quotedMessageId: null,
          waId: waIdOf(id),
          sentAt: new Date().toISOString(),
        }),
      );
      await log.first(
        `the delivery to ${contact.name}`,
        event => event.type === 'MessageDelivered' && event.data.messageId === id,
      );
      await simulator.read(contact.number, phone.number);
    },
    close: (user: DemoUser) =>
      must(commands.ticket.close(contextOf(name('close'), user), { ticketId, justClose: false })),
  };
};
