import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/shared/event.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { openInboxStory } from '../testing/inbox-story.ts';
import { company } from '../testing/story.ts';
import { dashboard } from './projection.ts';
import { episodeTable, handlingTable, leadTable, stayTable, waitTable } from './tables.ts';

const minute = 60_000;

/** Each thing that happens is a minute after the one before, unless its time is given. */
const tell = () => {
  const story = openInboxStory();
  const times = new Map<number, string>();
  const tables = (actors: ReadonlyMap<number, Actor> = new Map()) => {
    const opened = openMemoryTables(dashboard);
    opened.apply(
      story.events.map((event, index) => {
        const { metadata } = event;
        const [at = metadata.at, actor = metadata.actor] = [times.get(index), actors.get(index)];
        return { ...event, metadata: { ...metadata, at, actor } };
      }),
    );
    return opened;
  };
  return {
    story,
    /** The last thing that was told happened then. */
    at: (when: string) => times.set(story.events.length - 1, when),
    facts: (actors?: ReadonlyMap<number, Actor>) => {
      const read = tables(actors);
      return {
        episodes: read.rows(episodeTable),
        stays: read.rows(stayTable),
        handlings: read.rows(handlingTable),
        waits: read.rows(waitTable),
        leads: read.rows(leadTable),
      };
    },
  };
};

describe('facts of an attendance', () => {
  it('are whose it was then: each queue, each attendant, each their own time', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.accepted('talk', 'ana', 'sales');
    story.transferred('talk', 'support');
    story.accepted('talk', 'bruno', 'support');
    story.closed('talk');
    const { episodes, stays, handlings } = facts();
    const id = story.id;
    expect(stays).toMatchObject([
      { queueId: id('sales'), ms: minute, ended: 'accepted', userId: id('ana') },
      { queueId: id('support'), ms: minute, ended: 'accepted', userId: id('bruno') },
    ]);
    expect(handlings).toMatchObject([
      { queueId: id('sales'), userId: id('ana'), ms: minute, ended: 'transferred' },
      { queueId: id('support'), userId: id('bruno'), ms: minute, ended: 'closed' },
    ]);
    expect(episodes).toMatchObject([{ resolutionMs: 4 * minute, userId: id('bruno'), closing: 'bot' }]);
  });

  it('do not change when people, queues and contacts are removed, merged or erased', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.received('hello', 'talk');
    story.accepted('talk', 'ana', 'sales');
    story.queued('answer', 'talk', 'answer', { user: 'ana' });
    story.closed('talk');
    const before = facts();
    story.contactErased();
    const gone = { userId: story.id('ana') };
    story.tell('user', story.id('ana'), { type: 'UserRemoved', data: gone }, company);
    const merged = { contactId: story.id('contact'), winnerId: story.id('other') };
    story.tell('contact', story.id('contact'), { type: 'ContactMergedInto', data: merged }, company);
    expect(facts()).toEqual(before);
  });

  it('hold nothing personal', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.received('hello', 'talk', 'words of mine');
    story.transferred('talk', 'support', 'notes about them');
    expect(JSON.stringify(facts())).not.toMatch(/words of mine|notes about|5511/);
  });

  it('begin anew when a ticket is reopened, and leave the former as it was', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.closed('talk');
    const [first] = facts().episodes;
    story.reopened('talk');
    const [former, next] = facts().episodes;
    expect(former).toEqual(first);
    expect(next).toMatchObject({ reopened: true, sinceClosedMs: minute, closedAt: null });
  });

  it('are none for groups and for what was before we came', () => {
    const { story, facts } = tell();
    story.opened('group', { isGroup: true });
    story.received('to all', 'group');
    story.opened('old', { isHistory: true }, 'other');
    expect(facts()).toMatchObject({ episodes: [], stays: [], handlings: [], waits: [], leads: [] });
  });
});

describe('the first response', () => {
  it('after a bot closed on Monday and the customer came back on Friday at 14:00 counts from there', () => {
    const { story, at, facts } = tell();
    story.opened('monday', { queue: 'sales' });
    at('2026-11-16T12:00:00.000Z');
    story.received('hello', 'monday');
    at('2026-11-16T12:00:01.000Z');
    story.closed('monday');
    at('2026-11-16T12:10:00.000Z');
    story.opened('friday', { queue: 'sales' });
    at('2026-11-20T17:00:00.000Z');
    story.received('anybody', 'friday');
    at('2026-11-20T17:00:00.000Z');
    story.accepted('friday', 'ana', 'sales');
    at('2026-11-20T17:09:00.000Z');
    story.queued('sorry', 'friday', 'sorry', { user: 'ana' });
    at('2026-11-20T17:10:00.000Z');
    const [monday, friday] = facts().episodes;
    expect(monday).toMatchObject({ responseMs: null, closing: 'bot' });
    expect(friday).toMatchObject({ responseMs: 10 * minute, responderId: story.id('ana') });
  });

  it('is what a person wrote: machines do not answer, and an answer on the phone is nobody’s', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.received('hello', 'talk');
    story.queued('greeting', 'talk');
    story.received('on the phone', 'talk', 'on the phone', { fromMe: true });
    story.received('later', 'talk');
    story.accepted('talk', 'ana', 'sales');
    story.queued('answer', 'talk', 'answer', { user: 'ana' });
    const { episodes, waits } = facts();
    expect(episodes).toMatchObject([{ responseMs: null, responderId: null }]);
    expect(waits).toMatchObject([
      { ended: 'phone', ms: 2 * minute, userId: null },
      { ended: 'answered', ms: 2 * minute, userId: story.id('ana') },
    ]);
  });

  it('to a message that came in the moment of a closing counts from that message', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.closed('talk');
    story.received('wait', 'talk');
    story.opened('next', { queue: 'sales' });
    story.moved('wait', 'next');
    story.queued('answer', 'next', 'answer', { user: 'ana' });
    expect(facts().episodes.map(({ responseMs }) => responseMs)).toEqual([null, 3 * minute]);
  });
});

it('who closed is who did it, then; a time limit is nobody', () => {
  const { story, facts } = tell();
  const ana: Actor = { kind: 'user', id: story.id('ana') };
  story.opened('talk', { queue: 'sales' });
  story.closed('talk');
  const episodes = facts(new Map([[1, ana]])).episodes;
  expect(episodes).toMatchObject([{ closing: 'human', closerId: story.id('ana') }]);
});
