import { answerWords as en } from '#contracts/answer-words/en.ts';
import { answerWords as es } from '#contracts/answer-words/es.ts';
import { answerWords as pt } from '#contracts/answer-words/pt-BR.ts';
import type { Language } from '#domain/company/settings.ts';

const placed = (parts: readonly string[], total: string, screen: typeof en) => ({
  ...screen,
  total,
  headings: [
    ...parts,
    screen.count,
    ...[screen.median, screen.p90, screen.average].map(each => `${each} (s)`),
  ],
});

/** What stands in the file of an answer; parts and figures are called as on the screens. */
export const words: Readonly<Record<Language, ReturnType<typeof placed>>> = {
  'pt-BR': placed(['Pergunta', 'Versão', 'Dividido por', 'Parte'], 'Total', pt),
  en: placed(['Question', 'Version', 'Split by', 'Part'], 'Total', en),
  es: placed(['Pregunta', 'Versión', 'Dividido por', 'Parte'], 'Total', es),
};
