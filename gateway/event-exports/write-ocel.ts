import { activities } from '#contracts/event-exports.ts';
import type { CaseEvent } from './activities.ts';
import { type Labels, labelsFor, labelsIn, type Naming, withOffset } from './naming.ts';
import { casesOf, contactsOf, namedIn, type Part, partsOf, type Site } from './slice.ts';
import { words } from './words.ts';

/** OCEL 2.0: values are strings whatever their type, and what does not change has the first of all times. */
const always = '1970-01-01T00:00:00+00:00';
const named = [{ name: 'name', type: 'string' }];

const head = ({ language }: Naming): string => {
  const attributes = [
    { name: 'role', type: 'string' },
    { name: 'rating', type: 'integer' },
  ];
  const eventTypes = activities.map(each => ({ name: words[language].activities[each], attributes }));
  const objectTypes = ['ticket', 'contact', 'queue', 'user', 'connection'].map(name => ({
    ...{ name, attributes: named },
  }));
  return `{"eventTypes":${JSON.stringify(eventTypes)},\n"objectTypes":${JSON.stringify(objectTypes)},\n"events":[\n`;
};

type Relation = { readonly objectId: string; readonly qualifier: string };
/** What is not of one slice's tickets: as many as the company has. */
type Seen = {
  readonly users: Set<string>;
  readonly queues: Set<string>;
  readonly connections: Set<string>;
};

const idsOf = ({ pseudonym }: Naming) => ({
  ticket: (id: string) => pseudonym('ticket', id),
  contact: (id: string) => pseudonym('contact', id),
  user: (id: string) => pseudonym('user', id),
  queue: (id: string) => `queue-${id}`,
  connection: (id: string) => `connection-${id}`,
});
type Ids = ReturnType<typeof idsOf>;

const relationsOf = ({ of }: Part, event: CaseEvent, ids: Ids): readonly Relation[] => [
  { objectId: ids.ticket(of.ticketId), qualifier: 'ticket' },
  { objectId: ids.contact(of.contactId), qualifier: 'contact' },
  { objectId: ids.connection(of.connectionId), qualifier: 'connection' },
  ...(event.queueId ? [{ objectId: ids.queue(event.queueId), qualifier: 'queue' }] : []),
  ...(event.userId ? [{ objectId: ids.user(event.userId), qualifier: 'attendant' }] : []),
  ...(event.toUserId ? [{ objectId: ids.user(event.toUserId), qualifier: 'to' }] : []),
];

const eventOf = (part: Part, event: CaseEvent, { ids, labels }: { ids: Ids; labels: Labels }) => ({
  ...{ id: event.id, type: labels.activity(event), time: withOffset(event.at) },
  attributes: [
    { name: 'role', value: event.role },
    ...(event.rating === null ? [] : [{ name: 'rating', value: String(event.rating) }]),
  ],
  relationships: relationsOf(part, event, ids),
});

const noteSeen = ({ of, events }: Part, seen: Seen): void => {
  seen.connections.add(of.connectionId);
  for (const { queueId, userId, toUserId } of events) {
    if (queueId) seen.queues.add(queueId);
    for (const id of [userId, toUserId]) if (id) seen.users.add(id);
  }
};

const objectOf = (id: string, type: string, name: string, relationships: readonly Relation[] = []) => ({
  ...{ id, type, relationships },
  attributes: [{ name: 'name', time: always, value: name }],
});

async function* objectsOf(site: Site, naming: Naming, seen: Seen) {
  const ids = idsOf(naming);
  const labels = async (sought: Iterable<string>) => labelsIn(naming, await namedIn(site, sought));
  const nameable = (sought: readonly string[]) => labels(naming.names ? sought : []);
  for await (const cases of casesOf(site)) {
    const { ticket } = await nameable(cases.map(({ ticketId }) => ticketId));
    for (const { connectionId } of cases) seen.connections.add(connectionId);
    yield cases.map(({ ticketId, contactId, connectionId }) =>
      objectOf(ids.ticket(ticketId), 'ticket', ticket(ticketId), [
        { objectId: ids.contact(contactId), qualifier: 'contact' },
        { objectId: ids.connection(connectionId), qualifier: 'connection' },
      ]),
    );
  }
  for await (const page of contactsOf(site)) {
    const { contact } = await nameable(page);
    yield page.map(id => objectOf(ids.contact(id), 'contact', contact(id)));
  }
  const { user, thing } = await labels([
    ...[...seen.queues, ...seen.connections],
    ...(naming.names ? seen.users : []),
  ]);
  yield [...seen.users].map(id => objectOf(ids.user(id), 'user', user(id)));
  yield [...seen.queues].map(id => objectOf(ids.queue(id), 'queue', thing(id)));
  yield [...seen.connections].map(id => objectOf(ids.connection(id), 'connection', thing(id)));
}

/** Events first, a line each, then what they are about, which is known by then. */
export async function* eventsOcel(site: Site, naming: Naming): AsyncGenerator<string> {
  const ids = idsOf(naming);
  const seen: Seen = { users: new Set(), queues: new Set(), connections: new Set() };
  const events = listed();
  yield head(naming);
  for await (const parts of partsOf(site)) {
    const labels = await labelsFor(site, naming, parts);
    for (const part of parts) noteSeen(part, seen);
    yield events(parts.flatMap(part => part.events.map(event => eventOf(part, event, { ids, labels }))));
  }
  yield '],\n"objects":[\n';
  const objects = listed();
  for await (const some of objectsOf(site, naming, seen)) yield objects(some);
  yield ']}\n';
}

/** Writes the elements of one list in several goes. */
const listed = () => {
  let isFirst = true;
  return (elements: readonly object[]): string =>
    elements
      .map(element => {
        const comma = isFirst ? '' : ',';
        isFirst = false;
        return `${comma}${JSON.stringify(element)}\n`;
      })
      .join('');
};
