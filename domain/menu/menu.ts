import type { AutomaticKind } from '../message/automatic.ts';
import { choiceIn, isSign } from '../shared/short-answer.ts';
import { type MenuReason, statechart } from './statechart.ts';
import { type Language, menuTexts } from './texts.ts';

/** One of a queue's options: a flat list, siblings in its order. */
export type MenuOption = {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly message: string;
};

export type MenuQueue = {
  readonly id: string;
  readonly name: string;
  readonly greeting: string;
  readonly options: readonly MenuOption[];
};

/** What a connection offers: its greeting, and its queues in order. */
export type Menu = { readonly greeting: string; readonly queues: readonly MenuQueue[] };

/** Where a contact stands: choosing a queue while `queueId` is null, else among the options below `optionId`. */
export type MenuStep = {
  readonly queueId: string | null;
  readonly optionId: string | null;
  /** Invalid answers in a row. */
  readonly wrong: number;
};

/** A line of a list that a contact was sent: a queue or an option, under the name that it had then. */
export type Choice = { readonly id: string; readonly name: string };

export type MenuText = {
  readonly kind: Extract<AutomaticKind, 'greeting' | 'menu' | 'hint'>;
  readonly body: string;
};

export type MenuOutcome = {
  /** To be sent, in this order; never blank. */
  readonly texts: readonly MenuText[];
  /** What the contact answers next; null when the menu is over. */
  readonly step: MenuStep | null;
  /** Where the ticket waits for people when the menu is over: in no queue only where the connection has none. */
  readonly goesTo: { readonly queueId: string | null; readonly reason: MenuReason } | null;
};

const top: MenuStep = { queueId: null, optionId: null, wrong: 0 };
const mostWrong = 2;

/** What a contact gets who writes first: a greeting, and what there is to choose from, if anything. */
export const beginMenu = (menu: Menu, language: Language): MenuOutcome => {
  const [only, ...others] = menu.queues;
  if (others.length > 0) {
    return moved(
      menu,
      top,
      statechart.start['several queues'],
      said('greeting', menu.greeting, list(menu, top, language)),
    );
  }
  const greeting = only?.greeting.trim() ? only.greeting : menu.greeting;
  const step = { ...top, queueId: only?.id ?? null };
  const move =
    statechart.start[only && only.options.length > 0 ? 'one queue with options' : 'one queue or none'];
  return moved(menu, step, move, said('greeting', greeting, list(menu, step, language)));
};

/** What a contact gets who is always attended in one queue: its greeting, and nothing to choose from. */
export const greetIn = ({ id, greeting }: Pick<MenuQueue, 'id' | 'greeting'>): MenuOutcome => ({
  texts: said('greeting', greeting, ''),
  step: null,
  goesTo: { queueId: id, reason: 'chosen' },
});

/** A step with the list that its contact was sent there; without one it is the list of now. */
export type AskedStep = MenuStep & { readonly offered?: readonly Choice[] | undefined };

/**
 * What follows an answer: text as it was written, '' for media without any. It is read against the list that the contact
 * was sent. Where what it chooses is gone since, or the step is, the menu begins again at the top.
 */
export const answerMenu = (
  menu: Menu,
  { offered, ...step }: AskedStep,
  answer: string,
  language: Language,
): MenuOutcome => {
  if (menu.queues.length === 0) return moved(menu, step, statechart.start['one queue or none'], []);
  if (isBack(answer)) return back(menu, step, language);
  const listed = offered ?? choicesAt(menu, step);
  const place = choiceIn(
    answer,
    listed.map(({ name }) => name),
  );
  const chosen = place === undefined ? undefined : listed[place];
  if (!chosen) return isThere(menu, step) ? notUnderstood(menu, step, language) : back(menu, step, language);
  const outcome =
    step.queueId === null
      ? toQueue(menu, chosen.id, language)
      : toOption(menu, { ...top, queueId: step.queueId, optionId: chosen.id }, language);
  return outcome ?? back(menu, step, language);
};

/** Out of the menu without an answer: to the queue that was chosen, else to the connection's first. */
export const leaveMenu = (
  menu: Menu,
  step: MenuStep,
  why: 'silence' | 'too many texts' | 'taken out',
): MenuOutcome => moved(menu, step, statechart.queues[why], []);

const backTexts = Object.values(menuTexts).map(({ back }) => back);
const isBack = (answer: string): boolean => isSign(answer, '#', backTexts);

