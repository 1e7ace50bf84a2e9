import { describe, expect, it } from 'vitest';
import { openProgress } from './progress.ts';

const lines = (isTTY: boolean, work: (progress: ReturnType<typeof openProgress>) => void): string => {
  let text = '';
  const write = (part: string | Uint8Array): boolean => {
    text += part;
    return true;
  };
  work(openProgress({ isTTY, write }));
  return text;
};
const count = (what: string, of: number) => (progress: ReturnType<typeof openProgress>) => {
  for (let done = 1; done <= of; done += 1) progress.show(what, done, of);
};

describe('a progress line', () => {
  it('ends at 100 %, however fast it came there', () => {
    const printed = lines(false, count('files', 7));
    expect(printed.trim().split('\n').at(0)).toMatch(/ 14 % {2}1\/7$/);
    expect(printed.trim().split('\n').at(-1)).toMatch(/ 100 % {2}7\/7$/);
    expect(lines(true, count('files', 7))).toMatch(/ 100 % {2}7\/7$/);
  });

  it('says 100 % once', () => {
    const printed = lines(false, progress => {
      count('files', 3)(progress);
      progress.show('files', 3, 3);
      progress.say('done');
    });
    expect(printed.split('100 %')).toHaveLength(2);
  });

  it('without an end says what it came to before the next one begins', () => {
    const printed = lines(false, progress => {
      for (const rows of [1, 2, 3]) progress.show('table a', rows);
      progress.show('table b', 1);
    });
    expect(printed).toBe('table a  1\ntable a  3\ntable b  1\n');
  });

  it('stays on a terminal when something else is said', () => {
    const printed = lines(true, progress => {
      count('log', 2)(progress);
      count('files', 2)(progress);
      progress.say('done');
    });
    const left = printed.split('\n').map(line => line.split('\r\x1b[K').at(-1));
    expect(left).toEqual([
      expect.stringMatching(/^log .* 100 % {2}2\/2$/),
      expect.stringMatching(/^files .* 100 % {2}2\/2$/),
      'done',
      '',
    ]);
  });
});
