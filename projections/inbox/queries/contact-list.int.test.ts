import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberVariants } from '#domain/contact/number.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type InboxStory, openInboxStory } from '../../testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, company, idOf, otherCompany } from '../../testing/story.ts';
import { plainText } from '../plain-text.ts';
import type { ContactFilter } from './contact-filter.ts';
import { listContacts } from './contact-list.ts';

let model: ReadModel;

const admin: Viewer = { userId: idOf('root'), profile: 'admin', queueIds: [] };
const ana: Viewer = { userId: idOf('ana'), profile: 'user', queueIds: [idOf('sales')] };

type Person = {
  readonly name: string;
  readonly number: string;
  readonly email: string | null;
  readonly queue?: string;
  readonly wallet?: readonly string[];
};
const firstNames = ['José', 'Ana', 'Maria', 'Conceição', "D'Ávila", 'Jo', 'Søren', 'Мария', 'X', 'R2-D2'];
const lastNames = ['da Silva', 'Souza', 'e Sá', 'Müller', '50%_o', 'Lima ~ Filho', '李明', 'Ö.'];
const none: Person = { name: '', number: '', email: null };
const walletsOfEach = [[], ['ana'], ['bruno'], ['former'], ['ana', 'bruno']];

const manyPeople: readonly Person[] = firstNames.flatMap((first, i) =>
  lastNames.map((last, k) => ({
    name: `${first} ${last}`,
    number: `55${11 + i}9${String((i * 8 + k) * 1_234_567).padStart(8, '0')}`,
    email: (i + k) % 3 === 0 ? `${i}.Contato_${k}@mail.example` : null,
    ...((i + k) % 2 === 0 ? { queue: k % 4 < 2 ? 'sales' : 'support' } : {}),
    wallet: walletsOfEach[(i * 3 + k) % 5] ?? [],
  })),
);

/** As WhatsApp has their numbers. */
const people: readonly Person[] = [
  ...manyPeople,
  { ...none, name: 'Zeca Curto', number: '554788776655' },
  { ...none, name: 'Zoé Longo', number: '5547988776656' },
  { ...none, name: 'Zulma', number: '5215512340001' },
];

const tell = (story: InboxStory, { name, number, email, queue, wallet = [] }: Person, of = company) => {
  const contactId = story.id(name);
  const queueId = queue ? story.id(queue) : null;
  const data = { contactId, name, number, lid: null, email, isGroup: false, queueId };
  story.tell('contact', contactId, { type: 'ContactCreated', data }, of);
  if (wallet.length > 0)
    story.tell('contact', contactId, {
      type: 'ContactWalletChanged',
      data: { contactId, userIds: wallet.map(word => story.id(word)) },
    });
};

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  const story = openInboxStory();
  story.companyCreated('Ours');
  story.setting('useContactWallet', 'enabled');
  for (const user of ['ana', 'bruno', 'former']) story.user(user);
  story.tell('user', story.id('former'), { type: 'UserRemoved', data: { userId: story.id('former') } });
  for (const person of people) tell(story, person);
  const theirs = openInboxStory(otherCompany, 'their ', story);
  theirs.companyCreated('Theirs');
  tell(theirs, { name: 'Maria Lima', number: '5511955554444', email: 'x@outra.example' }, otherCompany);
  model.run(store);
  await model.shown(await appendStory(store, story.events));
});
afterAll(() => model.close());

/** By the index of keys however many there are, and by going through all however few. */
const ways = { 'by keys': async () => false, 'by name': async () => true };
const ask = (filter: ContactFilter, viewer = admin, isCommon?: () => Promise<boolean>) =>
  model.tenants.read(company, db => listContacts(db, viewer, filter, isCommon));

const has = (search: string) => {
  const words = plainText(search);
  const digits = /\p{L}/u.test(words) ? '' : words.replaceAll(/\D/g, '');
  return ({ name, email, number }: Person): boolean =>
    plainText(name).includes(words) ||
    (email ?? '').toLowerCase().includes(words) ||
    (digits !== '' && numberVariants(number).some(form => form.includes(digits)));
};

