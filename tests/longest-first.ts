import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take long: begun last, they would keep one worker busy while the others have nothing left. */
const long = [
  'tests/earlier/earlier.e2e',
  'tests/soak/many-sockets.e2e',
  'tests/soak/soak.e2e',
  'tests/system/administration.e2e',
  'tests/poison/poison.int',
  'connector/outbound/borders.int',
  'commands/policies/repeated-events.int',
  'start/backup/restore.int',
];
const isLong = ({ moduleId }: TestSpecification): boolean => long.some(name => moduleId.includes(name));

/** Vitest's own order, by size, behind those that are known to take long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))];
  }
}
