import { newId } from '#commands/ids.ts';
import { awaitConnected, awaitQr } from '#start/demo/pairing.ts';
import { contacts, type DemoUser, phone, queues, users } from '#start/demo/records.ts';
import type { Caller } from '../system/api.ts';
import { otavios } from './conversation-parts.ts';
import { seedConversations } from './conversations.ts';
import type { Contact, Office } from './office.ts';
import { groupName, people, secondPhone } from './people.ts';

const { ana, bruno } = users;
const minutes = (count: number): Date => new Date(Date.now() - count * 60_000);

/** A company in the middle of its day: what is asked of it, who attends whom, and how it is set up. */
export const seedCompany = async (office: Office, admin: Caller, film: object): Promise<void> => {
  const { simulator } = office;
  for (const person of Object.values(people)) await simulator.post('/contacts', person);
  for (const { number } of [people.marina, people.luciana, people.dita, people.otavio, contacts.carla])
    await simulator.put(`/contacts/${number}/picture`, { picture: { drawn: true } });
  await set(admin, 'CheckMsgIsGroup', 'disabled');
  await set(admin, 'connectionType', 'enabled');
  await secondConnection(office, admin);
  await seedRest(office);
  await seedConversations(office, film);
  await seedGroup(office);
  await seedWords(office);
  await known(admin);
  await seedSchedules(admin);
};

/** What Ana has at hand to answer with. */
const seedWords = async ({ commands, by, must }: Office): Promise<void> => {
  const { userId } = ana;
  for (const [shortcode, message] of [
    ['endereco', 'Rua das Flores, 120, ao lado da praça. De segunda a sábado, das 8h às 18h.'],
    ['entrega', 'Entregamos em até 3 dias úteis. Acima de R$ 200, o frete é grátis.'],
    ['pagamento', 'Aceitamos Pix, cartão em até 6x e dinheiro.'],
    ['troca', 'A troca é feita em até 30 dias, com a nota fiscal.'],
  ] as const)
    await must(
      commands.quickMessage.create(by(ana), { quickMessageId: newId(), userId, shortcode, message }),
    );
};

/** What goes out by itself in the next days. */
const seedSchedules = async (admin: Caller): Promise<void> => {
  const inDays = (days: number, time: string): string =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
  for (const [person, days, recurrence, body] of [
    [contacts.carla, 1, 'none', 'Bom dia, Carla! Sua encomenda chegou. Pode retirar hoje até as 18h.'],
    [people.marina, 2, 'monthly', 'Marina, sua mensalidade vence hoje. Qualquer dúvida, é só chamar.'],
    [people.luciana, 2, 'weekly', 'Oi, Luciana! Os pães integrais desta semana já estão na loja.'],
  ] as const) {
    const found = await admin.call<{ contacts: { id: string }[] }>(
      'GET',
      `/contacts?searchParam=${person.number}`,
    );
    const form = { contactId: found.body.contacts[0]?.id, body, recurrence, sendAt: inDays(days, '09:00') };
    const { status } = await admin.call('POST', '/schedules', { body: form });
    if (status !== 201) throw new Error(`a schedule answered ${status}`);
  }
};

/** What is known of Marina, and the other entry that is hers too. */
const known = async (admin: Caller): Promise<void> => {
  const { marina, work } = people;
  const { body } = await admin.call<{ contacts: { id: string }[] }>(
    'GET',
    `/contacts?searchParam=${marina.number}`,
  );
  const changed = await admin.call('PUT', `/contacts/${body.contacts[0]?.id}`, {
    body: {
      email: 'marina.duarte@mail.example',
      extraInfo: [
        { id: newId(), name: 'Bairro', value: 'Pinheiros' },
        { id: newId(), name: 'Aniversário', value: '14 de março' },
      ],
    },
  });
  const made = await admin.call('POST', '/contacts', { body: work });
  for (const { status, body: said } of [changed, made])
    if (status >= 300) throw new Error(`a contact answered ${status} ${JSON.stringify(said)}`);
};

const set = async (admin: Caller, key: string, value: string): Promise<void> => {
  const answer = await admin.call('PUT', `/settings/${key}`, { body: { value } });
  if (answer.status !== 200) throw new Error(`setting ${key} answered ${answer.status}`);
};

const secondConnection = async (office: Office, admin: Caller): Promise<void> => {
  const { simulator, log, databaseUrl } = office;
  await simulator.post('/phones', secondPhone);
  const body = { name: 'Loja Norte', provider: 'simulator', queueIds: [queues.vendas.queueId] };
  const answer = await admin.call<{ id: string }>('POST', '/whatsapp', { body });
  if (answer.status >= 300) throw new Error(`the second connection answered ${answer.status}`);
  const { id } = answer.body;
  const qr = await awaitQr(databaseUrl, id, 60_000);
  await simulator.post(`/phones/${secondPhone.number}/scan`, { qr });
  await awaitConnected(log, id);
};