const searches = `
  ana|JOSE|conceicao|Conceição|da silva|a da|a d|e sa| sa|s|sá|o e|jo|r2|2-d|d2 |'av|50%_|%|_|~|li|lima ~ f|Søren|ren s|ø|
  Мария|рия|李|李明|x|x s|ö.|muller|Müll|5511|11 9|+55 (11) 9|1234567|123 4567|47 98877-6655|+55 47 98877 6655|98877-6655|98877-6656|4798877|4788776|+52 55 1234 0001|.contato_|contato_1@|@MAIL|qx|zzz|ma da|a s`.split(
  '|',
);

const visibleTo =
  (viewer: string) =>
  ({ wallet = [], queue }: Person) =>
    (wallet.length === 0 || wallet.includes(viewer) || wallet.every(user => user === 'former')) &&
    queue !== 'support';

describe.each(Object.entries(ways))('contacts that are looked for %s', (way, isCommon) => {
  const pagesOf = async (filter: ContactFilter, viewer = admin): Promise<string[]> => {
    const page = await ask(filter, viewer, isCommon);
    const names = page.contacts.map(({ name }) => name);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    return page.nextCursor
      ? [...names, ...(await pagesOf({ ...filter, cursor: page.nextCursor }, viewer))]
      : names;
  };
  const sorted = (names: readonly string[]) => names.toSorted();
  const namesOf = (some: readonly Person[]) => sorted(some.map(({ name }) => name));

  it.each(searches)(
    'have “%s” in name or e-mail, whatever its accents, or its digits in the number',
    async search => {
      expect(sorted(await pagesOf({ searchParam: search }))).toEqual(namesOf(people.filter(has(search))));
    },
  );

  it('come by name, each once, by cursor as by page number', async () => {
    const { rows } = await model.pool.query<{ name: string }>(
      'select name from inbox.contact where company_id = $1 order by sought, id',
      [company],
    );
    const names = rows.map(({ name }) => name);
    expect(await pagesOf({})).toEqual(names);
    const withA = names.filter(name => has('a')(people.find(person => person.name === name) ?? none));
    expect(await pagesOf({ searchParam: 'a' })).toEqual(withA);
    const second = await ask({ searchParam: 'a', pageNumber: 2 }, admin, isCommon);
    expect(second.contacts.map(({ name }) => name)).toEqual(withA.slice(40, 80));
    const beyond = await ask({ searchParam: 'da silva', pageNumber: 9 }, admin, isCommon);
    expect(beyond).toMatchObject({ contacts: [], hasMore: false, nextCursor: null });
  });

  it('are one’s own, nobody’s and those of who is gone, of the chosen queues and of none', async () => {
    const queueIds = [idOf('sales')];
    const mine = people.filter(visibleTo('ana'));
    expect(sorted(await pagesOf({ queueIds }, ana))).toEqual(namesOf(mine));
    for (const search of ['silva', 'ma', 'm', '55'])
      expect(sorted(await pagesOf({ queueIds, searchParam: search }, ana))).toEqual(
        namesOf(mine.filter(has(search))),
      );
    expect(await pagesOf({ queueIds })).toHaveLength(people.length);
  });

  it('are counted, those of other pages too', async () => {
    if (way === 'by name') return;
    for (const search of ['silva', '55', 'zzz', 'm'])
      for (const pageNumber of [1, 2])
        expect((await ask({ searchParam: search, pageNumber }, admin, isCommon)).count).toBe(
          people.filter(has(search)).length,
        );
  });
});

describe('a list of contacts', () => {
  it('begins anew at a cursor that is not one', async () => {
    expect(await ask({ cursor: 'nonsense' })).toEqual(await ask({}));
  });

  it('finds nobody of another company', async () => {
    const theirs = await model.tenants.read(otherCompany, db =>
      listContacts(db, admin, { searchParam: 'lima' }),
    );
    expect(theirs.contacts.map(({ number }) => number)).toEqual(['5511955554444']);
    expect((await ask({ searchParam: '5511955554444' })).contacts).toEqual([]);
  });
});
