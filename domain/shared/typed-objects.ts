/**
 * Objects whose keys follow from other values. TypeScript can state these types but not follow how such an object is
 * made, so the signatures here are stated and not proved. Nothing else in the product does so; their tests hold them.
 */

/** `{ [key]: value }`, with the key in the type. */
export function keyed<Key extends string, Value>(key: Key, value: Value): { readonly [K in Key]: Value };
export function keyed(key: string, value: unknown): object {
  return { [key]: value };
}

/** One property of each member: `pluck({ a: { x: 1 } }, 'x')` is `{ a: 1 }`. */
export function pluck<
  Property extends string,
  Of extends Readonly<Record<string, { readonly [P in Property]: unknown }>>,
>(of: Of, property: Property): { readonly [Key in keyof Of]: Of[Key][Property] };
export function pluck(
  of: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  property: string,
): object {
  return mapValues(of, member => member[property]);
}

/** The same members under another of their properties: `indexBy({ a: { id: 'x' } }, 'id')` is `{ x: { id: 'x' } }`. */
export function indexBy<
  Property extends string,
  Of extends Readonly<Record<string, { readonly [P in Property]: string }>>,
>(of: Of, property: Property): { readonly [Key in keyof Of as Of[Key][Property]]: Of[Key] };
export function indexBy(
  of: Readonly<Record<string, Readonly<Record<string, string>>>>,
  property: string,
): object {
  return Object.fromEntries(Object.values(of).map(member => [member[property], member]));
}

/** The same keys with what is made of each member. */
export function mapValues<Key extends string, Value, Made>(
  of: { readonly [K in Key]: Value },
  make: (value: Value) => Made,
): { readonly [K in Key]: Made };
export function mapValues(of: object, make: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));
}

type Merged<Member> = (Member extends unknown ? (member: Member) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The properties of all members in one object: `merge({ a: { x: 1 }, b: { y: 2 } })` is `{ x: 1, y: 2 }`. */
export function merge<Of extends Readonly<Record<string, object>>>(of: Of): Merged<Of[keyof Of]>;
export function merge(of: Readonly<Record<string, object>>): object {
  return Object.assign({}, ...Object.values(of));
}

/** `QuickMessage` as `quickMessage`. */
export function uncapitalize<Text extends string>(text: Text): Uncapitalize<Text>;
export function uncapitalize(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