/** Undefined where the queue is not there any more. */
const toQueue = (menu: Menu, queueId: string, language: Language): MenuOutcome | undefined => {
  const queue = menu.queues.find(({ id }) => id === queueId);
  if (!queue) return undefined;
  const next = { ...top, queueId: queue.id };
  const move = statechart.queues[queue.options.length > 0 ? 'queue with options' : 'queue without options'];
  return moved(menu, next, move, said('greeting', queue.greeting, list(menu, next, language)));
};

/** Undefined where the option is not there any more. A last one without words of its own says the queue's greeting. */
const toOption = (menu: Menu, next: MenuStep, language: Language): MenuOutcome | undefined => {
  const queue = menu.queues.find(({ id }) => id === next.queueId);
  const option = queue?.options.find(({ id }) => id === next.optionId);
  if (!queue || !option) return undefined;
  if (optionsAt(menu, next).length > 0) {
    const texts = said('menu', option.message, list(menu, next, language));
    return moved(menu, next, statechart.options['option with options'], texts);
  }
  const texts = option.message.trim()
    ? said('menu', option.message, '')
    : said('greeting', queue.greeting, '');
  return moved(menu, next, statechart.options.leaf, texts);
};

const notUnderstood = (menu: Menu, step: MenuStep, language: Language): MenuOutcome => {
  const moves = statechart[step.queueId === null ? 'queues' : 'options'];
  if (step.wrong >= mostWrong) return moved(menu, step, moves['third invalid answer'], []);
  const hint = menuTexts[language].hints[step.wrong === 0 ? 0 : 1];
  const next = { ...step, wrong: step.wrong + 1 };
  return moved(menu, next, moves['invalid answer'], said('hint', hint, list(menu, step, language)));
};

const back = (menu: Menu, step: MenuStep, language: Language): MenuOutcome => {
  const [only, ...others] = menu.queues;
  const lone = others.length === 0 ? only : undefined;
  const next = { ...top, queueId: lone?.id ?? null };
  const texts = said('menu', '', list(menu, next, language));
  // Its options are gone since, or the other queues are.
  if (lone && lone.options.length === 0)
    return moved(menu, next, statechart.queues['queue without options'], texts);
  if (lone) return moved(menu, next, statechart.options['back, one queue'], texts);
  const inQueues = step.queueId === null;
  return moved(
    menu,
    next,
    inQueues ? statechart.queues.back : statechart.options['back, several queues'],
    texts,
  );
};

const isThere = (menu: Menu, { queueId, optionId }: MenuStep): boolean => {
  if (queueId === null) return menu.queues.length > 1;
  const options = menu.queues.find(({ id }) => id === queueId)?.options ?? [];
  return (
    options.some(({ parentId }) => parentId === optionId) &&
    (optionId === null || options.some(({ id }) => id === optionId))
  );
};

const optionsAt = (menu: Menu, { queueId, optionId }: MenuStep): readonly MenuOption[] =>
  menu.queues.find(({ id }) => id === queueId)?.options.filter(({ parentId }) => parentId === optionId) ?? [];

/** What a contact who stands there is asked to choose from, in the order of its numbers. */
export const choicesAt = (menu: Menu, step: MenuStep): readonly Choice[] =>
  step.queueId === null
    ? menu.queues.map(({ id, name }) => ({ id, name }))
    : optionsAt(menu, step).map(({ id, title }) => ({ id, name: title }));

/** Numbered as it is answered, with the way back where there is one. Asterisks are bold. */
const list = (menu: Menu, step: MenuStep, language: Language): string => {
  const lines = choicesAt(menu, step).map(({ name }, index) => `*${index + 1}* - ${name}`);
  const hasTop = step.queueId !== null && (menu.queues.length > 1 || step.optionId !== null);
  return [...lines, ...(hasTop && lines.length > 0 ? [`*#* - ${menuTexts[language].back}`] : [])].join('\n');
};

/** One text of both, so that they arrive together and count once. */
const said = (kind: MenuText['kind'], words: string, choices: string): readonly MenuText[] => {
  const parts = [words, choices].map(part => part.trim()).filter(part => part !== '');
  const isGreeting = words.trim() !== '' || kind !== 'greeting';
  return parts.length === 0 ? [] : [{ kind: isGreeting ? kind : 'menu', body: parts.join('\n\n') }];
};

type Move = { readonly to: 'queues' | 'options' } | { readonly to: 'people'; readonly reason: MenuReason };

/** To people, who wait in the queue that was chosen, else in the first. */
const moved = (menu: Menu, step: MenuStep, move: Move, texts: readonly MenuText[]): MenuOutcome => {
  if (move.to !== 'people') return { texts, step, goesTo: null };
  const chosen = menu.queues.find(({ id }) => id === step.queueId) ?? menu.queues[0];
  return { texts, step: null, goesTo: { queueId: chosen?.id ?? null, reason: move.reason } };
};
