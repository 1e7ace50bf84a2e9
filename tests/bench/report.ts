import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { ms } from './measure.ts';

/** What a figure has to keep. */
export type Bar = { readonly text: string; readonly isMet: (values: Values) => boolean };
type Values = Readonly<Record<string, unknown>>;
type Row = {
  readonly what: string;
  readonly result: string;
  readonly bar: string | null;
  readonly met: boolean | null;
  /** Of the minute before it, on all cores. */
  readonly load: number;
  readonly values: object;
};
export type Report = {
  readonly note: (what: string, result: string, bar: Bar | undefined, values: object) => void;
  /** Prints the figures beside their bars and adds them to `bench.json` under the section's name. */
  readonly finish: () => void;
};
type Section = { readonly at: string; readonly seconds: number; readonly rows: readonly Row[] };

const file = 'bench.json';

/** Milliseconds that the middle or the slowest hundredth stays under. */
export const under = (of: 'p50' | 'p99', limit: number): Bar => ({
  text: `${of} under ${limit} ms`,
  isMet: values => Number(values[of]) < limit,
});
export const least = (perSecond: number): Bar => ({
  text: `${perSecond.toLocaleString('en')}/s`,
  isMet: values => Number(values.perSecond) >= perSecond,
});
export const both = (...bars: readonly Bar[]): Bar => ({
  text: bars.map(({ text }) => text).join(', '),
  isMet: values => bars.every(({ isMet }) => isMet(values)),
});

export const quantiles = ({ p50, p99 }: { readonly p50: number; readonly p99: number }): string =>
  `p50 ${ms(p50)}, p99 ${ms(p99)}`;

/** Figures as they come, one line each, and their table in the end. */
export const openReport = (section: string): Report => {
  const rows: Row[] = [];
  const begun = performance.now();
  return {
    note: (what, result, bar, values) => {
      const met = bar?.isMet({ ...values }) ?? null;
      const [load = 0] = loadavg();
      rows.push({ what, result, bar: bar?.text ?? null, met, load: Number(load.toFixed(1)), values });
      console.log(`… ${what}: ${result}${met === false ? ` MISSES ${bar?.text}` : ''}`);
    },
    finish: () => {
      const seconds = Math.round((performance.now() - begun) / 1000);
      const done: Section = { at: new Date().toISOString(), seconds, rows };
      writeFileSync(file, `${JSON.stringify({ ...sections(), [section]: done }, null, 2)}\n`);
      printSection(section, done);
    },
  };
};

/** The sections that are named, as the last run of each left them. */
export const printAgain = (names: readonly string[]): void => {
  const known = sections();
  for (const name of names) {
    const section = known[name];
    if (section) printSection(name, section);
  }
  const all = names.flatMap(name => known[name]?.rows ?? []);
  const missed = all.filter(({ met }) => met === false);
  const barred = all.filter(({ met }) => met !== null);
  console.log(`\n${barred.length - missed.length} of ${barred.length} bars are kept.`);
};

const sections = (): Record<string, Section> =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

/** What is longer than this does not push the others aside. */
const widest = 60;

const printSection = (name: string, { rows, seconds }: Section): void => {
  const width = (pick: (row: Row) => string) =>
    Math.min(widest, Math.max(0, ...rows.map(row => pick(row).length)));
  const [what, result] = [width(row => row.what), width(row => row.result)];
  console.log(`\n${name}, ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
  for (const row of rows) {
    const bar = row.bar ? `bar ${row.bar}: ${row.met ? 'kept' : 'MISSED'}` : '';
    console.log(
      `${row.what.padEnd(what)}  ${row.result.padStart(result)}  load ${row.load.toFixed(1)}  ${bar}`.trimEnd(),
    );
  }
};
