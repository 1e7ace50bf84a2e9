import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silenceConsole } from '../silence-console.ts';
import { SimulatorClient } from './simulator-client.ts';

/** The simulator as a process of its own that can be killed and comes back on the same port with its data. */
export class SimulatorProcess {
  #folder = '';
  #child: ChildProcess | undefined;
  #port = '0';
  #started = Promise.withResolvers<void>();

  get client(): SimulatorClient {
    return new SimulatorClient(`http://127.0.0.1:${this.#port}`);
  }

  get child(): ChildProcess {
    if (!this.#child) throw new Error('not started');
    return this.#child;
  }

  async start(): Promise<void> {
    silenceConsole();
    this.#folder ||= await mkdtemp(join(tmpdir(), 'simulator-'));
    const env = { ...process.env, SIMULATOR_PORT: this.#port, DATA_DIR: this.#folder };
    const main = join(import.meta.dirname, '../main.ts');
    this.#child = fork(main, { env, silent: true, execArgv: [] });
    const [{ url }] = await once(this.#child, 'message');
    this.#port = new URL(url).port;
    this.#started.resolve();
  }

  /** Resolves when the process runs: at once, or after the next start if it was ended. */
  async up(): Promise<void> {
    await this.#started.promise;
  }

  /** Resolves with code and signal of the ended process. */
  async end(signal: NodeJS.Signals): Promise<unknown[]> {
    this.#started = Promise.withResolvers();
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    return exited;
  }

  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end('SIGKILL');
    await rm(this.#folder, { recursive: true });
  }
}
