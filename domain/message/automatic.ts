/** What a text says that nobody wrote. Conversations name it beside the text. */
export const automaticKinds = [
  'greeting',
  'menu',
  'hint',
  'out-of-hours',
  'completion',
  'rating',
  'rating-thanks',
  'rating-reason',
  'auto-close-warning',
  'auto-close',
  'call',
  'scheduled',
  'api',
] as const;
export type AutomaticKind = (typeof automaticKinds)[number];

/** What follows a closing, or needs no ticket that somebody attends: it is sent although the ticket is closed. */
const whileClosed: ReadonlySet<AutomaticKind> = new Set([
  'completion',
  'rating',
  'rating-thanks',
  'rating-reason',
  'auto-close',
  'scheduled',
]);
export const isSentWhileClosed = (kind: AutomaticKind | undefined): boolean =>
  kind !== undefined && whileClosed.has(kind);

const ofMenu: ReadonlySet<AutomaticKind> = new Set(['greeting', 'menu', 'hint', 'out-of-hours']);
/** What machines say while nobody attends. */
export const isOfMenu = (kind: AutomaticKind | undefined): boolean => kind !== undefined && ofMenu.has(kind);

const arranged: ReadonlySet<AutomaticKind> = new Set(['scheduled', 'api']);
/** Answers within a conversation, of which a contact gets a limited number; what was arranged is not counted. */
export const isCounted = (kind: AutomaticKind): boolean => !arranged.has(kind);

export const automaticLimits = {
  /** The same text to the same contact within `withinMs`. */
  same: 2,
  withinMs: 10 * 60_000,
  /** Of any to the same contact in 24 hours. */
  aDay: 20,
} as const;
