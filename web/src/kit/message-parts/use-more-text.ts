import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Part } from '#domain/message/parts.ts';

type More = Extract<Part, { kind: 'more' }>['of'];

/** What there is more of on the phone, in words. */
export const useMoreText = (of: More): string => {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language).format(of.map(each => whatText(t, each)));
  return t('parts.more', { what: list });
};

const whatText = (t: TFunction, { what, count }: More[number]): string =>
  counted.has(what)
    ? t(`parts.what.${what}`, { count })
    : t([`parts.kind.${what}`, 'parts.kind.other'], { name: readable(what) });

const counted: ReadonlySet<string> = new Set([
  'image',
  'video',
  'audio',
  'application',
  'sticker',
  'picture',
]);

/** The name of a kind that the screens have no words for. */
const readable = (name: string): string =>
  name
    .replace(/Message(V\d)?$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
