import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/shared/event.ts';
import { weekdayNames, weekdaysInOrder } from '#domain/shared/schedule.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { openInboxStory } from '../testing/inbox-story.ts';
import { company } from '../testing/story.ts';
import { dashboard } from './projection.ts';
import { episodeTable, handlingTable, leadTable, stayTable, ticketTagTable, waitTable } from './tables.ts';

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
    tags: () => tables().rows(ticketTagTable),
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
    expect(episodes).toMatchObject([{ resolutionMs: 4 * minute, closing: 'bot' }]);
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

describe('a closing that was undone', () => {
  const undo = (story: ReturnType<typeof tell>['story'], taker: string) => {
    const [ticketId, queueId, connectionId] = ['talk', 'sales', 'connection'].map(story.id);
    const data = { ticketId: ticketId ?? '', queueId: queueId ?? '', connectionId: connectionId ?? '' };
    const undone = { ...data, undoesClosing: true as const };
    story.tell('ticket', data.ticketId, { type: 'TicketReopened', data: undone }, company);
    story.accepted('talk', taker, 'sales');
  };
  const handled = () => {
    const told = tell();
    told.story.opened('talk', { queue: 'sales' });
    told.story.accepted('talk', 'ana', 'sales');
    told.story.received('hello', 'talk');
    return told;
  };

  it('has never been: the same attendance goes on, with the same times', () => {
    const { story, facts } = handled();
    const before = facts();
    story.closed('talk');
    expect(facts()).not.toEqual(before);
    undo(story, 'ana');
    expect(facts()).toMatchObject({
      episodes: [{ closedAt: null, closing: null, resolutionMs: null }],
      handlings: [{ endedAt: null, ms: null, userId: story.id('ana') }],
      waits: [{ until: null, ended: null }],
    });
    story.queued('answer', 'talk', 'answer', { user: 'ana' });
    story.closed('talk');
    const { episodes, handlings, waits } = facts();
    expect(episodes).toMatchObject([{ closing: 'bot', resolutionMs: 7 * minute, responseMs: 4 * minute }]);
    expect(handlings).toMatchObject([{ ms: 6 * minute }]);
    expect(waits).toMatchObject([{ ms: 4 * minute, ended: 'answered' }]);
  });

  it('gives the ticket to who took it back: the handling of who had it ends there', () => {
    const { story, facts } = handled();
    story.closed('talk');
    undo(story, 'bruno');
    expect(facts().handlings).toMatchObject([
      { userId: story.id('ana'), ms: 4 * minute, ended: 'transferred' },
      { userId: story.id('bruno'), endedAt: null },
    ]);
  });

  it('is none that somebody came back after', () => {
    const { story, facts } = handled();
    story.closed('talk');
    undo(story, 'ana');
    story.opened('other', { queue: 'sales' });
    expect(facts().episodes).toMatchObject([{}, { sinceClosedMs: null, formerCloserId: null }]);
  });
});

describe('whose an episode is', () => {
  it('its opening: the first queue and the first attendant that it had, and since when', () => {
    const { story, facts } = tell();
    story.opened('talk', {});
    story.accepted('talk', 'ana', 'sales');
    story.transferred('talk', 'support');
    story.accepted('talk', 'bruno', 'support');
    const [episode] = facts().episodes;
    expect(episode).toMatchObject({ firstQueueId: story.id('sales'), firstUserId: story.id('ana') });
    expect(Date.parse(episode?.firstQueueAt ?? '') - Date.parse(episode?.openedAt ?? '')).toBe(minute);
  });

  it('its first response: the queue in which it was then', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    story.received('hello', 'talk');
    story.accepted('talk', 'ana', 'sales');
    story.queued('answer', 'talk', 'answer', { user: 'ana' });
    story.transferred('talk', 'support');
    expect(facts().episodes).toMatchObject([
      { responseQueueId: story.id('sales'), queueId: story.id('support') },
    ]);
  });
});

describe('a new contact', () => {
  it('is new when their first message comes, whatever a phone brings of before later', () => {
    const { story, facts } = tell();
    story.opened('talk', { queue: 'sales' });
    const { metadata } = story.received('hello', 'talk');
    const before = facts().leads;
    expect(before).toMatchObject([{ at: metadata.at }]);
    story.received('long ago', 'talk', 'long ago', { history: true });
    expect(facts().leads).toEqual(before);
  });

  it('is not new where a phone had brought older messages', () => {
    const { story, facts } = tell();
    story.opened('old', { isHistory: true });
    story.received('long ago', 'old', 'long ago', { history: true });
    story.opened('talk', { queue: 'sales' });
    story.received('hello', 'talk');
    expect(facts().leads).toMatchObject([{ at: null }]);
  });
});

