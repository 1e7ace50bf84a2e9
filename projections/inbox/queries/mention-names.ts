import type { Part } from '#domain/message/parts.ts';

/** What those whom a text mentions are called now, by the token that stands behind the `@`. */
export type MentionNames = Readonly<Record<string, string>>;

const named = (contact: string): string => `
  select k.name from inbox.contact k
  where k.company_id = p.company_id and k.${contact} = x.token and not k.is_group and not k.removed limit 1`;

/**
 * The names of those whom a message `alias` mentions, in SQL; null where it mentions nobody. A contact goes by its name,
 * the company by its connection's, and a member of groups who is no contact by what they called themselves last.
 */
export const mentionNamesOf = (alias: string): string => `
  case when ${alias}.mentions is not null then (
    select jsonb_object_agg(n.token, n.name) from (
      select x.token, coalesce(
        case when x.me then (select w.name from inbox.connection w where w.id = p.connection_id) end,
        (${named('lid')}), (${named('number')}),
        (select s.sender_name from inbox.message s
         where (s.sender_id = x."personId" or s.sender_alt_id = x."personId") and s.sender_name is not null
         order by s.sent_at desc limit 1)) as name
      from (select ${alias}.company_id, ${alias}.connection_id) p,
        jsonb_to_recordset(${alias}.mentions) x (token text, "personId" uuid, me bool)) n
    where n.name <> '') end`;

/** A text in which those who are mentioned stand by name. */
export const withNames = (text: string, names: MentionNames | null): string =>
  names === null || !text.includes('@')
    ? text
    : text.replaceAll(/@(\d{5,20})(?!\d)/g, (whole, token: string) => {
        const name = names[token];
        return name === undefined ? whole : `@${name}`;
      });

/** The same of what is written in parts, and of whom they quote. */
export const partsWithNames = (parts: readonly Part[], names: MentionNames | null): Part[] =>
  parts.map(part => {
    if (part.kind === 'text') return { ...part, text: withNames(part.text, names) };
    if (part.kind !== 'quote') return part;
    const { author, ...rest } = part;
    const name = author === undefined ? undefined : names?.[author];
    return { ...rest, ...(name === undefined ? {} : { author: name }), text: withNames(part.text, names) };
  });
