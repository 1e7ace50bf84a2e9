import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const locales = ['pt', 'en', 'es'];
const address = /^\/emoji\/(pt|en|es)\/(data|messages)\.json(?:\?|$)/;

type Emoji = {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly subgroup?: number;
  readonly version: number;
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
};

/**
 * Puts the names of the emojis beside the page, under /emoji/<language>/: only the languages of the page, and of each
 * emoji only what the picker reads.
 */
export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  generateBundle() {
    for (const locale of locales) {
      for (const name of ['data', 'messages']) {
        const fileName = `emoji/${locale}/${name}.json`;
        this.emitFile({ type: 'asset', fileName, source: contentOf(locale, name) });
      }
    }
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [, locale, name] = address.exec(request.url ?? '') ?? [];
      if (!locale || !name) return next();
      response.setHeader('content-type', 'application/json');
      response.end(contentOf(locale, name));
    });
  },
});

const { resolve } = createRequire(import.meta.url);

const contentOf = (locale: string, name: string): string => {
  const text = readFileSync(resolve(`emojibase-data/${locale}/${name}.json`), 'utf8');
  if (name === 'messages') return text;
  const emojis: readonly Emoji[] = JSON.parse(text);
  return JSON.stringify(emojis.filter(({ group }) => group !== undefined).map(needed));
};

const needed = ({ emoji, label, tags, group, subgroup, version, skins }: Emoji): Emoji => ({
  ...{ emoji, label, version },
  ...(tags ? { tags } : {}),
  ...(group === undefined ? {} : { group }),
  ...(subgroup === undefined ? {} : { subgroup }),
  ...(skins ? { skins: skins.map(skin => ({ emoji: skin.emoji, tone: skin.tone })) } : {}),
});
