import type { KeyFigures } from './key-figures.ts';
import type { Sample } from './samples.ts';
import { type Measured, type Times, tenths, ways } from './times.ts';

type Cell = string | number;

/** A table as documentation has it. */
export const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const lines = [head, ...rows].map(row => row.map(String));
  const widths = head.map((_, n) => Math.max(3, ...lines.map(line => line[n]?.length ?? 0)));
  const printed = lines.map(
    line =>
      `| ${line.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [printed[0], rule, ...printed.slice(1)].join('\n');
};

const measured: readonly Measured[] = [...(Object.keys(ways) as Measured[]), 'list'];
const all = Array.from({ length: tenths }, (_, n) => n);
const head = (what: string) => [what, ...all.map(n => `${n + 1}/10`)];
const shown = (value: number | undefined, digits = 0): string =>
  value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(digits);

const pair = (times: Times, what: Measured, tenth: number): string => {
  const { p50, p99 } = times.of(what, tenth);
  return `${shown(p50)} / ${shown(p99)}`;
};

/** The samples between which each tenth lies. */
const spans = (samples: readonly Sample[], durationMs: number) =>
  all.map(n => {
    const until = (at: number) =>
      samples.findLast(({ atMs }) => atMs <= at + durationMs / tenths / 4) ?? samples[0];
    return { from: until((n * durationMs) / tenths), to: until(((n + 1) * durationMs) / tenths) };
  });
type Span = ReturnType<typeof spans>[number];

/** A server that was given keeps its log somewhere else. */
const hasLog = (samples: readonly Sample[]): boolean => samples.some(({ logMb }) => logMb !== undefined);

const worked = ({ from, to }: Span, name: string): number | undefined => {
  const now = to?.processes[name]?.cpuMs;
  return now === undefined ? undefined : now - (from?.processes[name]?.cpuMs ?? 0);
};
const shareOf = (span: Span, name: string): number => {
  const took = (span.to?.atMs ?? 0) - (span.from?.atMs ?? 0);
  return ((worked(span, name) ?? Number.NaN) * 100) / took;
};
const perMessage = (span: Span, name: string): number => {
  const messages = (span.to?.messages ?? 0) - (span.from?.messages ?? 0);
  return (worked(span, name) ?? Number.NaN) / messages;
};

/** What was measured, by tenths of the run. */
export const tables = (times: Times, samples: readonly Sample[], durationMs: number): readonly string[] => {
  const parts = spans(samples, durationMs);
  const names = [...new Set(samples.flatMap(({ processes }) => Object.keys(processes)))];
  const byProcess = (value: (span: Span, name: string) => string) =>
    names.map(name => [name, ...parts.map(span => value(span, name))]);
  return [
    table(
      head('latency p50 / p99, ms'),
      measured.map(what => [what, ...all.map(n => pair(times, what, n))]),
    ),
    table(
      head('PSS, MB'),
      byProcess((span, name) => shown(span.to?.processes[name]?.pssMb)),
    ),
    table(
      head('processor, % of a core'),
      byProcess((span, name) => shown(shareOf(span, name))),
    ),
    table(
      head('processor, ms a message'),
      byProcess((span, name) => shown(perMessage(span, name), 1)),
    ),
    table(head('size, MB'), [
      ['database', ...parts.map(({ to }) => shown(to?.databaseMb))],
      ...(hasLog(samples) ? [['log', ...parts.map(({ to }) => shown(to?.logMb))]] : []),
    ]),
  ];
};

const [first, middle, last] = [0, Math.floor(tenths / 2) - 1, tenths - 1];

/** The run in one table, for documentation: its first tenth, one of the middle and its last. */
export const summary = (times: Times, samples: readonly Sample[], durationMs: number): string => {
  const parts = spans(samples, durationMs);
  const names = [...new Set(samples.flatMap(({ processes }) => Object.keys(processes)))];
  const chosen = [first, middle, last];
  const ofProcess = (name: string) => (n: number) => {
    const span = parts[n];
    if (!span) return '-';
    const pss = shown(span.to?.processes[name]?.pssMb);
    return `${pss} MB, ${shown(shareOf(span, name))} %, ${shown(perMessage(span, name), 1)} ms`;
  };
  return table(
    ['', ...chosen.map(n => `${n + 1}. tenth`)],
    [
      ...measured.map(what => [`${what}, p50 / p99 ms`, ...chosen.map(n => pair(times, what, n))]),
      ...names.map(name => [name, ...chosen.map(ofProcess(name))]),
      ['database, MB', ...chosen.map(n => shown(parts[n]?.to?.databaseMb))],
      ...(hasLog(samples) ? [['log, MB', ...chosen.map(n => shown(parts[n]?.to?.logMb))]] : []),
    ],
  );
};

export const keyTable = (start: KeyFigures, end: KeyFigures): string =>
  table(
    ['keys', 'rows', 'median at the start', 'most', 'median at the end', 'most'],
    Object.entries(end).map(([what, last]) => {
      const first = start[what];
      return [what, last.rows, shown(first?.median), shown(first?.max), shown(last.median), shown(last.max)];
    }),
  );
