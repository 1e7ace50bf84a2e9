import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/shared/event.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { audit } from './projection.ts';
import { entryTable, objectTable } from './tables.ts';

const written = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  story.contact();
  write(story);
  const tables = openMemoryTables(audit);
  tables.apply(story.events);
  const entries = tables.rows(entryTable).toSorted((one, other) => one.revision - other.revision);
  return { story, tables, of: (type: string) => entries.filter(entry => entry.type === type) };
};
const phone = (story: InboxStory): Actor => ({ kind: 'connection', id: story.id('connection') });

describe('who did it', () => {
  it('is the contact for what they did by writing, also where the log says that the connection did', () => {
    const { story, of } = written(story => {
      const { opened, received, tell, id } = story;
      opened('t');
      const said = [
        received('m', 't'),
        tell('message', id('m'), {
          type: 'MessageReacted',
          data: { messageId: id('m'), emoji: '👍', fromMe: false, by: '5511' },
        }),
        tell('ticket', id('t'), {
          type: 'TicketRatingExplained',
          data: { ticketId: id('t'), answerId: id('a'), messageId: id('a'), reason: 'demorou' },
        }),
      ];
      for (const event of said) Object.assign(event.metadata, { actor: phone(story) });
    });
    for (const type of ['MessageReceived', 'MessageReacted', 'TicketRatingExplained'])
      expect(of(type)).toMatchObject([{ type, actorKind: 'contact', actorId: story.id('contact') }]);
  });

  it('is the connection for what the company did on its phone', () => {
    const { story, of } = written(story => {
      const { opened, received, tell, id } = story;
      opened('t');
      const said = [
        received('m', 't', 'Oi', { fromMe: true }),
        tell('message', id('m'), {
          type: 'MessageReacted',
          data: { messageId: id('m'), emoji: '👍', fromMe: true, by: '5522' },
        }),
      ];
      for (const event of said) Object.assign(event.metadata, { actor: phone(story) });
    });
    for (const type of ['MessageReceived', 'MessageReacted'])
      expect(of(type)).toMatchObject([{ actorKind: 'connection', actorId: story.id('connection') }]);
  });
});

it('knows options of queues by their titles, also when they are gone', () => {
  const { story, tables } = written(({ tell, id }) => {
    const option = { queueId: id('sales'), optionId: id('prices') };
    const texts = { parentId: null, title: 'Preços', message: '' };
    tell('queuemenu', id('sales'), { type: 'QueueOptionAdded', data: { ...option, ...texts } });
    const below = { ...option, optionId: id('bread'), parentId: id('prices'), title: 'Pães', message: '' };
    tell('queuemenu', id('sales'), { type: 'QueueOptionAdded', data: below });
    tell('queuemenu', id('sales'), {
      type: 'QueueOptionRemoved',
      data: { ...option, descendantIds: [id('bread')] },
    });
  });
  expect(tables.row(objectTable, story.id('prices'))).toMatchObject({ name: 'Preços', gone: true });
  expect(tables.row(objectTable, story.id('bread'))).toMatchObject({ name: 'Pães', gone: true });
});
