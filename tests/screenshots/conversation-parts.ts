import { phone, queues, users } from '#start/demo/records.ts';
import { mixerThumbnail, potThumbnail } from './drawings.ts';
import type { Office } from './office.ts';
import { people } from './people.ts';

const { otavio } = people;
const { ana } = users;

const pix = (key: string): object => {
  const pix_static_code = { key, merchant_name: otavio.name, key_type: 'EMAIL' };
  const params = { payment_settings: [{ type: 'pix_static_code', pix_static_code }] };
  const buttons = [{ name: 'payment_info', buttonParamsJson: JSON.stringify(params) }];
  return { interactiveMessage: { nativeFlowMessage: { buttons } } };
};

/** What came before the complaint: the answer to an ad, a product, an order. */
const bought = async ({ says }: Office): Promise<void> => {
  const externalAdReply = {
    ...{ title: 'Semana da cozinha', body: 'Fornos com até 30% de desconto' },
    ...{ sourceUrl: 'https://loja.example/semana', thumbnail: await potThumbnail() },
  };
  const contextInfo = { externalAdReply };
  await says(otavio, {
    message: { extendedTextMessage: { text: 'Oi! Ainda vale esta oferta?', contextInfo } },
  });
  await says(otavio, {
    message: {
      productMessage: {
        product: {
          ...{ title: 'Batedeira planetária', priceAmount1000: 649_000, currencyCode: 'BRL' },
          ...{ url: 'https://loja.example/p/batedeira' },
          productImage: { jpegThumbnail: await mixerThumbnail() },
        },
        body: 'Quero esta e o forno',
      },
    },
  });
  await says(otavio, {
    message: {
      orderMessage: {
        ...{ orderId: '4877', itemCount: 2, totalAmount1000: 1_848_000, totalCurrencyCode: 'BRL' },
        message: 'Entregar à tarde, por favor',
      },
    },
  });
};

/** What followed it: the key for the money back, and when the oven is fetched. */
const followed = async ({ says }: Office): Promise<void> => {
  await says(otavio, { message: pix('otavio@mail.example') });
  await says(otavio, {
    message: {
      eventMessage: {
        ...{ name: 'Retirada do forno', startTime: '1790000000' },
        location: { name: 'Rua dos Andradas, 900' },
      },
    },
  });
};

const filledIn = async ({ says }: Office): Promise<void> => {
  const paramsJson = JSON.stringify({ Motivo: 'Avaria na entrega', 'Nota fiscal': '004.812' });
  const nativeFlowResponseMessage = { name: 'flow', paramsJson };
  await says(otavio, {
    message: { interactiveResponseMessage: { body: { text: 'Sent' }, nativeFlowResponseMessage } },
  });
};

/** Messages of Otávio that have more than words, in a chat whose messages vanish; answers his ticket. */
export const otavios = async (office: Office): Promise<string> => {
  const { commands, by, must, says, answers, simulator } = office;
  await simulator.put(`/contacts/${otavio.number}/timer`, { with: phone.number, seconds: 7_776_000 });
  await bought(office);
  const { ticketId } = await says(otavio, { text: 'O forno chegou com a porta amassada.' });
  await must(commands.ticket.accept(by(ana), { ticketId, queueId: queues.suporte.queueId }));
  await followed(office);
  await must(commands.ticket.read(by(ana), { ticketId }));
  await filledIn(office);
  await answers(ana, ticketId, 'Sinto muito, Otávio! Vamos trocar. Pode mandar uma foto da etiqueta?');
  return ticketId;
};
