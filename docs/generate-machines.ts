import { readFileSync, writeFileSync } from 'node:fs';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { statechart } from '#domain/menu/statechart.ts';
import { ticketMachine } from '#web/src/features/ticket/ticket-machine.ts';

const target = new URL('./machines.md', import.meta.url);

const idOf = (node: AnyStateNode): string => node.path.join('_');

const guardName = (guard: unknown): string => {
  if (typeof guard === 'string') return guard;
  const type: unknown = typeof guard === 'object' && guard !== null ? Reflect.get(guard, 'type') : undefined;
  return typeof type === 'string' ? type : '';
};

/** What makes the machine move, in words. */
const trigger = (eventType: string): string => {
  if (eventType === '') return '';
  if (eventType.startsWith('xstate.done.state')) return 'over';
  if (eventType.startsWith('xstate.done.actor')) return 'answered';
  if (eventType.startsWith('xstate.error')) return 'refused';
  if (eventType.startsWith('xstate.after')) return `after ${eventType.split('.')[2] ?? ''}`;
  return eventType;
};

const arrow = (from: AnyStateNode, transition: AnyTransitionDefinition): string[] => {
  const guard = guardName(transition.guard);
  const label = [trigger(transition.eventType), guard && `[${guard}]`].filter(Boolean).join(' ');
  return (transition.target ?? []).map(to => {
    const end = to.type === 'final' ? '[*]' : idOf(to);
    return `${idOf(from)} --> ${end}${label ? `: ${label}` : ''}`;
  });
};

const arrows = (node: AnyStateNode): string[] =>
  [...(node.always ?? []), ...[...node.transitions.values()].flat()].flatMap(transition =>
    arrow(node, transition),
  );

const indent = (lines: readonly string[]): string[] => lines.map(line => `  ${line}`);

const inside = (node: AnyStateNode): string[] => {
  const states = Object.values(node.states).filter(state => state.type !== 'final');
  return [
    ...(node.initial?.target ?? []).map(initial => `[*] --> ${idOf(initial)}`),
    ...states.flatMap(state =>
      Object.keys(state.states).length > 0
        ? [`state "${state.key}" as ${idOf(state)} {`, ...indent(inside(state)), '}']
        : [`state "${state.key}" as ${idOf(state)}`],
    ),
    ...states.flatMap(arrows),
  ];
};

const chapter = (title: string, text: string, machine: AnyStateMachine): string =>
  [`## ${title}`, '', text, '', '```mermaid', 'stateDiagram-v2', ...indent(inside(machine.root)), '```'].join(
    '\n',
  );

type Table = Readonly<
  Record<string, Readonly<Record<string, { readonly to: string; readonly reason?: string }>>>
>;

/** A machine that is a table and no XState machine: what leads where; to people it ends. */
const drawn = (table: Table): string[] =>
  Object.entries(table).flatMap(([from, moves]) =>
    Object.entries(moves).map(([input, { to, reason }]) => {
      const end = reason === undefined ? to : '[*]';
      return `${from === 'start' ? '[*]' : from} --> ${end}: ${input}${reason === undefined ? '' : ` (${reason})`}`;
    }),
  );

const page = [
  '# Machines',
  '',
  'Made by `node docs/generate-machines.ts` from the machines themselves; `npm run check` fails when it is stale.',
  '',
  chapter(
    'The open ticket',
    [
      'The server owns what a ticket is: in every state `ticket.projected` shows what it has become, which no arrow',
      'below tells. The machine is about what an attendant wants of it. `leadsSomewhere` and its like ask the one',
      'transition table in domain/ticket/lifecycle.ts. A wish that is refused keeps its reason until the next one.',
    ].join('\n'),
    ticketMachine,
  ),
  '',
  '## The menu that customers choose from',
  '',
  'A table in domain/menu/statechart.ts and no XState machine (docs/adr/0025). Its end is where the ticket waits for',
  'people, with the reason that the log keeps.',
  '',
  '```mermaid',
  'stateDiagram-v2',
  ...indent(drawn(statechart)),
  '```',
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== page) {
    console.error('docs/machines.md is stale: run node docs/generate-machines.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, page);
}
