/** What stands in a gap of a sentence: its words, and whether they say something that must be said. */
export type Gap = { readonly text: string; readonly isThere: boolean };

const gapsIn = (part: string): string[] => [...part.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

/**
 * A sentence with its gaps filled. `[…]` is said where all its gaps have something in them, and of `[…|…]` what stands
 * behind the bar otherwise.
 */
export const filled = (template: string, gap: (name: string, hasOther: boolean) => Gap): string =>
  template
    .replaceAll(/\[([^\]|]*)(?:\|([^\]]*))?\]/g, (_, part: string, otherwise?: string) => {
      const hasOther = otherwise !== undefined;
      return gapsIn(part).every(name => gap(name, hasOther).isThere) ? part : (otherwise ?? '');
    })
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => gap(name, false).text);

/** What stands before the first thing that a template says of one entry. */
export const beginningOf = (template: string): string => template.replace(/[\s,:(“]*(\{\{|\[)[\s\S]*$/, '');
