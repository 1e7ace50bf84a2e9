import type { proto } from '@whiskeysockets/baileys';
import type { Card, Part, PartRow } from '#domain/message/parts.ts';
import { describedFile } from '../media/remote-file.ts';
import { aboutOf, type Draft, type FoundFile, type Readers } from './draft.ts';
import { imageFile } from './files.ts';
import { amount, card, moment, price, row, text } from './part-makers.ts';

type Product = proto.Message.IProductMessage | null | undefined;

export const productFile = (value: Product): FoundFile | undefined => {
  const image = value?.product?.productImage ?? value?.catalog?.catalogImage;
  return image?.mediaKey?.length ? imageFile(image) : undefined;
};

/** A product or a catalog, without its picture where that is shown as the message's file. */
export const productCard = (value: Product): Card[] => {
  if (!value) return [];
  const { product, catalog, body, footer } = value;
  const isFile = productFile(value) !== undefined;
  const shared = { text: [product?.description, body].filter(Boolean).join('\n'), footer };
  const cards: Card[] = [];
  if (product || !catalog)
    cards.push(
      card('product', {
        ...{ ...shared, title: product?.title, link: product?.url },
        picture: isFile ? undefined : product?.productImage?.jpegThumbnail,
        rows: [
          ...price('price', product?.priceAmount1000, product?.currencyCode),
          ...price('salePrice', product?.salePriceAmount1000, product?.currencyCode),
          ...row('productCode', product?.retailerId),
        ],
      }),
    );
  if (catalog)
    cards.push(
      card('catalog', {
        ...(product ? {} : shared),
        title: catalog.title,
        ...(product ? { text: catalog.description } : withText(catalog.description, shared.text)),
        picture: isFile && !product ? undefined : catalog.catalogImage?.jpegThumbnail,
      }),
    );
  return cards;
};

const withText = (...texts: (string | null | undefined)[]) => ({ text: texts.filter(Boolean).join('\n') });

/** Orders, products and money: their amounts stand on a card, with what was written to them. */
export const tradeReaders: Readers = {
  orderMessage: value => ({
    context: value.contextInfo,
    ...aboutOf(value.orderRequestMessageId),
    below: [
      card('order', {
        ...{ title: value.orderTitle, text: value.message, picture: value.thumbnail },
        rows: [
          ...row('number', value.orderId),
          ...row('items', value.itemCount),
          ...price('total', value.totalAmount1000, value.totalCurrencyCode),
        ],
      }),
    ],
  }),
  productMessage: value => {
    const file = productFile(value);
    return {
      ...(file ? { file, mediaType: file.mediaType } : {}),
      ...{ below: productCard(value), context: value.contextInfo },
    };
  },
  sendPaymentMessage: ({ noteMessage, requestMessageKey }, { within }) =>
    noted(within(noteMessage), card('payment'), aboutOf(requestMessageKey)),
  requestPaymentMessage: ({ noteMessage, ...value }, { within }) =>
    noted(
      within(noteMessage),
      card('paymentRequest', {
        rows: [
          ...requested(value),
          ...row('payer', value.requestFrom?.replace(/@.*$/, '')),
          ...moment('until', value.expiryTimestamp),
        ],
      }),
      {},
    ),
  declinePaymentRequestMessage: ({ key }) => ({ ...aboutOf(key), below: [card('paymentDeclined')] }),
  cancelPaymentRequestMessage: ({ key }) => ({ ...aboutOf(key), below: [card('paymentCancelled')] }),
  paymentInviteMessage: ({ expiryTimestamp }) => ({
    below: [card('paymentInvite', { rows: moment('until', expiryTimestamp) })],
  }),
  invoiceMessage: value => {
    const file = invoiceFile(value);
    return {
      ...(file ? { file, mediaType: file.mediaType } : {}),
      below: [
        card('invoice', { text: value.note, picture: file ? undefined : value.attachmentJpegThumbnail }),
      ],
    };
  },
};

/** What was written to a payment, below it; what the note has beside its words comes along. */
const noted = (note: Draft, payment: Part, about: Pick<Draft, 'about'>): Draft => ({
  ...{ ...about, context: note.context, file: note.file, mediaType: note.mediaType },
  below: [payment, ...(note.above ?? []), ...text('text', note.words), ...(note.below ?? [])],
});

const requested = (value: proto.Message.IRequestPaymentMessage): PartRow[] => {
  const { amount: money, amount1000, currencyCodeIso4217 } = value;
  if (!money) return price('amount', amount1000, currencyCodeIso4217);
  return amount(
    'amount',
    Number(money.value ?? 0) / (money.offset || 1),
    money.currencyCode ?? currencyCodeIso4217,
  );
};

const invoiceFile = (value: proto.Message.IInvoiceMessage): FoundFile | undefined => {
  if (!value.attachmentMediaKey?.length) return undefined;
  // PDF is 1 in WhatsApp's list, and a picture 0.
  const isDocument = value.attachmentType === 1;
  return {
    ...{ mediaType: isDocument ? 'application' : 'image', source: value },
    ...describedFile(
      isDocument ? 'document' : 'image',
      {
        mediaKey: value.attachmentMediaKey,
        directPath: value.attachmentDirectPath ?? null,
        fileSha256: value.attachmentFileSha256 ?? null,
      },
      { preview: value.attachmentJpegThumbnail },
    ),
  };
};
