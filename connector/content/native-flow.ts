import type { Part, PartButton, PartRow } from '#domain/message/parts.ts';
import { isObject, type Json, leavesOf, parsed, readableName } from './json-leaves.ts';
import { amount, buttons, card, labelled, row } from './part-makers.ts';

type Button = { readonly name?: string | null | undefined; readonly json?: string | null | undefined };

/** What the buttons of an interactive message offer, each by what WhatsApp calls it. `label` where it stands beside. */
export const nativeFlow = (given: readonly Button[], label?: string | null): Part[] => {
  const read = given.map(button => readButton(button, label ?? ''));
  const plain = read.flatMap(each => each.buttons ?? []);
  return [...read.flatMap(each => each.parts ?? []), ...buttons(plain)];
};

type Read = { readonly buttons?: readonly PartButton[]; readonly parts?: readonly Part[] };

const readButton = ({ name, json }: Button, label: string): Read => {
  const params = parsed(json);
  const reader = readers[name ?? ''];
  if (params && reader) return reader(params, label);
  if (!params && json?.trim())
    return { buttons: label ? [{ label }] : [], parts: [card('details', { rows: labelled('', json) })] };
  const said = label || str(params?.display_text) || str(params?.title) || str(params?.flow_cta);
  const rows = leavesOf(params).flatMap(leaf =>
    leaf.value === said ? [] : labelled(readableName(leaf.label), leaf.value),
  );
  return {
    buttons: said || rows.length === 0 ? [{ label: said || readableName(name ?? '') }] : [],
    ...(rows.length > 0 ? { parts: [card('details', { rows })] } : {}),
  };
};

const str = (value: unknown): string => (typeof value === 'string' ? value : '');

const labelOf = (params: Json, label: string): string =>
  label || str(params.display_text) || str(params.title) || str(params.flow_cta);

const readers: Readonly<Record<string, (params: Json, label: string) => Read>> = {
  cta_copy: (params, label) => ({
    buttons: [{ label: labelOf(params, label), code: str(params.copy_code) }],
  }),
  cta_url: (params, label) => ({
    buttons: [{ label: labelOf(params, label), link: str(params.url) || str(params.merchant_url) }],
  }),
  open_webview: (params, label) => ({
    buttons: [
      { label: labelOf(params, label), link: str(isObject(params.link) ? params.link.url : params.link) },
    ],
  }),
  cta_call: (params, label) => ({
    buttons: [{ label: labelOf(params, label), phone: str(params.phone_number) || str(params.phone) }],
  }),
  quick_reply: (params, label) => ({ buttons: [{ label: labelOf(params, label) }] }),
  single_select: (params, label) => ({
    buttons: [{ label: labelOf(params, label) }],
    parts: listOf(params.sections).map(section =>
      card('options', {
        title: [str(section.title), str(section.highlight_label)].filter(Boolean).join(' · '),
        rows: listOf(section.rows).flatMap(each =>
          labelled([str(each.header), str(each.title)].filter(Boolean).join(' – '), str(each.description)),
        ),
      }),
    ),
  }),
  payment_info: params => ({ parts: paymentOf(params) }),
  review_and_pay: params => ({ parts: paymentOf(params) }),
  order_details: params => ({ parts: paymentOf(params) }),
  payment_method: params => ({ parts: paymentOf(params) }),
  payment_status: params => ({ parts: paymentOf(params) }),
  review_order: params => ({ parts: paymentOf(params) }),
};

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** What is to be paid, and how: an order, and the ways to pay it. */
const paymentOf = (params: Json): Part[] => {
  const ways = listOf(params.payment_settings).flatMap(wayOf);
  const order = orderOf(params);
  return order.length > 0 || ways.length > 0 ? [...order, ...ways] : generic(params);
};

const generic = (params: Json): Part[] => [
  card('payment', {
    rows: leavesOf(params).flatMap(leaf => labelled(readableName(leaf.label), leaf.value)),
  }),
];

const orderOf = (params: Json): Part[] => {
  const order = isObject(params.order) ? params.order : {};
  const currency = str(params.currency);
  const items = listOf(order.items).map(item => itemRow(item, currency));
  const rows: PartRow[] = [
    ...row('reference', str(params.reference_id)),
    ...items,
    ...(['subtotal', 'shipping', 'discount', 'tax'] as const).flatMap(name =>
      money(name, order[name], currency),
    ),
    ...money('total', params.total_amount, currency),
  ];
  if (rows.length === 0) return [];
  const text = str(params.additional_note) || str(order.description);
  return [card(items.length > 0 ? 'order' : 'payment', { rows, text })];
};

const itemRow = (item: Json, currency: string): PartRow => {
  const [price] = money('price', item.sale_amount ?? item.amount, currency);
  const count = Number(item.quantity ?? 1);
  const label = `${count > 1 ? `${count} × ` : ''}${str(item.name)}`;
  const { name: _, ...shown } = price ?? { value: '' };
  return { ...shown, label };
};

const money = (
  name: 'subtotal' | 'shipping' | 'discount' | 'tax' | 'total' | 'price',
  given: unknown,
  currency: string,
): PartRow[] => {
  if (!isObject(given)) return [];
  const value = Number(given.value) / (Number(given.offset) || 1);
  return amount(name, value, currency || null);
};

const pixTypes: ReadonlySet<string> = new Set(['pix_static_code', 'pix_dynamic_code', 'pix']);

/** A way to pay: a Pix key or code, a slip's line, an address; of others all that they say. */
const wayOf = (setting: Json): Part[] => {
  const type = str(setting.type);
  const inner = setting[type];
  const details = isObject(inner) ? inner : {};
  if (pixTypes.has(type)) {
    const rows = [
      ...row('key', str(details.key), { as: 'code' }),
      ...row('keyType', str(details.key_type)),
      ...row('pixCode', str(details.code), { as: 'code' }),
    ];
    return [card('pix', { title: str(details.merchant_name), rows })];
  }
  if (type === 'boleto')
    return [card('payment', { rows: row('boleto', str(details.digitable_line), { as: 'code' }) })];
  if (type === 'payment_link') return [card('payment', { link: str(details.uri) || str(details.url) })];
  const rows = leavesOf(details).flatMap(leaf => labelled(readableName(leaf.label), leaf.value));
  return rows.length > 0 ? [card('payment', { rows })] : [];
};
