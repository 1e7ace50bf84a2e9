import { concernedBy } from '#commands/persons.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import type { Actor } from '#domain/shared/event.ts';
import type { Category, StreamName } from '#domain/shared/stream.ts';
import { streamName } from '#domain/shared/stream.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { EventStore, Position, Recorded } from '#eventstore/types.ts';

/** A UUID that is the same for the same word, so that tests read as stories. */
export const idOf = (word: string): string => deriveId('story', word);

export const company = idOf('company');
export const otherCompany = idOf('other company');

type Line = { readonly category: Category; readonly entity: string; readonly event: AnyEvent };
type Notification = Line & { readonly companyId: string; readonly at: string; readonly actor: Actor };

const begin = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;

/** Writes events down in order: revisions, positions, times (a minute apart) and ids follow by themselves. */
export const openStory = () => {
  const told: Recorded[] = [];
  const revisions = new Map<string, number>();
  const tell = ({ category, entity, event, companyId, at, actor }: Notification): Recorded => {
    const stream = streamName(category, companyId, entity);
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const recorded: Recorded = {
      ...event,
      id: deriveId(stream, String(revision)),
      stream,
      category,
      companyId,
      entityId: entity,
      revision,
      position: (told.length + 1) * 128,
      metadata: {
        companyId,
        actor,
        at,
        commandId: deriveId('command', stream, String(revision)),
      },
    };
    told.push(recorded);
    return recorded;
  };
  return {
    events: told as readonly Recorded[],
    tell: (
      category: Category,
      entity: string,
      event: AnyEvent,
      companyId = company,
      actor: Actor = { kind: 'system' },
    ): Recorded => {
      const at = new Date(begin + told.length * minute).toISOString();
      return tell({ category, entity, event, companyId, at, actor });
    },
  };
};

/** Puts a story into a store; answers the position of its last event there. */
export const appendStory = async (store: EventStore, events: readonly Recorded[]): Promise<Position> => {
  let position = 0;
  const contacts = new Map<string, string>();
  for (const event of events) {
    const { id, stream, revision, metadata, data } = event;
    if ('contactId' in data) contacts.set(stream, data.contactId);
    const plain = { type: event.type, data } as AnyEvent;
    const concerned = concernedBy(plain, stream, contacts.get(stream)).persons;
    // What began in an earlier call is under the keys that it began under.
    const [first] = concerned.length > 0 || revision === 0 ? [] : await store.load(stream as StreamName);
    const toAppend = { id, event: plain, metadata, persons: first?.persons ?? concerned };
    position = (await store.append(stream as StreamName, revision - 1, [toAppend])).position;
  }
  return position;
};
