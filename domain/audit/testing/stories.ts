import type { AnyEvent, AnyEventType } from '#domain/catalogue.ts';
import type { Category } from '#domain/shared/stream.ts';

export type Shown = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
/** One thing's events, each with what is to be shown of it; `none` where nothing stood, or is left. */
export type Step = readonly [event: AnyEvent, shown: Shown];
export type Story = { readonly category: Category; readonly steps: readonly Step[] };

export const none = undefined;

type DataOf<Type extends AnyEventType> = Extract<AnyEvent, { readonly type: Type }>['data'];

export const step = <Type extends AnyEventType>(type: Type, data: DataOf<Type>, shown: Shown): Step => [
  { type, data } as AnyEvent,
  shown,
];
