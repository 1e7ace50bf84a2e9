import { newId } from '#commands/ids.ts';
import { phone, queues, users } from '#start/demo/records.ts';
import { coffeePot, mixer, paper, shelf, sticker, tune } from './drawings.ts';
import type { Contact, Office } from './office.ts';
import { people } from './people.ts';

const { ana } = users;
const yesterday = (hours: number, minutes: number): Date => {
  const day = new Date(Date.now() - 86_400_000);
  day.setHours(hours, minutes, 0, 0);
  return day;
};
const media = (kind: string, mimetype: string, base64: string, more: object = {}) => ({
  media: { kind, mimetype, base64, ...more },
});
const card = ({ name, number }: Contact) => {
  const shown = number.replace(/^(\d\d)(\d\d)(\d{5})(\d{4})$/, '+$1 $2 $3-$4');
  const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;waid=${number}:${shown}\nEND:VCARD`;
  return { vcard: { name, vcard } };
};

/** Ana's three conversations that show what messages can be. */
export const seedConversations = async (office: Office, film: object): Promise<void> => {
  await marinas(office);
  await renatos(office, film);
  await sonias(office);
};

/** Two days, a picture, a quote, a voice note, a reaction; notes and what is known of the contact. */
const marinas = async (office: Office): Promise<void> => {
  const { commands, by, must, says, said, answers, simulator } = office;
  const { marina } = people;
  const ticketId = await said(
    marina,
    yesterday(16, 41),
    'Oi, boa tarde! Vi a cafeteira italiana na vitrine de vocês.',
  );
  await said(marina, yesterday(16, 42), 'Ela serve para fogão de indução?');
  await must(commands.ticket.accept(by(ana), { ticketId, queueId: queues.suporte.queueId }));
  await must(
    commands.ticket.transfer(by(users.bruno), {
      ...{ ticketId, queueId: queues.vendas.queueId, userId: ana.userId },
      notes: 'Quer a cafeteira de seis xícaras, para presente.',
    }),
  );
  await answers(ana, ticketId, 'Boa tarde, Marina! A de inox serve, a de alumínio não.', yesterday(16, 50));
  await said(marina, yesterday(16, 58), 'Perfeito, amanhã eu confirmo.');
  const photo = await says(
    marina,
    media('image', 'image/jpeg', await coffeePot(), { caption: 'É esta aqui?' }),
  );
  const answer = await answers(
    ana,
    ticketId,
    'É essa mesma! De seis xícaras, R$ 189,90. Em até 3x sem juros.',
  );
  await simulator.write(marina.number, { to: phone.number, reaction: { id: answer, emoji: '❤️' } });
  await says(marina, media('audio', 'audio/wav', tune(9), { voice: true, seconds: 9 }));
  await says(marina, { text: 'Essa da foto vem com garantia?', quoted: photo.id });
  await answers(ana, ticketId, 'Vem, um ano. Posso separar uma no seu nome?');
  await says(marina, { text: 'Pode! Passo aí hoje às 17h.' });
  for (const note of ['Prefere retirar na loja.', 'Aniversário da mãe dia 28: embrulhar para presente.'])
    await must(commands.ticket.note(by(ana), { ticketId, noteId: newId(), note }));
};

/** Document, place, card of a contact, film, sticker, pictures, a call. */
const renatos = async ({ commands, by, must, says, answers, simulator, log }: Office, film: object) => {
  const { renato, rui } = people;
  const { ticketId } = await says(renato, { text: 'Bom dia, segue o pedido da nossa loja.' });
  await must(commands.ticket.accept(by(ana), { ticketId, queueId: queues.vendas.queueId }));
  const { id } = await says(
    renato,
    media('document', 'application/pdf', paper(184_000), { fileName: 'Pedido 4821.pdf' }),
  );
  await answers(ana, ticketId, 'Recebido, Renato! Onde entregamos?');
  await says(renato, { location: { latitude: -23.5503, longitude: -46.6339, name: 'Praça da Sé, 108' } });
  await says(renato, { text: 'Quem recebe é o Rui:', quoted: id });
  await says(renato, card(rui));
  await says(renato, media('image', 'image/jpeg', await shelf(), { caption: 'Queremos destas três cores' }));
  await says(renato, media('image', 'image/jpeg', await mixer(), { caption: 'E uma batedeira destas' }));
  await says(renato, {
    media: { kind: 'video', caption: 'A nossa, que quebrou, faz assim', seconds: 3, ...film },
  });
  const call = await simulator.post<{ id: string }>(`/contacts/${renato.number}/calls`, { to: phone.number });
  await simulator.post(`/calls/${call.id}/end`, { how: 'timeout' });
  await log.first(
    'the call',
    event => event.type === 'MessageReceived' && event.data.mediaType === 'call_log',
  );
  await says(renato, media('sticker', 'image/webp', await sticker()));
};

/** What became of messages: edited, deleted, with reactions, not sent. */
const sonias = async ({ commands, by, must, says, answers, simulator, log }: Office): Promise<void> => {
  const { sonia } = people;
  const { id, ticketId } = await says(sonia, { text: 'Oi! Quero dois jogos de panela.' });
  await must(commands.ticket.accept(by(ana), { ticketId, queueId: queues.vendas.queueId }));
  await simulator.write(sonia.number, {
    to: phone.number,
    edit: { id, text: 'Oi! Quero três jogos de panela.' },
  });
  const price = await answers(ana, ticketId, 'Oi, Sônia! Três jogos saem por R$ 897,00. O frete é grátis.');
  await simulator.write(sonia.number, { to: phone.number, reaction: { id: price, emoji: '👍' } });
  const slip = await says(sonia, { text: 'Rua das Laranjeiras, 12' });
  await simulator.write(sonia.number, { to: phone.number, revoke: slip.id });
  await says(sonia, { text: 'Desculpa, endereço errado. É Rua das Laranjeiras, 120, ap. 31.' });
  await answers(ana, ticketId, 'Anotado: *Rua das Laranjeiras, 120*. Chega em até _3 dias úteis_.');
  await simulator.post('/faults', { ackError: '463', ackErrorTimes: 1 });
  const messageId = newId();
  const body = '*Ana:*\nO boleto segue em anexo.';
  await must(commands.message.queue(by(ana), { messageId, ticketId, body }));
  await log.first(
    'the refusal',
    event => event.type === 'MessageFailed' && event.data.messageId === messageId,
  );
  await simulator.remove('/faults');
};
