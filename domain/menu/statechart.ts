/** Why a ticket left the menu; `limited`: the contact was sent as many automatic texts as there may be. */
export const menuReasons = ['chosen', 'leaf', 'invalid', 'silent', 'limited', 'taken-out'] as const;
export type MenuReason = (typeof menuReasons)[number];

type Move = { readonly to: 'queues' | 'options' } | { readonly to: 'people'; readonly reason: MenuReason };

const queues = { to: 'queues' } as const satisfies Move;
const options = { to: 'options' } as const satisfies Move;
const people = <const Reason extends MenuReason>(reason: Reason) => ({ to: 'people' as const, reason });

const always = {
  'third invalid answer': people('invalid'),
  silence: people('silent'),
  'too many texts': people('limited'),
  'taken out': people('taken-out'),
} as const;

/**
 * Where a contact stands in the menu and what leads them on: the only place that says so. docs/machines.md draws it.
 * Whoever is with people is out of it for good.
 */
export const statechart = {
  start: {
    'several queues': queues,
    'one queue with options': options,
    'one queue or none': people('chosen'),
  },
  queues: {
    'queue with options': options,
    'queue without options': people('chosen'),
    back: queues,
    'invalid answer': queues,
    ...always,
  },
  options: {
    'option with options': options,
    leaf: people('leaf'),
    'back, several queues': queues,
    'back, one queue': options,
    'invalid answer': options,
    ...always,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Move>>>>;
