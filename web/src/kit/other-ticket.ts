import { ApiError } from '../shared/api-error.ts';
import { errorText } from '../shared/show-error.ts';

/** Why a ticket was not opened, and the open one that its contact has already, where that is why. */
export type OpenRefusal = {
  readonly text: string;
  readonly other: { readonly uuid: string; readonly userName: string | null } | undefined;
};

export const openRefusal = (error: unknown): OpenRefusal => ({
  text: errorText(error),
  other: otherTicket(error),
});

const otherTicket = (error: unknown): OpenRefusal['other'] => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  const { uuid, userName } = error.details;
  if (typeof uuid !== 'string') return undefined;
  return { uuid, userName: typeof userName === 'string' ? userName : null };
};
