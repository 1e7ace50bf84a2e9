import type { proto } from '@whiskeysockets/baileys';
import type { Part } from '#domain/message/parts.ts';
import { aboutOf, type Draft, type Reader, type Readers } from './draft.ts';
import { card, labelled, link, moment, more, note, row } from './part-makers.ts';
import { placeRows } from './places.ts';

type Poll = proto.Message.IPollCreationMessage;

const poll: Reader<Poll> = ({ name, options, correctAnswer, contextInfo: context }) => ({
  context,
  below: [
    card('poll', {
      title: name,
      rows: [
        ...(options ?? []).flatMap(({ optionName }) => labelled(optionName)),
        ...labelled('✓', correctAnswer?.optionName).filter(({ value }) => value !== ''),
      ],
    }),
    ...more('votes'),
  ],
});

const pollResult: Reader<proto.Message.IPollResultSnapshotMessage> = value => ({
  context: value.contextInfo,
  below: [
    card('pollResult', {
      title: value.name,
      rows: (value.pollVotes ?? []).flatMap(({ optionName, optionVoteCount }) =>
        labelled(optionName, String(optionVoteCount ?? 0)),
      ),
    }),
  ],
});

const answerTo: Reader<{
  readonly key?: proto.IMessageKey | null;
  readonly text?: string | null;
}> = value => ({
  words: value.text ?? '',
  ...aboutOf(value.key),
});

/** Polls, events, invitations, and what is said about another message. */
export const occasionReaders: Readers = {
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  pollResultSnapshotMessage: pollResult,
  pollResultSnapshotMessageV3: pollResult,
  eventMessage: value => ({
    context: value.contextInfo,
    above: value.isCanceled ? note('cancelled') : [],
    below: [eventCard(value), ...more('responses')],
  }),
  groupInviteMessage: value => ({
    context: value.contextInfo,
    below: [
      card('groupInvite', {
        ...{ title: value.groupName, text: value.caption, picture: value.jpegThumbnail },
        rows: moment('until', value.inviteExpiration),
      }),
    ],
  }),
  newsletterAdminInviteMessage: value => channelInvite(value, moment('until', value.inviteExpiration)),
  newsletterFollowerInviteMessageV2: value => channelInvite(value, []),
  scheduledCallCreationMessage: ({ title, scheduledTimestampMs }) => ({
    below: [card('call', { title, rows: moment('starts', Number(scheduledTimestampMs ?? 0) / 1_000) })],
  }),
  scheduledCallEditMessage: ({ key }) => ({
    ...aboutOf(key),
    below: [...note('cancelled'), card('call')],
  }),
  bcallMessage: ({ caption }) => ({ below: [card('call', { title: caption })] }),
  callLogMesssage: () => ({ mediaType: 'call_log', words: '' }),
  requestPhoneNumberMessage: value => ({ context: value.contextInfo, below: [card('phoneRequest')] }),
  stickerPackMessage: value => ({
    context: value.contextInfo,
    below: [
      card('stickerPack', {
        ...{ title: value.name, text: [value.packDescription, value.caption].filter(Boolean).join('\n') },
        rows: row('publisher', value.publisher),
      }),
      ...more('sticker', value.stickers?.length || 1),
    ],
  }),
  commentMessage: ({ message, targetMessageKey }, { within }) => {
    const said = within(message);
    return { ...said, ...aboutOf(targetMessageKey), above: [...note('comment'), ...(said.above ?? [])] };
  },
  questionResponseMessage: answerTo,
  statusQuestionAnswerMessage: answerTo,
  statusQuotedMessage: value => ({
    words: value.text ?? '',
    ...aboutOf(value.originalStatusId),
    above: value.thumbnail?.length ? [card('item', { picture: value.thumbnail })] : [],
  }),
  placeholderMessage: () => ({ mediaType: 'unsupported', below: more('placeholderMessage') }),
};

const eventCard = (value: proto.Message.IEventMessage): Part =>
  card(value.isScheduleCall ? 'call' : 'event', {
    ...{ title: value.name, text: value.description, picture: value.location?.jpegThumbnail },
    rows: [
      ...moment('starts', value.startTime),
      ...moment('ends', value.endTime),
      ...placeRows(value.location),
      ...link('link', value.joinLink),
    ],
  });

type Channel = Pick<
  proto.Message.INewsletterAdminInviteMessage,
  'newsletterName' | 'caption' | 'jpegThumbnail' | 'contextInfo'
>;

const channelInvite = (value: Channel, rows: ReturnType<typeof moment>): Draft => ({
  context: value.contextInfo,
  below: [
    card('channelInvite', {
      ...{ title: value.newsletterName, text: value.caption, picture: value.jpegThumbnail, rows },
    }),
  ],
});

/** The wrapping of a message may say what it is beside what is in it. */
export const wrapperNotes: Readonly<Partial<Record<string, readonly Part[]>>> = {
  statusMentionMessage: note('statusMention'),
  groupStatusMentionMessage: note('statusMention'),
  groupStatusMessage: note('groupStatus'),
  groupStatusMessageV2: note('groupStatus'),
  questionMessage: note('question'),
  eventCoverImage: note('cover'),
  pollCreationOptionImageMessage: note('optionPicture'),
  associatedChildMessage: note('betterCopy'),
};
