/** Tells a person how far something is: one line that redraws itself on a terminal, elsewhere a line a second. */
export type Progress = {
  readonly show: (what: string, done: number, of?: number) => void;
  readonly say: (line: string) => void;
};

export const openProgress = (out: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }): Progress => {
  let drawn = Number.NEGATIVE_INFINITY;
  let last = '';
  const bar = (share: number) => '█'.repeat(Math.round(share * 20)).padEnd(20, '░');
  const line = (what: string, done: number, of?: number) => {
    if (!of) return `${what}  ${done}`;
    const share = Math.min(1, done / of);
    return `${what}  ${bar(share)} ${Math.floor(share * 100)} %  ${done}/${of}`;
  };
  return {
    show: (what, done, of) => {
      const now = performance.now();
      if (what === last && now - drawn < (out.isTTY ? 100 : 1_000)) return;
      drawn = now;
      last = what;
      out.write(out.isTTY ? `\r\x1b[K${line(what, done, of)}` : `${line(what, done, of)}\n`);
    },
    say: text => {
      last = '';
      out.write(out.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
    },
  };
};

export const silent: Progress = { show: () => undefined, say: () => undefined };

export const inBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
