import { csvLine, csvMark } from '#domain/shared/csv.ts';
import { labelsFor, type Naming, withOffset } from './naming.ts';
import { partsOf, type Site } from './slice.ts';

/** As pm4py names them; those behind the first six are attributes of ours. */
const columns = [
  ...['case:concept:name', 'concept:name', 'time:timestamp', 'org:resource', 'org:role'],
  ...['lifecycle:transition', 'case:contact', 'case:connection', 'queue', 'to', 'rating'],
];

/** A line for each thing that happened, a ticket after the other. */
export async function* eventsCsv(site: Site, naming: Naming): AsyncGenerator<string> {
  yield csvMark + csvLine(columns);
  for await (const parts of partsOf(site)) {
    const labels = await labelsFor(site, naming, parts);
    yield parts
      .flatMap(part =>
        part.events.map(event => {
          const { of } = part;
          return csvLine([
            ...[labels.ticket(of.ticketId), labels.activity(event), withOffset(event.at)],
            ...[labels.resource(part, event), event.role, 'complete', labels.contact(of.contactId)],
            labels.thing(of.connectionId),
            event.queueId ? labels.thing(event.queueId) : '',
            event.toUserId ? labels.user(event.toUserId) : '',
            String(event.rating ?? ''),
          ]);
        }),
      )
      .join('');
  }
}