/** What a contact answered after a ticket was resolved, ten days ago. */
const rated = async (
  { commands, by, must, said }: Office,
  ticketId: string,
  [contact, ...answers]: readonly [Contact, ...string[]],
): Promise<void> => {
  const begin = 9 * 1440 - 8;
  const context = { ...by(), actor: { kind: 'system' as const } };
  const asking = await commands.ticket.askRating(context, {
    ticketId,
    askedAt: minutes(begin).toISOString(),
  });
  await must(Promise.resolve(asking.outcome));
  for (const [index, answer] of answers.entries()) await said(contact, minutes(begin - index - 1), answer);
};

/** What waits, what the others attend, what is closed; with tags. */
const seedRest = async (office: Office): Promise<void> => {
  const { commands, by, must, says, said, answers } = office;
  const tag = async (name: string, color: string): Promise<string> => {
    const tagId = newId();
    await must(commands.tag.create(by(users.admin), { tagId, name, color }));
    return tagId;
  };
  const [urgent, wholesale, exchange, faithful] = [
    await tag('Urgente', '#e03131'),
    await tag('Atacado', '#1c7ed6'),
    await tag('Troca', '#f08c00'),
    await tag('Cliente fiel', '#7048e8'),
  ];
  const mark = (ticketId: string, ...tagIds: string[]) =>
    must(commands.ticket.tag(by(users.admin), { ticketId, tagIds }));
  const inQueue = (ticketId: string, queue: { queueId: string }) =>
    must(commands.ticket.transfer(by(), { ticketId, queueId: queue.queueId }));
  const resolve = async (ticketId: string): Promise<void> => {
    await must(commands.ticket.read(by(bruno), { ticketId }));
    await must(commands.ticket.close(by(bruno), { ticketId }));
  };
  const attended = async (
    user: DemoUser,
    contact: Contact,
    queue: { queueId: string },
    talk: readonly [string, string],
  ): Promise<string> => {
    const { ticketId } = await says(contact, { text: talk[0] });
    await must(commands.ticket.accept(by(user), { ticketId, queueId: queue.queueId }));
    await answers(user, ticketId, talk[1]);
    return ticketId;
  };

  const old = await said(
    people.marina,
    minutes(9 * 1440),
    'Oi! O moedor de café que comprei veio sem a tampa.',
  );
  await must(commands.ticket.accept(by(bruno), { ticketId: old, queueId: queues.suporte.queueId }));
  await answers(
    bruno,
    old,
    'Oi, Marina! Já separei outra tampa, sai hoje pelo correio.',
    minutes(9 * 1440 - 6),
  );
  await resolve(old);
  await rated(office, old, [people.marina, '1', 'A tampa devia ter vindo na caixa.']);

  const luciana = await attended(bruno, people.luciana, queues.vendas, [
    'Bom dia! A panela de pressão de 7 litros voltou?',
    'Bom dia, Luciana! Chegaram seis hoje cedo. Quer que eu reserve?',
  ]);
  await mark(luciana, faithful);
  await says(people.luciana, { text: 'Quero sim, passo no sábado 🙂' });
  const teresa = await attended(bruno, people.teresa, queues.suporte, [
    'A garantia do liquidificador cobre o copo?',
    'Cobre por um ano, Teresa. É só trazer a nota.',
  ]);
  await resolve(teresa);
  const otavio = await otavios(office);
  await mark(otavio, exchange, urgent);
  await says(people.otavio, { text: 'Mando assim que chegar em casa.' });

  const paulo = await said(people.paulo, minutes(47), 'Boa tarde, vocês fazem lista de casamento?');
  await inQueue(paulo, queues.vendas);
  const dita = await said(people.dita, minutes(23), 'Preciso de 40 taças até sexta. Conseguem?');
  await said(people.dita, minutes(22), 'Pode ser de vidro comum, para eventos.');
  await said(people.dita, minutes(21), 'Consigo buscar na loja.');
  await inQueue(dita, queues.vendas);
  await mark(dita, wholesale, urgent);
  await says(people.rita, { text: 'Olá! Vocês entregam em Fortaleza?' });
};

const seedGroup = async (office: Office): Promise<void> => {
  const { simulator, log } = office;
  const { transport, dita, marina } = people;
  const { jid } = await simulator.post<{ jid: string }>('/groups', {
    subject: groupName,
    members: [transport.number, phone.number, dita.number, marina.number],
  });
  for (const [from, text] of [
    [transport, 'Bom dia! Rota de hoje: Centro, Vila Nova e Jardim.'],
    [transport, 'Saímos às 13h.'],
    [dita, 'Podem deixar as taças na portaria?'],
  ] as const) {
    const wrote = await simulator.write(from.number, { group: jid, text });
    await log.first(
      `the message of ${from.name}`,
      event => event.type === 'MessageReceived' && event.data.waKey.id === wrote,
    );
  }
};
