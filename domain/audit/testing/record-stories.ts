import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [queueId, tagId, quickMessageId, questionId, userId, successorId] = [
  ...[idOf(1), idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)],
] as [string, string, string, string, string, string];
const monday = {
  ...{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00' },
};
const queue = {
  queueId,
  name: 'Vendas',
  color: '#112233',
  greetingMessage: '',
  outOfHoursMessage: 'Fechado',
};
const file = { id: idOf(9), hash: 'a'.repeat(64), mime: 'application/pdf', size: 3, name: 'tabela.pdf' };
const quick = { quickMessageId, shortcode: 'oi', message: 'Bom dia' };
const asked = {
  ...{ questionId, name: 'Espera', startKind: 'opened' as const, endKind: 'accepted' as const },
  ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
  ...{ clock: 'calendar' as const, grouping: 'queue' as const },
};

export const recordStories: readonly Story[] = [
  {
    category: 'queue',
    steps: [
      step(
        'QueueCreated',
        { ...queue },
        {
          ...{ name: [none, 'Vendas'], color: [none, '#112233'], outOfHoursMessage: [none, 'Fechado'] },
          orderQueue: [none, 0],
        },
      ),
      step(
        'QueueChanged',
        { ...queue, name: 'Loja', schedules: [monday], orderQueue: 2 },
        {
          ...{ name: ['Vendas', 'Loja'], schedules: [[], [monday]], orderQueue: [0, 2] },
        },
      ),
      // What an event leaves out is as it was.
      step(
        'QueueChanged',
        { ...queue, name: 'Loja', outOfHoursMessage: '' },
        {
          outOfHoursMessage: ['Fechado', ''],
        },
      ),
      step(
        'QueueRemoved',
        { queueId, successorId },
        {
          ...{ name: ['Loja', none], color: ['#112233', none], schedules: [[monday], none] },
          ...{ orderQueue: [2, none], successorId: [none, successorId] },
        },
      ),
    ],
  },
  {
    category: 'tag',
    steps: [
      step(
        'TagCreated',
        { tagId, name: 'VIP', color: '#aa0000', userId },
        {
          ...{ name: [none, 'VIP'], color: [none, '#aa0000'], userId: [none, userId] },
        },
      ),
      step('TagChanged', { tagId, name: 'VIP 2', color: '#aa0000' }, { name: ['VIP', 'VIP 2'] }),
      step(
        'TagRemoved',
        { tagId },
        {
          ...{ name: ['VIP 2', none], color: ['#aa0000', none], userId: [userId, none] },
        },
      ),
    ],
  },
  {
    category: 'quickmessage',
    steps: [
      step(
        'QuickMessageCreated',
        { ...quick, userId },
        {
          ...{ shortcode: [none, 'oi'], message: [none, 'Bom dia'], userId: [none, userId] },
        },
      ),
      step(
        'QuickMessageChanged',
        { ...quick, shared: true, file },
        {
          ...{ shared: [false, true], file: [null, 'tabela.pdf'] },
        },
      ),
      step(
        'QuickMessageRemoved',
        { quickMessageId },
        {
          ...{ shortcode: ['oi', none], message: ['Bom dia', none], shared: [true, none] },
          ...{ file: ['tabela.pdf', none], userId: [userId, none] },
        },
      ),
    ],
  },
  {
    category: 'question',
    steps: [
      step(
        'QuestionCreated',
        { ...asked, userId: null },
        {
          ...{ name: [none, 'Espera'], startKind: [none, 'opened'], endKind: [none, 'accepted'] },
          ...{ clock: [none, 'calendar'], grouping: [none, 'queue'], computing: [none, 'yes'] },
        },
      ),
      step(
        'QuestionChanged',
        { ...asked, queueId, computing: 'no' },
        {
          ...{ queueId: [null, queueId], computing: ['yes', 'no'] },
        },
      ),
      step(
        'QuestionRemoved',
        { questionId },
        {
          ...{ name: ['Espera', none], startKind: ['opened', none], endKind: ['accepted', none] },
          ...{ clock: ['calendar', none], grouping: ['queue', none], computing: ['no', none] },
          queueId: [queueId, none],
        },
      ),
    ],
  },
];
