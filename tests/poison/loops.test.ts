import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectations } from './expectations.ts';
import { loops } from './loops.ts';

const folders = ['commands', 'connector', 'eventstore', 'files', 'gateway', 'projections'];
const ofNoService = /\.test\.ts$|\/(testing|bench|contract|copy|embedded)\//;
const endless =
  /\bsetInterval\(|\b(?:while|for) \([^)]*\baborted\b|\bkeep(?:Looking|TakingUp)\(|\bsetTimeout\((?:wake|run|look|sweep)\b/;

const files = folders
  .flatMap(folder => globSync(`${folder}/**/*.ts`))
  .filter(file => !ofNoService.test(file) && endless.test(readFileSync(file, 'utf8')));

describe('loops that go on as long as their process', () => {
  it('are all in the list, with who asks them about a company that went bad, or why nobody must', () => {
    expect(files.toSorted()).toEqual(Object.keys(loops).toSorted());
  });

  it('are asked by names that are asked', () => {
    const asked = Object.values(loops).flatMap(runners => (typeof runners === 'string' ? [] : runners));
    expect(asked.filter(name => !(name in expectations))).toEqual([]);
  });
});
