import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const logLine = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});
const errorLevel = 50;

/** What a person should read of one line of a service's log: its errors in short; undefined for all else. */
export const errorLine = (line: string): string | undefined => {
  const entry = logLine.safeParse(jsonOf(line));
  if (!entry.success || entry.data.level < errorLevel) return undefined;
  const { msg, err } = entry.data;
  return [msg, err?.message].filter(part => part).join(': ');
};

export const onLine = (stream: Readable | null, use: (line: string) => void): void => {
  if (!stream) return;
  createInterface({ input: stream }).on('line', use);
};

/** What Node adds to an error that ends a process: frames, fields of the error, its own version. */
const decoration = /^(at |Node\.js v|[{}]|\^)/;

/** The last few lines of something, and the one among them that says most. */
export const keepLast = (count: number): { push(line: string): void; text(): string } => {
  const lines: string[] = [];
  return {
    push: line => {
      if (line.trim() && lines.push(line.trim()) > count) lines.shift();
    },
    text: () =>
      lines.find(line => /^\w*Error\b/.test(line)) ??
      lines.find(line => /^[A-Z]\w+( \[\w+\])?: /.test(line)) ??
      lines.findLast(line => !decoration.test(line)) ??
      lines.at(-1) ??
      '',
  };
};

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
