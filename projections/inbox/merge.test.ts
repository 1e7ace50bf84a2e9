import { describe, expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { openInboxStory } from '../testing/inbox-story.ts';
import { company } from '../testing/story.ts';
import { inbox } from './projection.ts';
import { contactTable } from './record-tables.ts';
import { ticketTable } from './ticket-tables.ts';

const tell = () => {
  const story = openInboxStory();
  story.contact('ana', '5511911112222');
  story.contact('double', '5511933334444');
  story.opened('hers', {}, 'ana');
  story.opened('also hers', {}, 'double');
  const [contactId, winnerId] = [story.id('double'), story.id('ana')];
  const merge = () =>
    story.tell('contact', contactId, { type: 'ContactMergedInto', data: { contactId, winnerId } }, company);
  const unmerge = () =>
    story.tell('contact', contactId, { type: 'ContactUnmergedFrom', data: { contactId, winnerId } }, company);
  const tables = () => {
    const opened = openMemoryTables(inbox);
    opened.apply(story.events);
    return {
      double: opened.row(contactTable, contactId),
      hers: opened.row(ticketTable, story.id('hers')),
      alsoHers: opened.row(ticketTable, story.id('also hers')),
    };
  };
  return { story, merge, unmerge, tables };
};

describe('a contact that is merged into another', () => {
  it('is shown under it, and is itself again when that is undone', () => {
    const { story, merge, unmerge, tables } = tell();
    const before = tables().double;
    merge();
    expect(tables().double).toMatchObject({ name: 'double', mergedInto: story.id('ana'), removed: false });
    unmerge();
    expect(tables().double).toMatchObject({
      ...before,
      mergedInto: null,
      position: expect.anything(),
      updatedAt: expect.anything(),
    });
  });
  it('has its tickets read anew, and only those', () => {
    const { merge, tables } = tell();
    const before = tables();
    merge();
    const after = tables();
    expect(after.hers).toEqual(before.hers);
    expect(after.alsoHers?.position).toBeGreaterThan(before.alsoHers?.position ?? Number.NaN);
    expect(after.alsoHers).toEqual({ ...before.alsoHers, position: after.alsoHers?.position });
  });
});
