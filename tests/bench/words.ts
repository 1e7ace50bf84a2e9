const syllables =
  'ca me ti ro pa la do se nu vo gi ri ta be lo nha mos res der por tra ble fi zu xa ju ga nte que sa'.split(
    ' ',
  );

/** Ten thousand words that look Portuguese; the first ones are said far more often than the last ones. */
const vocabulary = Array.from({ length: 10_000 }, (_, n) => {
  const length = 1 + (n % 4);
  const parts = Array.from(
    { length },
    (_, k) => syllables[(n * 7 + k * 13 + ((n * (k + 3)) >> 3)) % syllables.length],
  );
  return `${parts.join('')}${n % 9 === 0 ? 'ção' : ''}`;
});

const scattered = (n: number): number => {
  let x = (n + 1) * 0x9e3779b1;
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
};

/**
 * In every message, in one of ten, of a hundred, of three hundred, of a thousand, of twenty thousand; and in a third
 * of the first hundred thousand, and never again.
 */
export const spoken = {
  always: 'pedido',
  often: 'entrega',
  sometimes: 'boleto',
  nowAndThen: 'garantia',
  seldom: 'reembolso',
  rarely: 'paralelepípedo',
  formerly: 'mutirões',
} as const;

/** The text of message `n`, always the same; four to twelve words of the vocabulary and those above. */
export const textOf = (n: number): string => {
  const words = Array.from(
    { length: 4 + (n % 9) },
    (_, k) => vocabulary[Math.floor(scattered(n * 16 + k) ** 4 * vocabulary.length)],
  );
  return [
    'Olá, sobre o',
    spoken.always,
    n,
    ...words,
    ...(n % 10 === 3 ? [spoken.often] : []),
    ...(n % 100 === 17 ? [spoken.sometimes] : []),
    ...(n % 300 === 29 ? [spoken.nowAndThen] : []),
    ...(n % 3 === 1 && n < 100_000 ? [spoken.formerly] : []),
    ...(n % 1_000 === 171 ? [spoken.seldom] : []),
    ...(n % 20_000 === 1_717 ? [spoken.rarely] : []),
  ].join(' ');
};
