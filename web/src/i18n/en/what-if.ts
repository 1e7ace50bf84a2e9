/** The recorded past under other rules. */
export const whatIf = {
  simulation: 'Simulation',
  note: 'The recorded past, measured by other rules. Nothing is kept or sent, and the figures of the dashboard do not change.',
  rules: 'Rules of the simulation',
  targets: 'Targets',
  noTarget: 'no target',
  minutes: ' min',
  otherHours: 'With other business hours',
  otherHoursHint: 'Without them the simulation goes by the hours in force then.',
  ask: 'Simulate',
  result: 'Result of the simulation',
  of: 'Simulation over {{from}} to {{to}}',
  measures: { median: 'Median', p90: '90% up to', average: 'Average' },
  within_one: 'Up to {{count}} min',
  within_other: 'Up to {{count}} min',
};
