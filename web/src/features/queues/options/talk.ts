import { languages } from '#domain/company/settings.ts';
import { answerMenu, beginMenu, type Menu, type MenuOption, type MenuOutcome } from '#domain/menu/menu.ts';
import type { Language } from '#domain/menu/texts.ts';
import { placeOf } from '#domain/queue-menu/tree.ts';

export type Line = { readonly from: 'company' | 'customer'; readonly body: string };
export type Talk = { readonly lines: readonly Line[]; readonly end: MenuOutcome['goesTo'] };

/** The language in which the company writes to customers. */
export const languageOf = (setting: string): Language =>
  languages.find(each => each === setting) ?? languages[0];

/** What a customer reads and answers, by the machine that serves customers; what follows the end is left out. */
export const talkOf = (menu: Menu, answers: readonly string[], language: Language): Talk => {
  let outcome = beginMenu(menu, language);
  const lines = linesOf(outcome);
  for (const answer of answers) {
    if (!outcome.step) break;
    outcome = answerMenu(menu, outcome.step, answer, language);
    lines.push({ from: 'customer', body: answer }, ...linesOf(outcome));
  }
  return { lines, end: outcome.goesTo };
};

const linesOf = ({ texts }: MenuOutcome): Line[] => texts.map(({ body }) => ({ from: 'company', body }));

/** The answers that lead to an option: its number behind those of the options above it. */
export const answersTo = (options: readonly MenuOption[], id: string | null): readonly string[] => {
  const option = options.find(each => each.id === id);
  return option ? [...answersTo(options, option.parentId), String(placeOf(options, option))] : [];
};

/** Of which an open queue is made: nothing of an option that is not saved yet. */
export const menuOf = (
  queue: { readonly id: string; readonly name: string; readonly greeting: string },
  options: readonly MenuOption[],
): Menu => ({ greeting: '', queues: [{ ...queue, options }] });
