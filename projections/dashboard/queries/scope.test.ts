import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parameters } from '../../inbox/queries/statement.ts';
import { rowsOf } from './scope.ts';

const period = { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };
const everything = { queueId: 'q', connectionId: 'c', userId: 'u', tagId: 't' };

it('narrows a first message by what its episode had by the end of the period, each condition by its own table', () => {
  const { values, add } = parameters();
  const text = rowsOf('leads', { ...period, ...everything }, { add });
  const { from, until } = period;
  expect(values).toEqual([from, until, 'c', 't', until, 'q', until, 'u', until]);
  const [outside, inside] = text.split('exists (select 1 from dashboard.episode e');
  for (const condition of ['f.connection_id = $3::uuid', 'g.tag_id = $4::uuid', 'g.ticket_id = f.ticket_id'])
    expect(outside).toContain(condition);
  for (const condition of ['e.first_queue_id = $6', 'e.first_queue_at < $7', 'e.first_user_id = $8'])
    expect(inside).toContain(condition);
  expect(inside?.replace('e.ticket_id = f.ticket_id and e.id = f.episode_id', '')).not.toMatch(/\bf\./);
});

it('joins what a figure is split by to its rows', () => {
  const join = 'join dashboard.ticket_tag g on g.ticket_id = f.ticket_id';
  const text = rowsOf('closed', { ...period, ...everything }, { add: parameters().add, join });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`from dashboard.episode f ${join} where f.company_id = $1`);
});

it('makes statements of parts: no text of one is edited', () => {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const editing = sources.filter(name => /\.replace(All)?\(/.test(readFileSync(`${folder}/${name}`, 'utf8')));
  expect(editing).toEqual([]);
});
