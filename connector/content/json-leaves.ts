export type Json = Readonly<Record<string, unknown>>;
export type Leaf = { readonly label: string; readonly value: string };

/** An object that is written as JSON; undefined for what is none. */
export const parsed = (json: string | null | undefined): Json | undefined => {
  if (!json) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** By which machines find what they mean; people see none of it on a phone. */
export const silentKeys: ReadonlySet<string> = new Set([
  'id',
  'flow_id',
  'flow_token',
  'flow_message_version',
  'flow_action',
  'mode',
  'icon',
  'tag',
  'version',
  'retailer_id',
  'button_index',
  'tap_target_configuration',
  'webview_presentation',
  'webview_interaction',
  'landing_page_url',
]);

/** What the buttons of a message carry for banks and shops alone. */
export const silentInButtons: ReadonlySet<string> = new Set([
  ...silentKeys,
  ...['type', 'payment_type', 'payment_configuration', 'order_type', 'category', 'payment_method'],
  ...['merchant_category_code', 'transaction_type', 'native_payment_methods', 'status'],
]);

/** In what people filled in themselves any name may stand but these. */
export const silentInForms: ReadonlySet<string> = new Set(['flow_token', 'flow_id']);

const deepest = 8;
const most = 200;

/** The texts and numbers within a value, under the names that stand before them, but for those of these names. */
export const leavesOf = (value: unknown, silent = silentKeys): Leaf[] =>
  within(value, '', { silent, depth: 0 });

type Place = { readonly silent: ReadonlySet<string>; readonly depth: number };

const within = (value: unknown, label: string, { silent, depth }: Place): Leaf[] => {
  const deeper = { silent, depth: depth + 1 };
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
    if (inner && depth <= deepest) return within(inner, label, deeper);
    return value.trim() === '' ? [] : [{ label, value }];
  }
  if (typeof value === 'number') return [{ label, value: String(value) }];
  if (!isObject(value) || depth > deepest) return [];
  const entries = Array.isArray(value)
    ? value.map((each): [string, unknown] => [label, each])
    : Object.entries(value);
  return entries
    .filter(([name]) => !silent.has(name))
    .flatMap(([name, each]) => within(each, name, deeper))
    .slice(0, most);
};

/** The name of a value for people: `trade_name` and `tradeName` are `trade name`. */
export const readableName = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();
