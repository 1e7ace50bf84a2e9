import type { TicketView } from '#contracts/views.ts';
import { type Crowd, type Fared, openCrowd, type Seat, type Wanted } from './crowd.ts';

/** What a crowd in a process of its own is asked; each is answered by `{ id, answer }`. */
export type CrowdQuestion =
  | { readonly ask: 'open'; readonly url: string; readonly seats: readonly Seat[] }
  | { readonly ask: 'drop' | 'fared' }
  | { readonly ask: 'knowing'; readonly wanted: readonly Wanted[] }
  | { readonly ask: 'delays'; readonly begun: ReadonlyMap<string, number> }
  | { readonly ask: 'faults'; readonly truth: readonly (readonly TicketView[])[] };

const nobody: Fared = { live: 0, refused: 0, interruptions: 0, resyncs: 0 };
let crowd: Crowd | undefined;

const answerTo = (question: CrowdQuestion): unknown => {
  switch (question.ask) {
    case 'open':
      crowd = openCrowd(question.url, question.seats);
      return null;
    case 'drop':
      return crowd?.drop();
    case 'fared':
      return crowd?.fared() ?? nobody;
    case 'knowing':
      return crowd?.knowing(question.wanted);
    case 'delays':
      return crowd?.delays(question.begun);
    case 'faults':
      return crowd?.faults(question.truth);
  }
};

process.on('message', ({ id, question }: { id: number; question: CrowdQuestion }) => {
  process.send?.({ id, answer: answerTo(question) });
});
process.on('disconnect', () => process.exit(0));
