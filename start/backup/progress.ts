/** Tells a person how far something is: one line that redraws itself on a terminal, elsewhere a line a second. */
export type Progress = {
  /** `of` is where it ends: the line that says so is always drawn, and stays. */
  readonly show: (what: string, done: number, of?: number) => void;
  readonly say: (line: string) => void;
};

export const openProgress = (out: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }): Progress => {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let [last, shown, drawn, stays] = ['', '', '', false];
  const bar = (share: number) => '█'.repeat(Math.round(share * 20)).padEnd(20, '░');
  const line = (what: string, done: number, of?: number) => {
    if (!of) return `${what}  ${done}`;
    const share = Math.min(1, done / of);
    return `${what}  ${bar(share)} ${Math.floor(share * 100)} %  ${done}/${of}`;
  };
  const draw = () => {
    if (shown === drawn) return;
    [drawnAt, drawn] = [performance.now(), shown];
    out.write(out.isTTY ? `\r\x1b[K${shown}` : `${shown}\n`);
  };
  /** What is over stands as it was said last. */
  const leave = () => {
    draw();
    if (out.isTTY && stays) out.write('\n');
    [last, shown, drawn, stays] = ['', '', '', false];
  };
  return {
    show: (what, done, of) => {
      if (what !== last) leave();
      const isNew = what !== last;
      [last, shown, stays] = [what, line(what, done, of), of !== undefined];
      const isOver = of !== undefined && done >= of;
      if (isNew || isOver || performance.now() - drawnAt >= (out.isTTY ? 100 : 1_000)) draw();
    },
    say: text => {
      leave();
      out.write(out.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
    },
  };
};

export const silent: Progress = { show: () => undefined, say: () => undefined };

export const inBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
