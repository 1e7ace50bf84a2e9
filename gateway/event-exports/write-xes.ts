import type { CaseEvent } from './activities.ts';
import { type Labels, labelsFor, type Naming, withOffset } from './naming.ts';
import { type Part, partsOf, type Site } from './slice.ts';

/** IEEE 1849: a trace for each ticket. Its schema has no namespace, so neither has the file. */
const head = (site: Site): string => `<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1849.2016" xes.features="">
<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
<extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
<extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
<extension name="Lifecycle" prefix="lifecycle" uri="http://www.xes-standard.org/lifecycle.xesext"/>
<global scope="trace">${text('concept:name', '')}</global>
<global scope="event">${text('concept:name', '')}${date('time:timestamp', '1970-01-01T00:00:00Z')}${text('lifecycle:transition', 'complete')}</global>
<classifier name="Activity" scope="event" keys="concept:name"/>
<classifier name="Resource" scope="event" keys="org:resource"/>
${text('concept:name', 'Balcão')}${date('from', site.slice.from)}${date('until', site.slice.until)}
`;

/** What XML cannot hold is left out. */
const escaped = (value: string): string =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is sought
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const text = (key: string, value: string): string => `<string key="${key}" value="${escaped(value)}"/>`;
const date = (key: string, at: string): string => `<date key="${key}" value="${withOffset(at)}"/>`;
const some = (key: string, value: string): string => (value ? text(key, value) : '');

const traceHead = ({ of }: Part, labels: Labels): string =>
  `<trace>${text('concept:name', labels.ticket(of.ticketId))}${text('contact', labels.contact(of.contactId))}${text('connection', labels.thing(of.connectionId))}\n`;

const eventOf = (part: Part, event: CaseEvent, labels: Labels): string =>
  [
    '<event>',
    text('concept:name', labels.activity(event)),
    date('time:timestamp', event.at),
    text('lifecycle:transition', 'complete'),
    some('org:resource', labels.resource(part, event)),
    text('org:role', event.role),
    event.queueId ? text('queue', labels.thing(event.queueId)) : '',
    event.toUserId ? text('to', labels.user(event.toUserId)) : '',
    event.rating === null ? '' : `<int key="rating" value="${event.rating}"/>`,
    '</event>\n',
  ].join('');

/** A long ticket comes in parts: its trace ends where the next ticket begins. */
export async function* eventsXes(site: Site, naming: Naming): AsyncGenerator<string> {
  yield head(site);
  let ticketId: string | undefined;
  for await (const parts of partsOf(site)) {
    const labels = await labelsFor(site, naming, parts);
    const pieces = parts.map(part => {
      const before = ticketId;
      ticketId = part.of.ticketId;
      const events = part.events.map(event => eventOf(part, event, labels)).join('');
      if (before === ticketId) return events;
      return `${before ? '</trace>\n' : ''}${traceHead(part, labels)}${events}`;
    });
    yield pieces.join('');
  }
  yield `${ticketId ? '</trace>\n' : ''}</log>\n`;
}
