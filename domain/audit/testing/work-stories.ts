import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [queueId, one, two, three] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const [scheduleId, contactId, connectionId, ana, messageId] = [
  idOf(11),
  idOf(12),
  idOf(13),
  idOf(14),
  idOf(15),
];
const at = '2026-03-04T12:00:00.000Z';

const menu: Story = {
  category: 'queuemenu',
  steps: [
    step(
      'QueueOptionAdded',
      { queueId, optionId: one, parentId: null, title: 'Preços', message: 'Veja' },
      {
        ...{ title: [none, 'Preços'], message: [none, 'Veja'], place: [none, 1] },
      },
    ),
    step(
      'QueueOptionAdded',
      { queueId, optionId: two, parentId: null, title: 'Horários', message: '' },
      {
        ...{ title: [none, 'Horários'], place: [none, 2] },
      },
    ),
    step(
      'QueueOptionAdded',
      { queueId, optionId: three, parentId: one, title: 'Pães', message: '' },
      {
        ...{ title: [none, 'Pães'], parentId: [none, one], place: [none, 1] },
      },
    ),
    step(
      'QueueOptionChanged',
      { queueId, optionId: two, title: 'Horário', message: 'Das 8' },
      {
        title: ['Horários', 'Horário'],
        message: ['', 'Das 8'],
      },
    ),
    step('QueueOptionMoved', { queueId, optionId: two, parentId: null, place: 1 }, { place: [2, 1] }),
    step(
      'QueueOptionMoved',
      { queueId, optionId: two, parentId: one, place: 2 },
      {
        parentId: [null, one],
        place: [1, 2],
      },
    ),
    step(
      'QueueOptionRemoved',
      { queueId, optionId: one, descendantIds: [three, two] },
      {
        ...{ title: ['Preços', none], message: ['Veja', none] },
        ...{ place: [1, none], below: [['Pães', 'Horário'], none] },
      },
    ),
  ],
};

const file = {
  id: idOf(30),
  mediaType: 'image' as const,
  media: {
    ...{ name: 'a.jpg', size: 1, seconds: null, width: null, height: null, voice: false, sticker: false },
    ...{ hash: 'a'.repeat(64), mime: 'image/jpeg', thumbnail: null },
  },
};
const plan = {
  ...{
    scheduleId,
    contactId,
    connectionId,
    body: 'Bom dia',
    localAt: '2026-03-05T09:00',
    zone: 'America/Bahia',
  },
  ...{ sendAt: at, recurrence: 'daily' as const, signed: true, replyToAuthor: false, file: null },
};
const again = { localAt: '2026-03-06T09:00', sendAt: at };

const schedule: Story = {
  category: 'schedule',
  steps: [
    step(
      'ScheduledMessageCreated',
      { ...plan, userId: ana },
      {
        ...{ scheduleStatus: [none, 'scheduled'], contactId: [none, contactId] },
        ...{
          connectionId: [none, connectionId],
          body: [none, 'Bom dia'],
          localAt: [none, '2026-03-05T09:00'],
        },
        ...{ zone: [none, 'America/Bahia'], recurrence: [none, 'daily'], signed: [none, true] },
        userId: [none, ana],
      },
    ),
    step('ScheduledMessageFileChanged', { scheduleId, contactId, file }, { fileName: [null, 'a.jpg'] }),
    step(
      'ScheduledMessageSendingStarted',
      {
        ...{ scheduleId, messageId, localAt: '2026-03-05T09:00', sendAt: at, startedAt: at, next: again },
        replyTo: null,
      },
      {
        scheduleStatus: ['scheduled', 'sending'],
        next: ['2026-03-05T09:00', '2026-03-06T09:00'],
        localAt: [none, '2026-03-05T09:00'],
      },
    ),
    step('ScheduledMessageSent', { scheduleId, messageId }, { scheduleStatus: ['sending', 'scheduled'] }),
    step(
      'ScheduledMessageOverdue',
      { scheduleId, localAt: '2026-03-06T09:00' },
      {
        scheduleStatus: ['scheduled', 'overdue'],
        localAt: [none, '2026-03-06T09:00'],
      },
    ),
    step(
      'ScheduledMessageChanged',
      { ...plan, file, body: 'Boa tarde', localAt: '2026-03-07T15:00' },
      {
        scheduleStatus: ['overdue', 'scheduled'],
        body: ['Bom dia', 'Boa tarde'],
        localAt: ['2026-03-05T09:00', '2026-03-07T15:00'],
        next: ['2026-03-06T09:00', '2026-03-07T15:00'],
      },
    ),
    step(
      'ScheduledMessageFailed',
      { scheduleId, messageId, reason: 'ERR_NO_WAPP_FOUND' },
      {
        scheduleStatus: ['scheduled', 'failed'],
        reason: [none, 'ERR_NO_WAPP_FOUND'],
      },
    ),
    step(
      'ScheduledMessageCancelled',
      { scheduleId, reason: null },
      {
        scheduleStatus: ['failed', 'cancelled'],
        next: ['2026-03-07T15:00', null],
      },
    ),
    step(
      'ScheduledMessageRemoved',
      { scheduleId },
      {
        ...{ scheduleStatus: ['cancelled', 'removed'], contactId: [contactId, none] },
        ...{ connectionId: [connectionId, none], body: ['Boa tarde', none], signed: [true, none] },
        ...{
          localAt: ['2026-03-07T15:00', none],
          zone: ['America/Bahia', none],
          recurrence: ['daily', none],
        },
        ...{ fileName: ['a.jpg', none], userId: [ana, none] },
      },
    ),
  ],
};

const webhookId = idOf(40);
const endpoint = {
  ...{ webhookId, url: 'https://a.example', events: ['message.received'], payload: 'thin' as const },
  ...{ description: '', enabled: true, connectionIds: null },
};

const webhook: Story = {
  category: 'webhook',
  steps: [
    step('WebhookCreated', endpoint, {
      ...{ url: [none, 'https://a.example'], events: [none, ['message.received']] },
      ...{ payload: [none, 'thin'], enabled: [none, true] },
    }),
    step('WebhookSecretRenewed', { webhookId }, {}),
    step('WebhookFailing', { webhookId, since: at }, { failingSince: [null, at] }),
    step(
      'WebhookChanged',
      { ...endpoint, url: 'https://b.example', connectionIds: [connectionId] },
      {
        url: ['https://a.example', 'https://b.example'],
        connectionIds: [null, [connectionId]],
        failingSince: [at, null],
      },
    ),
    step(
      'WebhookDisabled',
      { webhookId, reason: 'gone' },
      {
        enabled: [true, false],
        reason: [none, 'gone'],
      },
    ),
    step(
      'WebhookRemoved',
      { webhookId },
      {
        ...{ url: ['https://b.example', none], events: [['message.received'], none] },
        ...{ payload: ['thin', none], connectionIds: [[connectionId], none] },
      },
    ),
  ],
};

export const workStories = [menu, schedule, webhook];
