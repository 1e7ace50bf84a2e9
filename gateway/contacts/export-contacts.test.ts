import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { guessMapping, headingAt } from '#commands/contact-import/guess-mapping.ts';
import { readRow } from '#commands/contact-import/read-row.ts';
import { newId } from '#commands/ids.ts';
import {
  accepted,
  byConnection,
  bySystem,
  companyId,
  createWorld,
  eventsOfType,
  inbound,
} from '#commands/testing/world.ts';
import { digits, numberVariants } from '#domain/contact/number.ts';
import type { Queryable } from '#projections/tenant.ts';
import { parseTable } from '#spreadsheets/parse-table.ts';
import { exportedCsv } from './export-contacts.ts';

type Exported = { readonly name: string; readonly number: string };

/** What a company exports that has this one contact. */
const fileOf = async (contact: Exported): Promise<Buffer> => {
  const more = { id: newId(), email: null, queue: null, wallet: '', extraInfo: [], sought: '' };
  const pages: Readonly<Record<string, readonly object[][]>> = {
    contacts_to_export: [[{ ...contact, ...more }], []],
    exported_extra: [[]],
  };
  const asked = new Map<string, number>();
  const query = async (name: string) => {
    const turn = asked.get(name) ?? 0;
    asked.set(name, turn + 1);
    return pages[name]?.[turn] ?? [];
  };
  const db = { companyId, query } as unknown as Queryable;
  const tenants = { read: <T>(_: string, ask: (db: Queryable) => Promise<T>) => ask(db) };
  return Buffer.from((await Array.fromAsync(exportedCsv({ tenants, companyId }, 'pt-BR'))).join(''));
};

const readBack = async (file: Buffer) => {
  const { rows } = await parseTable(file);
  const [heading, ...lines] = rows.map(({ cells }) => cells);
  expect([headingAt(rows.map(({ cells }) => cells)), lines.length]).toEqual([0, 1]);
  const guess = guessMapping(heading ?? [], lines);
  return readRow(lines[0] ?? [], { ...guess, number: guess.number ?? -1, extra: [], areaCode: null });
};

const number = fc
  .tuple(
    fc.constantFrom(
      ...getCountries().flatMap(country => {
        const example = getExampleNumber(country, examples);
        return example ? [digits(example.number)] : [];
      }),
    ),
    fc.stringMatching(/^\d{3}$/),
  )
  .chain(([mobile, end]) => fc.constantFrom(...numberVariants(`${mobile.slice(0, -3)}${end}`)));
const sign = fc.oneof(
  fc.constantFrom("'", '=', '+', '-', '@', '"', ';', '\n', '\t', ' ', '\u202a', '👨‍👩‍👧', ':::', '＝', '1'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const name = fc.array(sign, { maxLength: 30 }).map(signs => signs.join(''));

it('what is exported and imported again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(name, number, async (name, number) => {
      const { store, commands } = createWorld();
      accepted(
        await commands.message.receive(byConnection(), inbound({ chat: { number, lid: null, name } })),
      );
      const [created] = await eventsOfType(store, 'ContactCreated');
      const known = created?.data as Exported;
      const head = await store.head();
      const reading = await readBack(await fileOf(known));
      if (!('contact' in reading)) throw new Error(reading.problem);
      const row = { importId: newId(), line: 2, contact: reading.contact, mayRename: true, updates: true };
      expect(await commands.importRows.importContact(bySystem(), row)).toEqual({
        outcome: 'ignored',
        contactId: created?.entityId,
      });
      expect(await store.head()).toBe(head);
    }),
    { numRuns: 100 },
  );
}, 60_000);
