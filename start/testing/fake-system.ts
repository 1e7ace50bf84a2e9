import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceFiles, serviceFiles } from '../plan.ts';
import { superviseToEnd } from '../supervisor.ts';

// The supervisor with fakes for all services, run as a process of its own by its tests.
const [folder = ''] = process.argv.slice(2);
const fake = fileURLToPath(new URL('./fake-service.ts', import.meta.url));
mkdirSync(folder, { recursive: true });

const fakeFile = (name: string, text: string) => {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, text);
  return file;
};
const service = (name: string) =>
  fakeFile(name, `process.env.FAKE_NAME = '${name}'; await import(${JSON.stringify(fake)});`);
const broken = process.env.FAKE_BROKEN;

const files: ServiceFiles = {
  ...serviceFiles,
  eventstore: service('eventstore'),
  simulator: service('simulator'),
  projections: service('projections'),
  commands: service('commands'),
  connector: service('connector'),
  gateway: broken ? fakeFile('gateway', `throw new Error('${broken}');`) : service('gateway'),
  migrations: fakeFile('migrations', ''),
  demo: fakeFile('demo', ''),
};
process.exit(await superviseToEnd(process.env, files));
