import type { Commands } from '#commands/commands.ts';
import type { Mention } from '#domain/message/events.ts';
import { type Part, wordsPart } from '#domain/message/parts.ts';
import type { Edit, Said } from './content.ts';
import { userOf } from './jids.ts';
import type { Envelope } from './journal-entry.ts';

export type SaidDeps = {
  readonly companyId: string;
  readonly commands: { readonly message: Pick<Commands['message'], 'memberOf'> };
  readonly isMe: (jid: string) => boolean;
};

/** What is kept of a message beside its words. */
export type Shown = { readonly parts?: Part[]; readonly mentions?: Mention[] };

/** The same of what a message says after an edit. */
export const shownBy = async (deps: SaidDeps, said: Said | Edit, quotes: Quotes): Promise<Shown> => {
  const parts = 'quote' in said && said.quote ? quoting(deps, said, quotes) : said.parts;
  const names = [...(said.mentioned ?? []), ...(quotes.author ? [quotes.author] : [])];
  const mentions = await mentionsOf(deps, names, [said.body, ...(parts ?? []).map(wordsIn)].join('\n'));
  return { ...(parts ? { parts } : {}), ...(mentions.length > 0 ? { mentions } : {}) };
};

export type Quotes = {
  /** The quoted message is not known here: what came along of it is shown. */
  readonly isUnknown: boolean;
  /** In a group, the name of who wrote it. */
  readonly author?: string | undefined;
};

export const quotesOf = (
  { isMe }: Pick<SaidDeps, 'isMe'>,
  envelope: Envelope,
  { quote }: Said,
  isKnown: boolean,
): Quotes => {
  const jid = quote?.authorJid;
  const author = jid && envelope.participant && !isMe(jid) ? { author: userOf(jid) } : {};
  return { isUnknown: !isKnown, ...(isKnown ? {} : author) };
};

const quoting = ({ isMe }: SaidDeps, said: Said, { isUnknown, author }: Quotes): Part[] | undefined => {
  const { quote, parts } = said;
  if (!quote || !isUnknown) return parts;
  const { authorJid, ...words } = quote;
  const fromMe = authorJid !== null && isMe(authorJid);
  return [{ ...words, fromMe, ...(author ? { author } : {}) }, ...(parts ?? [wordsPart])];
};

const wordsIn = (part: Part): string => {
  if (part.kind === 'quote') return `${part.text} @${part.author ?? ''} `;
  return part.kind === 'text' ? part.text : '';
};

const mostMentions = 50;

/** Whom a text names: each has its number or LID in it behind an @. */
const mentionsOf = async (
  { companyId, commands, isMe }: SaidDeps,
  names: readonly string[],
  text: string,
): Promise<Mention[]> => {
  const named = [...new Set(names)].filter(name => /^\d+$/.test(name) && text.includes(`@${name}`));
  return Promise.all(
    named.slice(0, mostMentions).map(async token => ({
      token,
      personId: await commands.message.memberOf(companyId, token),
      me: isMe(token),
    })),
  );
};
