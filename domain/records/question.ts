import type { Role } from '../access/roles.ts';
import { clocks, groupings, happenings, mostQuestions } from '../questions/definition.ts';
import { choice, idOrNone, later, line, owners } from '../shared/fields.ts';
import { record } from '../shared/record.ts';

const analysts = ['admin', 'analyst', 'system'] as const satisfies readonly Role[];

/**
 * What somebody wants to know of all history: how long it takes from one thing that happens to a ticket to another. The
 * answers are computed from the log: projections/questions.
 */
export const question = record('Question', {
  category: 'question',
  fields: {
    name: line(3, 60),
    startKind: choice(happenings),
    endKind: choice(happenings),
    // What is gone counts too: questions are about all history.
    queueId: idOrNone('queue'),
    connectionId: idOrNone('connection'),
    attendantId: idOrNone('user'),
    tagId: idOrNone('tag'),
    clock: choice(clocks),
    /** How answers are split where nobody has chosen otherwise. */
    grouping: choice(groupings),
    /** `no`: what is still being computed stands still. */
    computing: later(choice(['yes', 'no']), 'yes'),
  },
  owner: owners.noted,
  unique: {
    kind: 'question-name',
    key: ({ name }) => name.toLowerCase(),
    taken: 'ERR_QUESTION_ALREADY_EXISTS',
  },
  most: { count: mostQuestions, kind: 'question-place', reached: 'ERR_TOO_MANY_QUESTIONS' },
  may: { create: analysts, change: analysts, remove: analysts, read: analysts },
  missing: 'ERR_NO_QUESTION_FOUND',
  area: 'inbox',
  path: '/questions',
  shown: {},
  counts: [],
  sortedBy: 'name',
  soughtIn: ['name'],
});
