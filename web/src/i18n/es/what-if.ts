/** The recorded past under other rules. */
export const whatIf = {
  simulation: 'Simulación',
  note: 'El pasado registrado, medido con otras reglas. Nada se guarda ni se envía, y las cifras del dashboard no cambian.',
  rules: 'Reglas de la simulación',
  targets: 'Metas',
  noTarget: 'sin meta',
  minutes: ' min',
  otherHours: 'Con otro horario laboral',
  otherHoursHint: 'Sin él, la simulación usa el horario vigente entonces.',
  ask: 'Simular',
  result: 'Resultado de la simulación',
  of: 'Simulación sobre {{from}} a {{to}}',
  measures: { median: 'Mediana', p90: '90% hasta', average: 'Promedio' },
  within_one: 'Hasta {{count}} min',
  within_many: 'Hasta {{count}} min',
  within_other: 'Hasta {{count}} min',
};