it('a tag counts from when it was given to when it was taken', () => {
  const { story, tags } = tell();
  story.opened('talk', { queue: 'sales' });
  story.tagged('talk', 'vip', 'new');
  story.tagged('talk', 'new');
  story.tagged('talk', 'new', 'vip');
  const [vip, fresh] = [story.id('vip'), story.id('new')];
  const had = tags().map(({ tagId, givenAt, takenAt }) => [
    tagId,
    (Date.parse(takenAt ?? '') - Date.parse(givenAt)) / minute,
  ]);
  expect(had.toSorted()).toEqual(
    [
      [vip, 1],
      [vip, Number.NaN],
      [fresh, Number.NaN],
    ].toSorted(),
  );
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

it('a wait is of the queue in which it ended, of none where the ticket was in none', () => {
  const { story, facts } = tell();
  story.opened('talk', { queue: 'sales' });
  story.received('hello', 'talk');
  const nowhere = { queueId: null, userId: null, notes: null, reason: 'queue-removed' as const };
  const data = { ticketId: story.id('talk'), ...nowhere };
  story.tell('ticket', story.id('talk'), { type: 'TicketTransferred', data }, company);
  story.queued('answer', 'talk', 'answer', { user: 'ana' });
  expect(facts().waits).toMatchObject([{ queueId: null, ended: 'answered' }]);
});

it('who closed is who did it, then; a time limit is nobody', () => {
  const { story, facts } = tell();
  const ana: Actor = { kind: 'user', id: story.id('ana') };
  story.opened('talk', { queue: 'sales' });
  story.closed('talk');
  const episodes = facts(new Map([[1, ana]])).episodes;
  expect(episodes).toMatchObject([{ closing: 'human', closerId: story.id('ana') }]);
});

describe('business time', () => {
  const shifts = [
    ['08:00', '12:00'],
    ['13:00', '18:00'],
  ] as const;
  const schedules = weekdaysInOrder.flatMap(weekdayEn =>
    shifts.map(([startTime, endTime]) => ({
      ...{ weekday: weekdayNames[weekdayEn], weekdayEn, startTime, endTime },
    })),
  );
  const closed = { startTime: '00:00', endTime: '00:00' };
  const holidays = [{ day: '11-20', name: 'Consciência Negra', ...closed }];
  /** Two shifts and a holiday, and a ticket that waits from one moment to another. */
  const waited = (from: string, until: string, change?: { readonly at: string }) => {
    const { story, at, facts } = tell();
    story.setting('scheduleType', 'company');
    at('2026-11-01T12:00:00.000Z');
    const hours = { companyId: company, schedules, holidays };
    story.tell('company', company, { type: 'CompanySchedulesChanged', data: hours }, company);
    at('2026-11-01T12:00:00.000Z');
    story.opened('talk', { queue: 'sales' });
    at(from);
    story.received('hello', 'talk');
    at(from);
    if (change) {
      story.setting('scheduleType', 'disabled');
      at(change.at);
    }
    story.queued('answer', 'talk', 'answer', { user: 'ana' });
    at(until);
    story.accepted('talk', 'ana', 'sales');
    at(until);
    story.closed('talk');
    at(until);
    return facts();
  };

  it('of 11:50 to 13:40 with lunch from 12 to 13 is 50 minutes', () => {
    const { episodes, stays, waits } = waited('2026-11-18T14:50:00.000Z', '2026-11-18T16:40:00.000Z');
    const both = { ms: 110 * minute, businessMs: 50 * minute };
    expect(stays).toMatchObject([both]);
    expect(waits).toMatchObject([both]);
    expect(episodes).toMatchObject([
      {
        ...{ responseMs: 110 * minute, responseBusinessMs: 50 * minute },
        ...{ resolutionMs: 110 * minute, resolutionBusinessMs: 50 * minute },
      },
    ]);
  });

  it('has nothing of a holiday', () => {
    const { stays } = waited('2026-11-19T20:30:00.000Z', '2026-11-21T11:15:00.000Z');
    expect(stays).toMatchObject([{ businessMs: 45 * minute }]);
  });

  it('goes by the hours in force then, not by those of today', () => {
    const change = { at: '2026-11-18T15:30:00.000Z' };
    const { stays } = waited('2026-11-18T14:50:00.000Z', '2026-11-18T16:40:00.000Z', change);
    // 10 minutes until lunch, half an hour of it closed; from 12:30 on every hour counts.
    expect(stays).toMatchObject([{ businessMs: 80 * minute }]);
  });
});
