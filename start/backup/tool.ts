import { ConfigError } from '../config.ts';
import { helpIfAsked } from '../help.ts';
import { interruptedCode, onInterruption } from '../interruption.ts';
import { openProgress, type Progress } from './progress.ts';

type Tool = { readonly progress: Progress; readonly signal: AbortSignal };

/**
 * Runs a command to its end. Its exit code is 0, 1 after a failure, 2 when it was asked for something it refuses,
 * and 130 when it was interrupted; but for the first, one sentence on stderr says why.
 */
export const runTool = async (usage: string, work: (tool: Tool) => Promise<void>): Promise<void> => {
  helpIfAsked(usage);
  process.umask(0o077);
  const stopping = new AbortController();
  onInterruption({ ask: () => stopping.abort(), force: () => process.exit(interruptedCode) });
  try {
    await work({ progress: openProgress(process.stdout), signal: stopping.signal });
  } catch (error) {
    process.exitCode = exitCodeOf(error, stopping.signal);
    process.stderr.write(`${sentence(error, usage, stopping.signal)}\n`);
  }
};

const isUsage = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const exitCodeOf = (error: unknown, { aborted }: AbortSignal): number => {
  if (aborted) return interruptedCode;
  return error instanceof ConfigError || isUsage(error) ? 2 : 1;
};

const sentence = (error: unknown, usage: string, { aborted }: AbortSignal): string => {
  if (aborted) return 'Interrupted.';
  if (isUsage(error)) return usage;
  return error instanceof Error ? error.message || error.name : String(error);
};
