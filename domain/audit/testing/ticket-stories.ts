import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [ticketId, contactId, connectionId] = [idOf(1), idOf(2), idOf(3)];
const [ana, bruno, sales, support] = [idOf(11), idOf(12), idOf(21), idOf(22)];
const [vip, late, optionId] = [idOf(31), idOf(32), idOf(41)];
const [first, second] = [idOf(51), idOf(52)];
const at = '2026-03-04T12:00:00.000Z';

const opened = {
  ...{ ticketId, contactId, connectionId, queueId: null, userId: null },
  ...{ status: 'pending' as const, isGroup: false, choosesQueue: true },
};

/** The menu, two notes, a return, an accept by somebody else, a transfer, a closing with its rating, the end. */
const wholeLife: Story = {
  category: 'ticket',
  steps: [
    step('TicketOpened', opened, {
      status: [none, 'pending'],
      contactId: [none, contactId],
      connectionId: [none, connectionId],
      choosesQueue: [none, true],
    }),
    step(
      'TicketMenuStepped',
      { ticketId, queueId: sales, optionId: null, wrong: 0 },
      {
        queueId: [null, sales],
        wrong: [null, 0],
      },
    ),
    step(
      'TicketMenuStepped',
      { ticketId, queueId: sales, optionId, wrong: 1 },
      {
        optionId: [null, optionId],
        wrong: [0, 1],
      },
    ),
    step(
      'TicketMenuLeft',
      { ticketId, queueId: support, reason: 'silent' },
      {
        queueId: [sales, support],
        optionId: [optionId, null],
        reason: [none, 'silent'],
      },
    ),
    step(
      'TicketNoted',
      { ticketId, noteId: first, userId: ana, note: 'paga na sexta' },
      {
        note: [none, 'paga na sexta'],
      },
    ),
    step(
      'TicketNoted',
      { ticketId, noteId: second, userId: ana, note: 'ligar antes' },
      {
        note: [none, 'ligar antes'],
      },
    ),
    step('TicketNoteDeleted', { ticketId, noteId: first }, { note: ['paga na sexta', none] }),
    step(
      'TicketAccepted',
      { ticketId, userId: ana, queueId: support },
      {
        status: ['pending', 'open'],
        userId: [null, ana],
      },
    ),
    step('TicketRead', { ticketId, userId: ana }, {}),
    step(
      'TicketReturned',
      { ticketId, reason: 'attendant' },
      {
        status: ['open', 'pending'],
        userId: [ana, null],
        reason: [none, 'attendant'],
      },
    ),
    step(
      'TicketAccepted',
      { ticketId, userId: bruno, queueId: support },
      {
        status: ['pending', 'open'],
        userId: [null, bruno],
      },
    ),
    step(
      'TicketTransferred',
      { ticketId, queueId: sales, userId: ana, notes: 'quer comprar' },
      {
        queueId: [support, sales],
        userId: [bruno, ana],
        notes: [none, 'quer comprar'],
      },
    ),
    step(
      'TicketTransferred',
      { ticketId, queueId: null, userId: null, notes: null, reason: 'queue-removed' },
      {
        status: ['open', 'pending'],
        queueId: [sales, null],
        userId: [ana, null],
        reason: [none, 'queue-removed'],
      },
    ),
    step('TicketTagged', { ticketId, tagIds: [vip] }, { tagIds: [[], [vip]] }),
    step('TicketTagged', { ticketId, tagIds: [vip, late] }, { tagIds: [[vip], [vip, late]] }),
    step(
      'TicketAccepted',
      { ticketId, userId: ana, queueId: sales },
      {
        status: ['pending', 'open'],
        queueId: [null, sales],
        userId: [null, ana],
      },
    ),
    step(
      'TicketClosed',
      { ticketId, userId: ana, justClose: true },
      {
        status: ['open', 'closed'],
        userId: [ana, ana],
        justClose: [none, true],
      },
    ),
    step(
      'TicketRatingAsked',
      { ticketId, userId: ana, askedAt: at, until: at },
      {
        ratingStatus: [none, 'asked'],
        userId: [none, ana],
        until: [none, at],
      },
    ),
    step(
      'TicketRated',
      { ticketId, userId: ana, rating: 1, messageId: idOf(61), ratedAt: at, reasonUntil: at },
      { ratingStatus: ['asked', 'rated'], rating: [none, 1], userId: [none, ana] },
    ),
    step(
      'TicketRatingExplained',
      { ticketId, answerId: idOf(62), messageId: idOf(62), reason: 'demorou' },
      { explanation: [none, 'demorou'] },
    ),
    step(
      'TicketReopened',
      { ticketId, queueId: support, connectionId: idOf(4) },
      {
        status: ['closed', 'pending'],
        userId: [ana, null],
        queueId: [sales, support],
        connectionId: [connectionId, idOf(4)],
        ratingStatus: ['rated', none],
        rating: [1, none],
        explanation: ['demorou', none],
      },
    ),
    step(
      'TicketClosed',
      { ticketId, userId: null, justClose: false, reason: 'auto-close' },
      {
        status: ['pending', 'closed'],
        userId: [null, null],
        reason: [none, 'auto-close'],
      },
    ),
    step(
      'TicketRatingAsked',
      { ticketId, userId: ana, askedAt: at, until: at },
      {
        ratingStatus: [none, 'asked'],
        userId: [none, ana],
        until: [none, at],
      },
    ),
    step('TicketThanked', { ticketId, messageId: idOf(63) }, {}),
    step('TicketRatingEnded', { ticketId }, { ratingStatus: ['asked', 'ended'] }),
    step(
      'TicketDeleted',
      { ticketId },
      {
        status: ['closed', 'deleted'],
        userId: [null, none],
        queueId: [support, none],
        contactId: [contactId, none],
        connectionId: [idOf(4), none],
        tagIds: [[vip, late], none],
        notes: [['ligar antes'], none],
        ratingStatus: ['ended', none],
      },
    ),
  ],
};

const openedByThemselves: Story = {
  category: 'ticket',
  steps: [
    step(
      'TicketOpened',
      { ...opened, queueId: sales, userId: ana, status: 'open', choosesQueue: false },
      {
        status: [none, 'open'],
        userId: [none, ana],
        queueId: [none, sales],
        contactId: [none, contactId],
        connectionId: [none, connectionId],
      },
    ),
    step(
      'TicketDeleted',
      { ticketId },
      {
        status: ['open', 'deleted'],
        userId: [ana, none],
        queueId: [sales, none],
        contactId: [contactId, none],
        connectionId: [connectionId, none],
      },
    ),
  ],
};

export const ticketStories = [wholeLife, openedByThemselves];
