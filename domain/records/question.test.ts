import { describe, expect, it } from 'vitest';
import { questionDefinition, sameDefinition } from '../questions/definition.ts';
import type { EventsOf } from '../shared/event.ts';
import type { RecordState } from '../shared/record.ts';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { question } from './question.ts';

const questionId = idOf(1);
const questions = given(question.entity);
const asked = { id: questionId, userId: null, mayShare: false };
const fields = {
  ...{ name: 'Da fila ao aceite', startKind: 'enteredQueue', endKind: 'accepted', clock: 'calendar' },
  ...{ queueId: null, connectionId: null, attendantId: null, tagId: null, grouping: 'queue' },
} as const;
const created: EventsOf<typeof question.events> = {
  type: 'QuestionCreated',
  data: { questionId, ...fields, computing: 'yes', userId: null },
};

describe('a question', () => {
  const create = (more: object) => (state: RecordState) =>
    question.decide.create(asked, { ...fields, ...more }, state);
  const change = (to: object) => (state: RecordState) =>
    question.decide.change(asked, { ...fields, ...to }, state);

  it('is made of two happenings, a filter, a clock and how answers are split', () => {
    expect(questions().when(create({})).events).toEqual([created]);
  });
  it.each([
    ['name', { name: 'ab' }],
    ['startKind', { startKind: 'thought' }],
    ['endKind', { endKind: '' }],
    ['queueId', { queueId: 'sales' }],
    ['clock', { clock: 'sundial' }],
    ['grouping', { grouping: 'moon' }],
    ['computing', { computing: 'maybe' }],
  ])('refuses a bad %s', (field, bad) => {
    expect(questions().when(create(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
    expect(questions(created).when(change(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
  });
  it('stands still when somebody says so, and is the same question', () => {
    const { events } = questions(created).when(change({ computing: 'no' }));
    expect(events).toMatchObject([{ type: 'QuestionChanged', data: { computing: 'no' } }]);
    const before = questionDefinition.parse(question.valuesAfter(created.data));
    const after = questionDefinition.parse(question.valuesAfter(events?.[0]?.data));
    expect(sameDefinition(before, after)).toBe(true);
  });
  it('is amended in what is named alone', () => {
    const amend = (to: object) => (state: RecordState) => question.decide.amend(asked, to, state);
    const renamed = { ...fields, questionId, name: 'Espera' };
    const state = questions(created, { type: 'QuestionChanged', data: { ...renamed, computing: 'yes' } });
    expect(state.when(amend({ computing: 'no' })).events).toEqual([
      { type: 'QuestionChanged', data: { ...renamed, computing: 'no' } },
    ]);
    expect(state.when(amend({ computing: 'yes' })).decision).toEqual([]);
    expect(state.when(amend({ computing: 'maybe' })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'computing' }),
    );
    expect(questions().when(amend({ computing: 'no' })).decision).toEqual(rejected('ERR_NO_QUESTION_FOUND'));
  });
  it('is another one to compute when what it counts changes, and no other by its name', () => {
    const one = questionDefinition.parse(fields);
    for (const other of [{ startKind: 'opened' }, { queueId: idOf(2) }, { tagId: idOf(2) }])
      expect(sameDefinition(one, questionDefinition.parse({ ...fields, ...other }))).toBe(false);
    expect(sameDefinition(one, questionDefinition.parse({ ...fields, name: 'x', grouping: 'none' }))).toBe(
      true,
    );
  });
  it('has its name to itself, whatever its capitals', () => {
    expect(question.keysOf(questions(created).state)).toEqual([
      { kind: 'question-name', value: 'da fila ao aceite' },
    ]);
  });
});
