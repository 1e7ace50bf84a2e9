import type { proto } from '@whiskeysockets/baileys';
import type { CarriedQuote, Part } from '#domain/message/parts.ts';
import { cutText } from '#domain/shared/text.ts';
import { storableId } from '../storable.ts';
import type { Draft, Target } from './draft.ts';
import { buttons, card, link, note, row } from './part-makers.ts';

/** Words of another message that came along, and who wrote it as far as that is said. */
export type Quoted = Omit<CarriedQuote, 'fromMe' | 'author'> & { readonly authorJid: string | null };

export type Around = {
  readonly quoted: Target | null;
  readonly quote: Quoted | null;
  /** Whom the words may mention: what stands before the server of their jids. */
  readonly mentioned: readonly string[];
  /** After how many seconds it vanishes; 0 where that is not said. */
  readonly vanishesIn: number;
  readonly above: readonly Part[];
  readonly below: readonly Part[];
};

const longestQuote = 4_000;

/**
 * What stands around a message: what it answers, with the words of that as the sender's phone has them, which ad led
 * here, from where it was forwarded. `plain` says in plain text what a message shows.
 */
export const readContext = (
  context: proto.IContextInfo | null | undefined,
  {
    within,
    plain,
  }: { readonly within: (message: proto.IMessage) => Draft; readonly plain: (draft: Draft) => string },
): Around => {
  if (!context) return nothingAround;
  const { stanzaId, participant, remoteJid, quotedMessage, questionReplyQuotedMessage: asked } = context;
  const quotedOf = (message: proto.IMessage, of: CarriedQuote['of']): Quoted => {
    const draft = within(message);
    const picture = pictureIn(draft);
    return {
      ...{ kind: 'quote', of, authorJid: participant || null, mediaType: draft.mediaType ?? 'text' },
      text: cutText(plain(draft), longestQuote),
      ...(picture ? { picture } : {}),
    };
  };
  const isStatus = remoteJid === 'status@broadcast';
  const questions = [asked?.quotedQuestion, asked?.quotedResponse]
    .flatMap(message => (message ? [quotedOf(message, 'question')] : []))
    .map(({ authorJid: _, ...each }): Part => ({ ...each, fromMe: false }));
  return {
    quoted: stanzaId ? { id: storableId(stanzaId), own: null, author: participant || null } : null,
    quote: quotedMessage ? quotedOf(quotedMessage, isStatus ? 'status' : 'message') : null,
    mentioned: (context.mentionedJid ?? []).map(jid => jid.replace(/[:@].*$/, '')),
    vanishesIn: Number(context.expiration ?? 0),
    above: [...notesOf(context), ...questions, ...adsOf(context)],
    below: buttonsOf(context),
  };
};

export const nothingAround: Around = {
  ...{ quoted: null, quote: null, mentioned: [], vanishesIn: 0, above: [], below: [] },
};

const pictureIn = ({ file, below = [], above = [] }: Draft): string | undefined => {
  if (file?.remote?.preview) return file.remote.preview;
  return [...above, ...below].flatMap(part =>
    part.kind === 'card' && part.picture ? [part.picture] : [],
  )[0];
};

const forwardedOften = 5;

const notesOf = (context: proto.IContextInfo): Part[] => {
  const { isForwarded, forwardingScore, forwardedNewsletterMessageInfo: channel, groupSubject } = context;
  const often = Number(forwardingScore ?? 0) >= forwardedOften;
  return [
    ...(isForwarded ? note(often ? 'forwardedOften' : 'forwarded') : []),
    ...(channel ? note('channel', channel.newsletterName) : []),
    ...(groupSubject ? note('group', groupSubject) : []),
  ];
};

const adsOf = ({ externalAdReply: ad, quotedAd }: proto.IContextInfo): Part[] => [
  ...(ad
    ? [
        card('ad', {
          ...{ title: ad.title, text: ad.body, link: ad.sourceUrl || ad.mediaUrl, picture: ad.thumbnail },
          rows: [
            ...row('source', ad.sourceApp),
            ...row('reference', ad.sourceId),
            ...row('campaign', ad.ref),
            ...(ad.sourceUrl && ad.mediaUrl && ad.mediaUrl !== ad.sourceUrl ? link('link', ad.mediaUrl) : []),
            ...link('link', ad.wtwaWebsiteUrl),
          ],
          footer: ad.greetingMessageBody,
        }),
      ]
    : []),
  ...(quotedAd
    ? [
        card('ad', {
          ...{ title: quotedAd.advertiserName, text: quotedAd.caption, picture: quotedAd.jpegThumbnail },
        }),
      ]
    : []),
];

const buttonsOf = ({ actionLink }: proto.IContextInfo): Part[] =>
  actionLink
    ? buttons([
        {
          label: actionLink.buttonTitle ?? '',
          ...(actionLink.url ? { link: actionLink.url } : {}),
        },
      ])
    : [];
