import { v7 } from 'uuid';

/** The id of a new command, made where the wish arises. */
export const newCommandId = (): string => v7();

/** When it was made, in milliseconds since 1970, by the clock of the browser that made it. */
export const commandTime = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
