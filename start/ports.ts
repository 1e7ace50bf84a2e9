import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from './free-port.ts';

const kept = z.record(z.string(), z.number());

/**
 * The port of an inner service: the one of last time, else the preferred one, else any that is free; kept in the
 * data directory so that addresses stay the same over restarts.
 */
export const keptPort = async (dataDir: string, service: string, preferred = 0): Promise<number> => {
  const file = join(dataDir, 'ports.json');
  const ports = read(file);
  const port = await freePort(ports[service] ?? preferred);
  if (ports[service] !== port) writeFileSync(file, `${JSON.stringify({ ...ports, [service]: port })}\n`);
  return port;
};

const read = (file: string): Record<string, number> => {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
};
