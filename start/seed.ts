import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig, required } from './config.ts';

/** What the demo is made with: addresses of a running system, and the password of its logins. */
export type DemoOptions = {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  readonly password: string;
};
type SeedDemo = (options: DemoOptions) => Promise<void>;

// One-shot, run by the supervisor at the first start of a demo.
const script = fileURLToPath(new URL('./demo.ts', import.meta.url));
if (existsSync(script)) {
  const config = readConfig(process.env);
  const { seedDemo }: { seedDemo: SeedDemo } = await import(script);
  await seedDemo({
    databaseUrl: required(config, 'databaseUrl'),
    eventstoreUrl: required(config, 'eventstoreUrl'),
    simulatorUrl: required(config, 'simulatorUrl'),
    dataDir: config.dataDir,
    password: config.demoPassword ?? '',
  });
}
