import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { ConfigError } from './config.ts';

/**
 * Makes the data directory if it is not there and closes it to other people.
 * @throws {ConfigError} when it cannot be made, read or written.
 */
export const prepareDataDir = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true });
    readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (lstatSync(dataDir).uid === process.getuid?.())
      chmodSync(dataDir, process.getuid() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is "${dataDir}", which cannot be read and written by this user (${codeOf(error)}): set it to a directory of your own.`,
    );
  }
};

/**
 * Resolves when that address can be listened on.
 * @throws {ConfigError} when it is taken, forbidden or not of this machine.
 */
export const portIsFree = (variable: string, port: number, host: string): Promise<void> =>
  new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', error => taken(new ConfigError(whyNot(variable, port, host, codeOf(error)))));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => free()));
  });

const whyNot = (variable: string, port: number, host: string, code: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: stop what listens there, or set ${variable} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} is not open to this user: set ${variable} to a port above 1023.`;
  return `HOST is "${host}", where this machine cannot listen (${code}): set it to an address of this machine.`;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
