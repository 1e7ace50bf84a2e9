import type { z } from 'zod';
import type { AnyEvent } from '#domain/catalogue.ts';
import { knownPerson } from '#domain/contact/contact.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { contactPart } from '#domain/webhook/payloads.ts';
import type { EventStore } from '#eventstore/types.ts';
import { type Concept, concepts } from '../concepts.ts';

export type PayloadDeps = { readonly store: Pick<EventStore, 'load'> };

/** The contact as outside is told of it, as it is now: empty once it was erased. */
export const contactPartOf = async (
  deps: PayloadDeps,
  companyId: string,
  contactId: string,
): Promise<z.output<typeof contactPart>> => {
  const contact = await folded(deps, concepts.contact, companyId, contactId);
  // Of a contact that was merged it is the other one that is changed, and erased.
  const isMerged = contact.status === 'merged';
  const shown = isMerged ? await folded(deps, concepts.contact, companyId, contact.winnerId) : contact;
  const known = knownPerson(shown);
  return { name: known?.name ?? '', number: known?.number ?? '', isGroup: known?.isGroup ?? false };
};

/** What the stream of one of a concept comes to. */
export const folded = async <State, Event extends AnyEvent>(
  { store }: PayloadDeps,
  { category, entity, isEvent }: Concept<State, Event>,
  companyId: string,
  id: string,
): Promise<State> => {
  const events = await store.load(streamName(category, companyId, id));
  return events.reduce<State>(
    (state, event) => (isEvent(event) ? entity.evolve(state, event) : state),
    entity.initial,
  );
};
