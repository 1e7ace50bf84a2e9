import { v5 } from 'uuid';

/**
 * Id of the thing that a command makes: the same for the same command of the same company. The browser knows by it
 * which message stands for what it has sent, whoever tells it first.
 */
export const madeId = (companyId: string, commandId: string, what: string): string =>
  v5(`${companyId}.${what}`, commandId);

/** Of a call with several files, the command that sends the one at this place. */
export const fileCommandId = (commandId: string, index: number): string => v5(`file.${index}`, commandId);
