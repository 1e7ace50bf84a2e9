import type { proto } from '@whiskeysockets/baileys';
import type { Part, PartButton } from '#domain/message/parts.ts';
import type { Draft, Readers } from './draft.ts';
import { audioFile, headFile } from './files.ts';
import { nativeFlow } from './native-flow.ts';
import { buttons, card, labelled, text } from './part-makers.ts';
import { placeCard } from './places.ts';
import { productCard, productFile } from './trade.ts';

/** Messages that offer something to choose: what they say, and the labels of what they offer. */
export const choiceReaders: Readers = {
  buttonsMessage: value => ({
    ...headed(headFile(value)),
    context: value.contextInfo,
    below: [
      ...text('title', value.text),
      ...placeCard(value.locationMessage),
      ...text('text', value.contentText),
      ...text('footer', value.footerText),
      ...(value.buttons ?? []).flatMap(({ buttonText, nativeFlowInfo }) =>
        nativeFlowInfo
          ? nativeFlow(
              [{ name: nativeFlowInfo.name, json: nativeFlowInfo.paramsJson }],
              buttonText?.displayText,
            )
          : buttons([{ label: buttonText?.displayText ?? '' }]),
      ),
    ],
  }),
  listMessage: value => ({
    context: value.contextInfo,
    below: [
      ...text('title', value.title),
      ...text('text', value.description),
      ...text('footer', value.footerText),
      ...buttons(value.buttonText ? [{ label: value.buttonText }] : []),
      ...(value.sections ?? []).map(({ title, rows }) =>
        card('options', {
          title,
          rows: (rows ?? []).flatMap(each => labelled(each.title, each.description)),
        }),
      ),
      ...(value.productListInfo?.productSections ?? []).map(({ title, products }) =>
        card('options', { title, rows: (products ?? []).flatMap(each => labelled(each.productId)) }),
      ),
    ],
  }),
  templateMessage: value => {
    const { hydratedTemplate, hydratedFourRowTemplate, fourRowTemplate, interactiveMessageTemplate } = value;
    const filled = hydratedTemplate ?? hydratedFourRowTemplate;
    const context = value.contextInfo;
    if (filled) return { ...template(filled), context };
    if (interactiveMessageTemplate) {
      const draft = interactive(interactiveMessageTemplate);
      return { ...draft, context: context ?? draft.context };
    }
    return { ...headed(fourRowTemplate ? headFile(fourRowTemplate) : undefined), context };
  },
  interactiveMessage: value => interactive(value),
  highlyStructuredMessage: ({ hydratedHsm }) => {
    const filled = hydratedHsm?.hydratedTemplate ?? hydratedHsm?.hydratedFourRowTemplate;
    return filled ? { ...template(filled), context: hydratedHsm?.contextInfo } : {};
  },
};

const headed = (file: Draft['file']): Draft => (file ? { file, mediaType: file.mediaType } : {});

const template = (filled: proto.Message.TemplateMessage.IHydratedFourRowTemplate): Draft => ({
  ...headed(headFile(filled)),
  below: [
    ...text('title', filled.hydratedTitleText),
    ...placeCard(filled.locationMessage),
    ...text('text', filled.hydratedContentText),
    ...text('footer', filled.hydratedFooterText),
    ...buttons((filled.hydratedButtons ?? []).map(hydratedButton)),
  ],
});

const hydratedButton = (button: proto.IHydratedTemplateButton): PartButton => {
  const { quickReplyButton, urlButton, callButton } = button;
  if (urlButton)
    return { label: urlButton.displayText ?? '', ...(urlButton.url ? { link: urlButton.url } : {}) };
  if (callButton)
    return {
      label: callButton.displayText ?? '',
      ...(callButton.phoneNumber ? { phone: callButton.phoneNumber } : {}),
    };
  return { label: quickReplyButton?.displayText ?? '' };
};

const interactive = (value: proto.Message.IInteractiveMessage): Draft => {
  const { header, body, footer, nativeFlowMessage, carouselMessage, contextInfo: context } = value;
  const { productMessage } = header ?? {};
  const file =
    (header && headFile(header)) ??
    productFile(productMessage) ??
    (footer?.audioMessage ? audioFile(footer.audioMessage) : undefined);
  const picture = header?.jpegThumbnail;
  return {
    ...headed(file),
    context: context ?? productMessage?.contextInfo,
    below: [
      ...text('title', header?.title),
      ...text('text', header?.subtitle),
      ...(picture?.length ? [card('item', { picture })] : []),
      ...placeCard(header?.locationMessage),
      ...productCard(productMessage),
      ...text('text', body?.text),
      ...text('footer', footer?.text),
      ...nativeFlow(
        (nativeFlowMessage?.buttons ?? []).map(({ name, buttonParamsJson }) => ({
          name,
          json: buttonParamsJson,
        })),
      ),
      ...(value.shopStorefrontMessage || value.collectionMessage ? [card('shop')] : []),
      ...(carouselMessage?.cards ?? []).map(carouselCard),
    ],
  };
};

/** A card among several: its file is on the phone alone, its small picture is shown. */
const carouselCard = (value: proto.Message.IInteractiveMessage): Part => {
  const { header, body, footer, nativeFlowMessage } = value;
  const { imageMessage, videoMessage, documentMessage, productMessage } = header ?? {};
  const flow = nativeFlow(
    (nativeFlowMessage?.buttons ?? []).map(({ name, buttonParamsJson }) => ({
      name,
      json: buttonParamsJson,
    })),
  );
  const [product] = productCard(productMessage);
  const known = flow.flatMap(part => (part.kind === 'buttons' ? part.buttons : []));
  return card('item', {
    title: [header?.title, product?.title].filter(Boolean).join(' – '),
    text: [header?.subtitle, body?.text, product?.text].filter(Boolean).join('\n'),
    footer: [footer?.text, product?.footer].filter(Boolean).join('\n'),
    link: product?.link,
    picture:
      imageMessage?.jpegThumbnail ??
      videoMessage?.jpegThumbnail ??
      documentMessage?.jpegThumbnail ??
      header?.jpegThumbnail ??
      productMessage?.product?.productImage?.jpegThumbnail,
    rows: [
      ...(product?.rows ?? []),
      ...flow.flatMap(part => (part.kind === 'card' ? (part.rows ?? []) : [])),
    ],
    buttons: known,
  });
};
