import type { Pool } from 'pg';
import { forgetPersons } from '#commands/contact-import/import-marks.ts';
import type { Purge } from '#commands/policies/purges.ts';
import { purgeAnswers } from '#commands/webhook/delivery-rows.ts';
import type { PersonKeyring } from '#eventstore/person-keys.ts';
import type { MediaStore } from '#files/store.ts';
import { purgeRepeatedCalls } from '#gateway/interface/repeated-calls.ts';

type Keeping = {
  readonly pool: Pool;
  readonly keys: Pick<PersonKeyring, 'destroy'>;
  readonly media: Pick<MediaStore, 'purge'>;
};

/**
 * What an erasure takes of a person outside of the log, the read models and the connector: the keys first, so that who
 * asks before keeping something gets the right answer. Where else something of a person is kept, its purge goes in here, too.
 */
export const purgesOf = ({ pool, keys, media }: Keeping): readonly Purge[] => [
  ({ companyId, persons }) => keys.destroy(companyId, persons),
  ({ companyId, persons }) => media.purge(companyId, persons),
  erased => purgeAnswers(pool, erased),
  erased => purgeRepeatedCalls(pool, erased),
  ({ contactId }) => forgetPersons(pool, [contactId]),
];
