import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('what the command line of the load asks for', () => {
  it('is help with --help, and with nothing', () => {
    expect(readOptions(['--help'])).toEqual({ kind: 'help' });
    expect(readOptions(['--minutes', '60', '--help'])).toEqual({ kind: 'help' });
    expect(readOptions([])).toEqual({ kind: 'help' });
  });

  it('is the hour of load at its usual rates', () => {
    expect(readOptions(['--minutes', '60'])).toEqual({
      kind: 'load',
      json: undefined,
      options: {
        ...{ minutes: 60, in: 20, out: 7, attendants: 10, further: 100 },
        ...{ contacts: 200, groups: 5, groupSize: 19, kills: false, stores: {} },
      },
    });
  });

  it('is a load on stores that are given', () => {
    const stores = { eventstore: 'esdb://store:2113', database: 'postgres://store/balcao' };
    const args = ['--eventstore', stores.eventstore, '--database', stores.database];
    expect(readOptions(['--minutes', '5', ...args])).toMatchObject({ kind: 'load', options: { stores } });
    expect(readOptions(['--sockets', '5', ...args])).toMatchObject({ kind: 'sockets', options: { stores } });
  });

  it('is many sockets', () => {
    expect(readOptions(['--sockets', '10000', '--changes', '5', '--json', 'figures.json'])).toEqual({
      kind: 'sockets',
      json: 'figures.json',
      options: { sockets: 10_000, companies: 100, changes: 5, seconds: 20, stores: {} },
    });
  });

  it.each([
    [['--minutes', '5', '--sockets', '5'], 'give either --minutes or --sockets'],
    [['--minutes', 'some'], '--minutes is a number above 0'],
    [['--minutes', '5', '--in', '0'], '--in is a whole number, at least 1'],
    [['--minutes', '5', '--contacts', '3'], 'a group has no more members than there are contacts'],
    [['--hours', '5'], "Unknown option '--hours'"],
  ])('refuses %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
