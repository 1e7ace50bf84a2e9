import type { languages } from './settings.ts';

/** What a company says to its contacts of its own accord, and may put in words of its own. */
export const companyTextKeys = ['ratingThanks', 'ratingReason', 'autoCloseWarning', 'autoClose'] as const;
export type CompanyTextKey = (typeof companyTextKeys)[number];
export const isCompanyTextKey = (key: string): key is CompanyTextKey =>
  (companyTextKeys as readonly string[]).includes(key);

export const longestCompanyText = 1_000;

/** A text as it is kept, empty for ours; undefined when it is too long. */
export const companyText = (text: string): string | undefined => {
  const given = text.trim();
  return given.length > longestCompanyText ? undefined : given;
};

type Language = (typeof languages)[number];

/** What is said where a company has no words of its own; `rating` is a queue's or a connection's to say. */
const ours: Readonly<Record<Language, Readonly<Record<CompanyTextKey | 'rating', string>>>> = {
  'pt-BR': {
    rating:
      'Como foi o seu atendimento? Responda com um número:\n\n1 - Insatisfeito\n2 - Satisfeito\n3 - Muito satisfeito',
    ratingThanks: 'Obrigado pela sua avaliação!',
    ratingReason: 'Sentimos muito. Por quê? Conte em uma mensagem o que podemos melhorar.',
    autoCloseWarning:
      'Você ainda está aí? Sem resposta, este atendimento será encerrado em breve. Para continuar, é só escrever.',
    autoClose: 'Este atendimento foi encerrado por falta de resposta. Se precisar, é só escrever de novo.',
  },
  en: {
    rating:
      'How did we do? Please answer with a number:\n\n1 - Dissatisfied\n2 - Satisfied\n3 - Very satisfied',
    ratingThanks: 'Thank you for your rating!',
    ratingReason: 'We are sorry. Why? Please tell us in one message what we can do better.',
    autoCloseWarning:
      'Are you still there? Without an answer this conversation will be closed soon. To go on, just write.',
    autoClose: 'This conversation was closed because there was no answer. If you need us, just write again.',
  },
  es: {
    rating:
      '¿Cómo fue la atención? Responda con un número:\n\n1 - Insatisfecho\n2 - Satisfecho\n3 - Muy satisfecho',
    ratingThanks: '¡Gracias por su valoración!',
    ratingReason: 'Lo sentimos. ¿Por qué? Cuéntenos en un mensaje qué podemos mejorar.',
    autoCloseWarning:
      '¿Sigue ahí? Sin respuesta, esta conversación se cerrará pronto. Para continuar, solo escriba.',
    autoClose: 'Esta conversación se cerró por falta de respuesta. Si nos necesita, escriba de nuevo.',
  },
};

const isLanguage = (language: string): language is Language => Object.hasOwn(ours, language);

/** Ours, in a language; Portuguese where that is none of ours. */
export const ourText = (key: CompanyTextKey | 'rating', language: string | undefined): string =>
  ours[language && isLanguage(language) ? language : 'pt-BR'][key];
