import { describe, expect, it } from 'vitest';
import { type JournalEntry, parts } from '../inbound/journal-entry.ts';
import { openJournalTurns } from './journal-turns.ts';

const entry = (encIndex: number): JournalEntry[] => [{ encIndex } as JournalEntry];
const content = entry(0);
const unreadable = entry(parts.unreadable);

/** Runs what it is given, by name, until it is told to end it. */
const openScene = () => {
  const turn = openJournalTurns();
  const running = new Map<string, { end: () => void; fail: () => void }>();
  const settled = async () => {
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    return [...running.keys()];
  };
  return {
    running: settled,
    run: (name: string, entries: readonly JournalEntry[]) =>
      turn(entries, () =>
        new Promise<string>((resolve, reject) => {
          running.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) });
        }).finally(() => running.delete(name)),
      ),
    end: (name: string) => running.get(name)?.end(),
    fail: (name: string) => running.get(name)?.fail(),
  };
};

describe('the turns of what is journalled', () => {
  it('lets contents overlap', async () => {
    const scene = openScene();
    void scene.run('one', content);
    void scene.run('two', content);
    expect(await scene.running()).toEqual(['one', 'two']);
  });

  it('lets what could not be read wait for the content that is being written', async () => {
    const scene = openScene();
    void scene.run('content', content);
    void scene.run('unreadable', unreadable);
    expect(await scene.running()).toEqual(['content']);
    scene.end('content');
    expect(await scene.running()).toEqual(['unreadable']);
  });

  it('lets the content wait for what could not be read, also when that fails, and keys for nothing', async () => {
    const scene = openScene();
    const first = scene.run('unreadable', unreadable);
    void scene.run('content', content);
    void scene.run('keys', []);
    expect(await scene.running()).toEqual(['keys', 'unreadable']);
    scene.fail('unreadable');
    await expect(first).rejects.toThrow('unreadable');
    expect(await scene.running()).toEqual(['keys', 'content']);
  });

  it('goes on in order behind two that could not be read', async () => {
    const scene = openScene();
    for (const name of ['first', 'second']) void scene.run(name, unreadable);
    void scene.run('content', content);
    expect(await scene.running()).toEqual(['first']);
    scene.end('first');
    expect(await scene.running()).toEqual(['second']);
    scene.end('second');
    expect(await scene.running()).toEqual(['content']);
  });
});
