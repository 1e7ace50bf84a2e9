/** What says thanks, yes or goodbye, in Portuguese, English and Spanish: plain words, as `plain` makes them. */
const closings = `
  obrigado, obrigada, obrigados, obrigadas, obrigadinho, obrigadinha, obrigadao, obrigadona, brigado, brigada, brigadao
  obg, obgd, obgda, obgdo, obgado, obgada, agradecido, agradecida, agradeco, eu agradeco, agradecemos, grato, grata
  gratos, gratidao, valeu, vlw, vlws, vlwu, valew, ok, okay, okey, oki, okk, okz, blz, beleza, belezinha, certo
  ta certo, esta certo, certinho, ta bom, ta bem, esta bem, ta, ta otimo, tabom, tudo certo, combinado, fechado, feito
  entendi, entendido, ciente, show, show de bola, perfeito, otimo, otima, maravilha, maravilhoso, excelente, joia
  top, legal, bacana, massa, amei, adorei, de nada, por nada, imagina, disponha, nao ha de que, igualmente, amem
  deus abencoe, deus te abencoe, deus lhe abencoe, deus os abencoe, que deus abencoe, que deus te abencoe, fica com deus
  fiquem com deus, tchau, tchauzinho, ate mais, ate logo, ate breve, ate a proxima, ate amanha, falou, flw, abraco
  abracos, abs, um abraco, bj, bjs, beijo, beijos, um beijo, bom trabalho, bom descanso, bom fim de semana, bom fds
  otimo dia, otima tarde, otima noite, otima semana, boa semana, tenha um bom dia, tenha uma boa tarde
  tenha uma boa noite, tenha um otimo dia, tenha uma otima tarde, tenha uma otima noite, tenham um bom dia
  tenham um otimo dia, parabens, pra voce tambem, para voce tambem, pra vc tambem, a voce tambem, pra voces tambem
  para voces tambem, voce tambem, vc tambem, voces tambem, eu que agradeco, nos que agradecemos, era so isso
  e so isso, so isso, so isso mesmo, nao obrigado, nao obrigada, nao muito obrigado, nao muito obrigada, muito bom
  thanks, thank you, thank u, thankyou, thank ya, thx, thnx, thanx, tnx, tks, tx, ty, tysm, tyvm, much appreciated
  appreciated, appreciate it, i appreciate it, cheers, no thanks, no thank you, great, perfect, awesome, cool, nice, lovely, wonderful
  excellent, brilliant, fantastic, amazing, got it, gotcha, understood, noted, all good, its all good, sounds good
  alright, all right, right, fine, thats fine, will do, done, bye, bye bye, goodbye, see you, see ya, see you later
  take care, have a nice day, have a good day, have a great day, have a good one, have a great one, have a nice weekend
  have a good weekend, have a great weekend, you too, same to you, youre welcome, welcome, no problem, no worries
  my pleasure, god bless, god bless you, that is all, thats all, okie, okey dokey, okie dokie
  gracias, no gracias, no muchas gracias, mil gracias, muchisimas gracias, agradezco, te agradezco, le agradezco, les agradezco, muy amable
  muy amables, vale, dale, listo, perfecto, genial, de acuerdo, entiendo, entendida, esta bien, buenisimo, barbaro
  chevere, estupendo, fantastico, bueno, bien, muy bien, cierto, claro, hecho, de una, no hay de que, no hay problema
  a ti, a usted, a ustedes, a vosotros, gracias a ti, gracias a usted, gracias a ustedes, hasta luego, hasta pronto
  hasta manana, adios, chao, chau, nos vemos, saludos, un saludo, un abrazo, abrazos, besos, un beso, que tenga buen dia
  que tengas buen dia, que tenga un buen dia, que tengas un buen dia, que tenga buena tarde, que tengan buen dia
  feliz dia, feliz tarde, feliz noche, buen fin de semana, bendiciones, dios te bendiga, dios le bendiga
  dios los bendiga, eso es todo, eso seria todo, felicidades
`;

