import type { Viewer } from '#domain/ticket/visibility.ts';
import type { ContactFilter } from '#projections/inbox/queries/contact-filter.ts';
import { listContacts } from '#projections/inbox/queries/contact-list.ts';
import { cursorOf } from '#projections/inbox/queries/statement.ts';
import { nobody } from '#projections/inbox/ticket-tables.ts';
import { rareName } from './people.ts';
import type { Question } from './questions.ts';
import { under } from './report.ts';
import { admin, crowd } from './years.ts';

/** What the screen of contacts asks of a company with a crowd of them: see `people.ts`. */
export const questionsOfCrowd = (): readonly Question[] => {
  const bar = under('p99', 50);
  const ask = (what: string, filter: ContactFilter, viewer: Viewer = admin): Question => ({
    ...{ what: `crowd: ${what}`, bar, count: 100, companyId: crowd.id },
    ask: db => listContacts(db, viewer, filter),
  });
  const searched = (what: string, searchParam: string): readonly Question[] => [
    ask(what, { searchParam }),
    ask(`${what}, an attendant with a wallet and two queues`, { searchParam, queueIds }, keeper),
  ];
  const queueIds = crowd.queueIds.slice(0, 2);
  return [
    ...searched('all', ''),
    ask('all, page 200', { pageNumber: 200 }),
    ask('all, after half of them', { cursor: after('maria') }),
    ...searched('a word of many (silva)', 'silva'),
    ask('a word of many (silva), page 200', { searchParam: 'silva', pageNumber: 200 }),
    ask('a word of many (silva), after half of them', { searchParam: 'silva', cursor: after('maria') }),
    ...searched('a word of most (a)', 'a'),
    ...searched('a name of many (maria)', 'Maria'),
    ...searched('the end of it (ria)', 'ria'),
    ...searched('a name late in the alphabet (sebastião)', 'Sebastião'),
    ...searched('a word of few (ibiapina)', 'ibiapina'),
    ...searched('a name of one', rareName),
    ...searched('two names (maria silva)', 'maria silva'),
    ...searched('two letters of most (ma)', 'ma'),
    ...searched('two letters of some (ve)', 've'),
    ...searched('two letters of few (wn)', 'wn'),
    ...searched('two letters of none (qx)', 'qx'),
    ...searched('three letters of many (ana)', 'ana'),
    ...searched('three letters of few (xum)', 'xum'),
    ...searched('a beginning of numbers', '5511'),
    ...searched('three digits', '777'),
    ...searched('six digits', '791900'),
    ...searched('a number as it is written', '+55 12 90000-7919'),
    ...searched('an e-mail', 'maria.silva2@'),
    ...searched('the end of e-mails', '@mail.example'),
    ...searched('nothing found', 'zzzyyy'),
  ];
};

/** A cursor behind everybody who comes before this name. */
const after = (sought: string): string => cursorOf(nobody, Buffer.from(sought).toString('base64url'));
const keeper: Viewer = { userId: crowd.userIds[0] ?? '', profile: 'user', queueIds: crowd.queueIds };
