import type { languages } from '../company/settings.ts';

export type Language = (typeof languages)[number];

type Texts = {
  /** For the first invalid answer and for the second. */
  readonly hints: readonly [string, string];
  readonly back: string;
  /** Where the company has no words of its own for those who write while nobody is there. */
  readonly outOfHours: string;
};

/** What the menu says in its own words, in the company's language. */
export const menuTexts: Readonly<Record<Language, Texts>> = {
  'pt-BR': {
    hints: [
      'Não entendi. Responda com o número de uma das opções:',
      'Ainda não entendi. Responda só com o número; se não der certo, uma pessoa vai atender você:',
    ],
    back: 'Voltar ao início',
    outOfHours:
      'No momento estamos fora do horário de atendimento. Sua mensagem foi recebida e será respondida quando voltarmos.',
  },
  en: {
    hints: [
      'Sorry, I did not get that. Please answer with the number of one of these:',
      'I still did not get that. Please answer with just the number; otherwise a person will help you:',
    ],
    back: 'Back to the start',
    outOfHours: 'We are out of office at the moment. We have your message and will answer when we are back.',
  },
  es: {
    hints: [
      'No entendí. Responda con el número de una de las opciones:',
      'Todavía no entendí. Responda solo con el número; si no funciona, le atenderá una persona:',
    ],
    back: 'Volver al inicio',
    outOfHours:
      'En este momento estamos fuera del horario de atención. Recibimos su mensaje y la responderemos al volver.',
  },
};
