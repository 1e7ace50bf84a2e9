import { figureWords } from '#contracts/audit-words/en/figures.ts';

/** The figures of the company, and what each of them counts. */
export const dashboard = {
  filter: {
    title: 'Period',
    kind: 'Filter by',
    dates: 'Dates',
    period: 'Period',
    choose: 'Choose',
    lastDays_one: 'Last {{count}} day',
    lastDays_other: 'Last {{count}} days',
    from: 'From',
    to: 'To',
    apply: 'Filter',
    clear: 'Clear: {{name}}',
    open: 'Filters',
    narrow: 'Show only of',
    any: { queue: 'All', connection: 'All', tag: 'All', user: 'All' },
    clearAll: 'Clear filters',
    nothing: 'Nothing by that name',
  },
  counters: figureWords.counters,
  definitions: {
    supportPending:
      'Tickets waiting for somebody at the end of the period, or now: in queues and in the menu. Groups do not count.',
    supportHappening: 'Tickets that somebody was attending at the end of the period, or now.',
    supportFinished:
      'Closings in the period, by people, by the system and after silence. A ticket that was reopened and closed again counts twice; a closing that was undone does not count.',
    leads:
      'Contacts whose first message ever came in the period. They count for the first queue and the first attendant of the ticket. Who had messages in the history imported from the phone is not new.',
    avgSupportTime:
      'From accepting to closing, transferring or returning, for each attendant. Those that ended in the period count.',
    avgWaitTime:
      'From entering a queue until somebody accepted or the ticket left it. Waits that ended in the period count; time in the menu does not.',
    today: 'Tickets that began today in the company’s time zone, reopened ones too.',
  },
  whatIs: 'What it is: {{name}}',
  due: { title: 'Due date', never: 'No due date', in: 'Due {{when}}' },
  today: {
    title: 'Tickets today, by hour',
    titleOf_one: 'Tickets today: {{count}}',
    titleOf_other: 'Tickets today: {{count}}',
    none: 'No ticket began today.',
    hour: 'Hour',
    started: 'Began',
  },
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  attendants: {
    title: 'Attendants',
    name: 'Name',
    rating: 'Rating',
    ratingOf_one: '{{rating}} ({{count}} mark)',
    ratingOf_other: '{{rating}} ({{count}} marks)',
    avgSupportTime: 'Average time',
    finished: 'Finished',
    status: 'Status',
    online: 'Online',
    offline: 'Offline',
    none: 'Nobody with this filter.',
  },
  version: 'Definitions: version {{version}}',
  list: {
    open: 'See what counts: {{name}}',
    total_one: '{{count}} record',
    total_other: '{{count}} records',
    more: 'Load more',
    unknown: 'Unknown list',
    unknownText:
      'The address asks for a list that does not exist or cannot be: {{names}}. Close this and choose a figure on the dashboard.',
    deleted: 'Deleted ticket',
    erased: 'erased contact',
    export: 'Export CSV',
    mark: 'Mark {{mark}}',
    other: { calendar: 'calendar: {{time}}', business: 'business: {{time}}' },
    customerWait: 'customer waiting: {{time}}',
    closing: figureWords.closing,
  },
  backlog: {
    title: 'Backlog at the end of each day',
    definition:
      'Tickets that waited and were attended to at the end of each day, in the company’s time zone; today, now. Below, at an instant, by queue and by attendant. Groups do not count.',
    day: 'Day',
    instant: 'At an instant',
    end: 'End of the period',
    at: '{{when}}: {{pending}} waiting, {{attending}} attended to',
    none: 'Nobody waited or was attended to.',
  },
  time: {
    title: 'How times are measured',
    ...figureWords.time,
    definition:
      'Calendar time counts every hour. Business time counts only the business hours in force at each moment: the company’s or the queue’s, as it is set, with holidays and shifts past midnight. Where nobody has set hours, every hour counts.',
    note: 'Times counted only within the business hours in force then.',
  },
  gone: {
    queue: '{{name}} (removed)',
    connection: '{{name}} (removed)',
    tag: '{{name}} (removed)',
    user: '{{name}} (deactivated)',
  },
  zone: 'Time zone: {{zone}}',
  loading: 'Updating the figures',
  report: {
    title: 'Report of the period',
    metrics: figureWords.metrics,
    counts: figureWords.counts,
    definitions: {
      waiting:
        'From entering the queue until somebody accepted or the ticket left it. Counts on the day the wait ends.',
      firstResponse:
        'From the customer’s first message in the ticket to the first message that a person wrote here. Bots do not count. Where the first answer came from the company’s own phone, the ticket has no first response. Reopening begins again.',
      customerWaiting:
        'From each unanswered message of the customer to the next message that a person wrote here. An answer from the company’s own phone ends the wait, which then counts for nobody.',
      handling:
        'From accepting to closing, transferring or returning, for each attendant who had the ticket.',
      resolution: 'From opening, or reopening, to closing.',
      opened:
        'Tickets opened or reopened in the period. They count for the first queue and the first attendant that they had by its end.',
      closed: 'Closings in the period. A ticket that was reopened and closed again counts twice.',
      reopened:
        'Tickets reopened, or opened by the same contact, within 24 hours of a closing. They count for who had closed, and for the first queue that they had.',
      marks: 'Marks from 1 to 3 given in the period. They count for who closed.',
      heat: 'Tickets opened or reopened in the period, by weekday and hour, in the company’s time zone.',
    },
    heat: 'When tickets begin',
    breakdown: 'Compare by',
    by: figureWords.by,
    none: { queue: 'No queue', connection: 'No connection', tag: 'No tag', user: 'Nobody' },
    unknown: 'No name',
    empty: 'Nothing in the period.',
    spread_one: 'Median of {{count}}; 90% within {{p90}}; average {{average}}',
    spread_other: 'Median of {{count}}; 90% within {{p90}}; average {{average}}',
    closedBy: {
      human: '{{count}} by people',
      bot: '{{count}} by the system',
      timeout: '{{count}} after silence',
    },
    closedTickets_one: '{{count}} ticket',
    closedTickets_other: '{{count}} tickets',
    closedContacts_one: '{{count}} contact',
    closedContacts_other: '{{count}} contacts',
    noBefore: 'No comparison with the period before',
    before: '{{share}} against the period before',
  },
};
