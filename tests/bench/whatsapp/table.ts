import type { Figures } from './compare.ts';

const heads: Figures = {
  measured: 'measured',
  ours: 'connector',
  bare: 'bare library',
  target: 'target',
  cpu: 'CPU ms each, connector / bare',
  others: 'CPU ms each of the others, with the connector',
};
const columns = ['measured', 'target', 'ours', 'bare', 'cpu', 'others'] as const;

export const printTable = (rows: readonly Figures[]): void => {
  const all = [heads, ...rows];
  const width = (column: (typeof columns)[number]) => Math.max(...all.map(row => row[column].length));
  const widths = columns.map(width);
  process.stdout.write('\n');
  for (const row of all) {
    const cells = columns.map((column, n) => row[column].padEnd(widths[n] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
};
