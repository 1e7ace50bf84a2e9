/** A message as the phone shows it: the name in bold above the words (specification, core, section 9). */
export const signed = (words: string, name: string): string =>
  `*${name.replaceAll(/[*\n]/g, '').trim()}:*\n${words}`;

/** A message without the name above its words, and that name's line to put before them again. */
export const unsigned = (body: string): { readonly signature: string; readonly words: string } => {
  const [signature = ''] = /^\*[^*\n]+:\*\n(?=\S)/.exec(body) ?? [];
  return { signature, words: body.slice(signature.length) };
};
