import { openCrowd, type Seat } from './crowd.ts';

/** What a crowd in a process of its own is asked; each is answered by `{ id, answer }`. */
export type CrowdQuestion =
  | {
      readonly ask: 'begin';
      readonly base: string;
      readonly seats: readonly Seat[];
      readonly withinMs: number;
    }
  | { readonly ask: 'drop' }
  | { readonly ask: 'shown'; readonly marks: Readonly<Record<number, number>> }
  | { readonly ask: 'fared' };

let crowd: ReturnType<typeof openCrowd> | undefined;

const answerTo = (question: CrowdQuestion): unknown => {
  if (question.ask === 'begin') {
    crowd = openCrowd(question.base, question.seats);
    crowd.open(question.withinMs);
  } else if (question.ask === 'drop') crowd?.drop();
  else if (question.ask === 'shown') return crowd?.shown(question.marks);
  else return crowd?.fared();
  return null;
};

process.on('message', ({ id, question }: { id: number; question: CrowdQuestion }) => {
  process.send?.({ id, answer: answerTo(question) });
});
process.on('disconnect', () => process.exit(0));
