/** The recorded past under other rules. */
export const whatIf = {
  simulation: 'Simulação',
  note: 'O passado registrado, medido com outras regras. Nada é gravado nem enviado, e os números do dashboard não mudam.',
  rules: 'Regras da simulação',
  targets: 'Metas',
  noTarget: 'sem meta',
  minutes: ' min',
  otherHours: 'Com outro expediente',
  otherHoursHint: 'Desligado, a simulação usa o expediente que valia na época.',
  ask: 'Simular',
  result: 'Resultado da simulação',
  of: 'Simulação sobre {{from}} a {{to}}',
  measures: { median: 'Mediana', p90: '90% até', average: 'Média' },
  within_one: 'Até {{count}} min',
  within_many: 'Até {{count}} min',
  within_other: 'Até {{count}} min',
};