/** What may stand beside those and says nothing by itself. */
const beside = `
  muito, muita, mesmo, mesma, demais, mais uma vez, de novo, novamente, por tudo, pela atencao, pela ajuda
  pelo atendimento, pelo otimo atendimento, pelo excelente atendimento, pela paciencia, pela informacao
  pelas informacoes, pelo retorno, pela resposta, pela gentileza, pela rapidez, pelo apoio, pelo suporte, por enquanto
  entao, viu, ta, ne, ai, la, sim, nao precisa, a, as, o, os, e, eu, voce, vc, voces, vcs, a voce
  a vc, a voces, a vcs, a todos, pra voce, pra vc, pra voces, pra vcs, pra ti, pra todos, por isso, por ajudar
  por me ajudar, por responder, amigo, amiga, amigos, querido, querida, meu querido, minha querida, meu amigo
  minha amiga, moco, moca, senhor, senhora, sr, sra, gente, pessoal, equipe, meu, cara, mano, bom, boa, bom dia
  boa tarde, boa noite, otimo atendimento, excelente atendimento, atendimento excelente, atendimento otimo
  k, kk, rs, rsrs, hehe, haha, ate, com certeza, tudo bem, tudo
  so, very, very much, much, so much, a lot, a bunch, lots, again, once again, for, for your, for the, for all
  for everything, for your help, for the help, for your time, for your patience, for your support, for helping
  for helping me, your, help, the, all, everything, all your help, really, guys, team, everyone, sir, maam, madam
  mate, man, dude, bro, dear, my dear, my friend, friend, yes, yeah, yep, and, then
  good morning, good afternoon, good evening, good night, good day, many, too, oh, ah, and you, to you
  muchas, muchos, muchisimas, muy, mucho, tan, todo, por todo, por la ayuda, por su ayuda, por tu ayuda
  por la atencion, por su atencion, por la informacion, por su tiempo, por responder, por ayudarme, de verdad
  de nuevo, otra vez, si, y, pues, entonces, ya, buen dia, buenos dias, buenas tardes, buenas noches, buenas, senor
  senora, amigos, equipo, chicos, chicas, tambien, usted, ustedes, igual, jaja, jeje
`;

/** Pictures that people send for the same; shades of skin and joining signs are left out before. */
const pictures = new Set(
  '👍🙏👌🤝👏🙌🫶💪✌🤙🤗😊🙂😀😃😄😁😉😍🥰😘😚😇🤩☺✅☑✔❤🧡💛💚💙💜🤎🖤🤍💕💖💗💓💞💝💟🌹🌷🌸🌺💐🌻🎉🥳✨⭐🌟🔥💯🆗👋😂🤣😅😆😎',
);

const marks = /[\s.,;:!¡'"()*_~^=…–—-]/u;
const smileys = /[:;=]-?[)dp]|<3/g;
const longest = 120;

/** Small letters without accents, a letter that is drawn out once: "Obrigadaaaa" is "obrigada". */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Emoji_Modifier}|\u200D|'|’/gu, '')
    .toLowerCase()
    .replaceAll(smileys, ' ')
    .replaceAll(/(\p{L})\1+/gu, '$1');

const phrasesIn = (words: string): ReadonlySet<string> =>
  new Set(words.split(/[,\n]/).map(each => plain(each).trim()));
const [saying, accompanying] = [phrasesIn(closings), phrasesIn(beside)];
const mostWords = Math.max(...[...saying, ...accompanying].map(phrase => phrase.split(' ').length));

/**
 * Whether a text only says thanks, agrees or takes leave, in Portuguese, English or Spanish, with words or with
 * pictures, so that there is nothing to answer. Whatever asks, counts, or has a word that is none of those is not: "ok,
 * mas quero trocar" and "obrigada! e o prazo?".
 */
export const isThanks = (text: string): boolean => {
  if (text.length > longest) return false;
  const said = plain(text);
  const others = [...said.replaceAll(/\p{L}+/gu, '')].filter(sign => !marks.test(sign));
  if (!others.every(sign => pictures.has(sign))) return false;
  const words = said.match(/\p{L}+/gu) ?? [];
  return words.length === 0 ? others.length > 0 : isMadeOfPhrases(words);
};

/** Whether the words are phrases that we know, one behind the other, and one of them says it. */
const isMadeOfPhrases = (words: readonly string[]): boolean => {
  /** After so many words: undefined where they are not known, else whether they say it. */
  const after: (boolean | undefined)[] = [false];
  for (let end = 1; end <= words.length; end += 1) {
    for (let start = Math.max(0, end - mostWords); start < end; start += 1) {
      const before = after[start];
      const phrase = words.slice(start, end).join(' ');
      const says = saying.has(phrase);
      if (before !== undefined && (says || accompanying.has(phrase)))
        after[end] = after[end] || before || says;
    }
  }
  return after[words.length] === true;
};
