/** Of each hue four shades that are told apart on light and dark grounds. */
const hues = {
  red: ['#ff8787', '#fa5252', '#e03131', '#c92a2a'],
  pink: ['#f783ac', '#e64980', '#c2255c', '#a61e4d'],
  grape: ['#da77f2', '#be4bdb', '#9c36b5', '#862e9c'],
  violet: ['#9775fa', '#7950f2', '#6741d9', '#5f3dc4'],
  indigo: ['#748ffc', '#4c6ef5', '#3b5bdb', '#364fc7'],
  blue: ['#4dabf7', '#228be6', '#1971c2', '#1864ab'],
  cyan: ['#3bc9db', '#15aabf', '#0c8599', '#0b7285'],
  teal: ['#38d9a9', '#12b886', '#099268', '#087f5b'],
  green: ['#69db7c', '#40c057', '#2f9e44', '#2b8a3e'],
  lime: ['#a9e34b', '#82c91e', '#66a80f', '#5c940d'],
  yellow: ['#ffd43b', '#fab005', '#f08c00', '#e67700'],
  orange: ['#ffa94d', '#fd7e14', '#e8590c', '#d9480f'],
  gray: ['#ced4da', '#868e96'],
} as const;

export type Hue = keyof typeof hues;
export type PaletteColor = { readonly hue: Hue; readonly shade: number; readonly color: string };

/** Fifty colours, hue by hue. Specification, secondary, section 9. */
export const queuePalette: readonly PaletteColor[] = Object.entries(hues).flatMap(([hue, shades]) =>
  shades.map((color, at) => ({ hue: hue as Hue, shade: at + 1, color })),
);

/** The middle shades come first: they are the plainest. */
const order = [2, 3, 1, 4];

/** A colour that no other queue has, one of another hue first. */
export const freeColor = (taken: readonly string[]): string =>
  order
    .flatMap(shade => queuePalette.filter(each => each.shade === shade))
    .find(({ color }) => !taken.includes(color))?.color ?? '';
