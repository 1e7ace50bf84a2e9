/** What figures are called, and what they are made of. */
export const figureWords = {
  counters: {
    supportPending: 'Waiting',
    supportHappening: 'Being attended',
    supportFinished: 'Finished',
    leads: 'New contacts',
    avgSupportTime: 'Average handling time',
    avgWaitTime: 'Average waiting time',
  },
  time: {
    calendar: 'Calendar time',
    business: 'Business time',
  },
  closing: { human: 'by a person', bot: 'by the system', timeout: 'after silence', deleted: 'deleted' },
  metrics: {
    waiting: 'Waiting in queue',
    firstResponse: 'First response',
    customerWaiting: 'Customer waiting',
    handling: 'Time with an attendant',
    resolution: 'Resolution',
  },
  counts: {
    opened: 'Begun',
    closed: 'Closed',
    reopened: 'Reopened',
    marks: 'Ratings',
  },
  by: { queue: 'Queue', connection: 'Connection', tag: 'Tag', user: 'Attendant' },
};
