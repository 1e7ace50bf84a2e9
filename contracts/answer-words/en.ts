/** What the answer of a question is made of. */
export const answerWords = {
  count: 'Count',
  median: 'Median',
  p90: '90th percentile',
  average: 'Average',
  noKey: '(none)',
  unknown: '(unknown)',
  groupings: {
    queue: 'Queue',
    connection: 'Connection',
    attendant: 'Attendant',
    weekday: 'Weekday',
    hour: 'Hour',
    month: 'Month',
  },
};
