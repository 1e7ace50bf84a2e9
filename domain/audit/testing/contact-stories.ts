import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [contactId, otherId, queueId, ana, importId] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const connectionId = idOf(6);
const created = {
  ...{ contactId, name: 'Clara', number: '5511999990000', lid: null, email: null, isGroup: false },
  queueId: null,
};
const whole = { name: 'Clara Lima', email: 'clara@demo.local', queueId } as const;

const shownOnce = {
  name: [none, 'Clara'],
  number: [none, '5511999990000'],
  notification: [none, true],
} as const;

const winner: Story = {
  category: 'contact',
  steps: [
    step('ContactCreated', created, shownOnce),
    step(
      'ContactChanged',
      { contactId, ...whole, extraInfo: [{ id: idOf(9), name: 'CPF', value: '111' }], notification: false },
      {
        name: ['Clara', 'Clara Lima'],
        email: [null, 'clara@demo.local'],
        queueId: [null, queueId],
        extraInfo: [[], ['CPF: 111']],
        notification: [true, false],
      },
    ),
    step(
      'ContactIdentified',
      { contactId, number: '5511999991111', lid: '77' },
      {
        number: ['5511999990000', '5511999991111'],
      },
    ),
    step('ContactPictureChanged', { contactId, url: '/p/1' }, { url: [null, '/p/1'] }),
    step('ContactPictureChanged', { contactId, url: null }, { url: ['/p/1', null] }),
    step('ContactWalletChanged', { contactId, userIds: [ana] }, { userIds: [[], [ana]] }),
    step(
      'ContactChatTimerSet',
      { contactId, connectionId, seconds: 86_400 },
      { seconds: [none, 86_400], connectionId: [none, connectionId] },
    ),
    step('ContactsMerged', { contactId, otherId }, { merged: [[], [otherId]] }),
    step('ContactsUnmerged', { contactId, otherId }, { merged: [[otherId], []] }),
    step(
      'ContactRemoved',
      { contactId },
      {
        contactStatus: ['active', 'removed'],
        name: ['Clara Lima', none],
        number: ['5511999991111', none],
        email: ['clara@demo.local', none],
        queueId: [queueId, none],
        extraInfo: [['CPF: 111'], none],
        userIds: [[ana], none],
      },
    ),
  ],
};

const loser: Story = {
  category: 'contact',
  steps: [
    step('ContactCreated', created, shownOnce),
    step(
      'ContactMergedInto',
      { contactId, winnerId: otherId },
      {
        contactStatus: ['active', 'merged'],
        winnerId: [none, otherId],
      },
    ),
    step(
      'ContactUnmergedFrom',
      { contactId, winnerId: otherId },
      {
        contactStatus: ['merged', 'active'],
        winnerId: [otherId, none],
      },
    ),
    step(
      'ContactErased',
      { contactId, persons: [contactId], counts: { tickets: 2, messages: 9, notes: 1, media: 0 } },
      {
        contactStatus: ['active', 'erased'],
        name: ['Clara', none],
        number: ['5511999990000', none],
        notification: [true, none],
        counts: [none, { tickets: 2, messages: 9, notes: 1, media: 0 }],
      },
    ),
  ],
};

const counts = { new: 1, updated: 0, duplicate: 0, invalid: 0, ignored: 1 };

const imports: readonly Story[] = [
  {
    category: 'contactimport',
    steps: [
      step(
        'ContactImportStarted',
        { importId, source: 'file', rows: 2, connectionId: idOf(7) },
        {
          importStatus: [none, 'running'],
          source: [none, 'file'],
          rows: [none, 2],
          connectionId: [none, idOf(7)],
        },
      ),
      step(
        'ContactImportFinished',
        { importId, counts },
        {
          importStatus: ['running', 'finished'],
          counts: [none, counts],
        },
      ),
      step('ContactImportUndoRequested', { importId }, { importStatus: ['finished', 'undoing'] }),
      step(
        'ContactImportUndone',
        { importId, removed: 1, restored: 0, kept: 1 },
        {
          importStatus: ['undoing', 'undone'],
          removed: [none, 1],
          restored: [none, 0],
          kept: [none, 1],
        },
      ),
    ],
  },
  {
    category: 'contactimport',
    steps: [
      step(
        'ContactImportStarted',
        { importId, source: 'phone', rows: 2, connectionId: null },
        {
          importStatus: [none, 'running'],
          source: [none, 'phone'],
          rows: [none, 2],
        },
      ),
      step('ContactImportCancelled', { importId }, { importStatus: ['running', 'cancelled'] }),
    ],
  },
];

export const contactStories = [winner, loser, ...imports];
