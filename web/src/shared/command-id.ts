import { v7 } from 'uuid';

/** The id of a new command, made where the wish arises. */
export const newCommandId = (): string => v7();
