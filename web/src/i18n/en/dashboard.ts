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
    any: {
      queue: 'All',
      connection: 'All',
      tag: 'All',
      user: 'All',
    },
    counts: {
      opened: 'Begun',
      closed: 'Closed',
      reopened: 'Reopened',
      marks: 'Ratings',
    },
    definitions: {
      waiting:
        'From entering the queue until somebody accepted or the ticket left it. Counts on the day the wait ends.',
      firstResponse:
        'From the customer’s first message in the ticket to the first message that a person wrote. Bots and answers on the phone do not count. Reopening begins anew.',
      customerWaiting: 'From each unanswered message of the customer to the next message of a person.',
      handling:
        'From accepting to closing, transferring or returning, for each attendant who had the ticket.',
      resolution: 'From opening, or reopening, to closing.',
      opened: 'Tickets opened or reopened in the period.',
      closed: 'Closings in the period. A ticket that was reopened and closed again counts twice.',
      reopened:
        'Tickets reopened, or opened by the same contact, within 24 hours of a closing. They count for who had closed.',
      marks: 'Marks from 1 to 3 given in the period. They count for who closed.',
      heat: 'Tickets opened or reopened in the period, by weekday and hour, in the company’s time zone.',
    },
    heat: 'When tickets begin',
    breakdown: 'Compare by',
    by: { queue: 'Queue', connection: 'Connection', tag: 'Tag', user: 'Attendant' },
    none: { queue: 'No queue', connection: 'No connection', tag: 'No tag', user: 'Nobody' },
    unknown: 'No name',
    empty: 'Nothing in the period.',
    spread_one: 'Median of {{count}}; 90% within {{p90}}; average {{average}}',
    spread_other: 'Median of {{count}}; 90% within {{p90}}; average {{average}}',
    closings:
      '{{human}} by people, {{bot}} by the system, {{timeout}} after silence; {{tickets}} tickets, {{contacts}} contacts',
    marksOf: '3: {{best}} · 2: {{good}} · 1: {{bad}}',
    noBefore: 'No comparison with the period before',
    before: '{{share}} against the period before',
  },
};
