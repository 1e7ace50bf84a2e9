import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export const demoLogins = ['admin@demo.local', 'ana@demo.local', 'bruno@demo.local'] as const;

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The password of the demo's logins: DEMO_PASSWORD, else one made once and kept in `demo-password` (mode 0600). */
export const demoPassword = (config: Config): string => {
  if (config.demoPassword) return config.demoPassword;
  const file = passwordFile(config);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
};

export const passwordFile = (config: Config): string => join(config.dataDir, 'demo-password');

/** Whether the demo was made in this data directory; `markSeeded` says that it now is. */
export const isSeeded = (config: Config): boolean => existsSync(seededFile(config));
export const markSeeded = (config: Config): void => writeFileSync(seededFile(config), '{"seeded":true}\n');

const seededFile = (config: Config) => join(config.dataDir, 'demo.json');
