import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type InboxStory, openInboxStory } from '../../testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, company, idOf, otherCompany } from '../../testing/story.ts';
import { mayHaveStemsOf, stemsOf, vectorOf } from '../plain-text.ts';
import { type FoundMessages, type MessageSearch, searchMessages } from './search-messages.ts';

let model: ReadModel;
let story: InboxStory;

const admin: Viewer = { userId: idOf('root'), profile: 'admin', queueIds: [] };
const ana: Viewer = { userId: idOf('ana'), profile: 'user', queueIds: [idOf('sales')] };

const texts: Readonly<Record<string, string>> = {
  accents: 'Solicitações de REEMBOLSO aprovadas ontem',
  plain: 'uma solicitacao sem acento nenhum',
  stems: 'Os pedidos chegaram atrasados',
  piece: 'Código do rastreio: BR4471XK9',
  percent: 'Desconto de 100%_certo, ela disse "amanhã" e \\ foi',
  several: 'o boleto do pedido venceu',
  digits: 'ligue 11 98765-4321',
};

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  story = openInboxStory();
  story.companyCreated('Ours');
  for (const queue of ['sales', 'support']) story.queue(queue);
  story.user('ana', ['sales']);
  story.connection();
  story.contact();

  story.opened('talk', { queue: 'sales' });
  story.opened('other queue', { queue: 'support' });
  story.opened('gone', { queue: 'sales' });
  story.opened('to forget', { queue: 'sales' });
  for (const [name, body] of Object.entries(texts)) story.received(name, 'talk', body);
  story.received('hidden', 'other queue', 'assunto sigiloso do suporte');
  story.received('in gone', 'gone', 'assunto apagado');
  story.deleted('gone');
  story.received('edited', 'talk', 'antes da troca');
  story.edited('edited', 'depois da mudança');
  story.received('unsent', 'talk', 'palavra retirada');
  story.about('unsent', 'MessageDeleted');
  // Between these and the newest stand more messages than a search glances at.
  for (let index = 0; index < 1_050; index += 1)
    story.received(`filler ${index}`, 'talk', index < 45 ? `repetida ${index}` : `linha ${index}`);
  story.received('of forgotten', 'to forget', 'confidencial confissão');
  const theirs = openInboxStory(otherCompany, 'their ', story);
  theirs.companyCreated('Theirs');
  theirs.connection();
  theirs.contact();
  theirs.opened('t');
  theirs.received('secret', 't', 'pedidos de outra empresa');
  model.run(store);
  await model.shown(await appendStory(store, story.events));
});
afterAll(() => model.close());

const ask = (search: MessageSearch, viewer = admin, asked = company): Promise<FoundMessages> =>
  model.tenants.read(asked, db => searchMessages(db, viewer, search));
const bodies = ({ found }: FoundMessages) => found.map(({ message }) => message.body);
const find = async (searchParam: string, viewer = admin) => bodies(await ask({ searchParam }, viewer));

describe('a search over messages', () => {
  it('finds words whatever their accents and capitals', async () => {
    expect(await find('reembolso')).toEqual([texts.accents]);
    expect(await find('AMANHA')).toEqual([texts.percent]);
    expect(await find('códigó')).toEqual([texts.piece]);
  });

  it('finds other forms of a word', async () => {
    expect(await find('atrasadas')).toEqual([texts.stems]);
    expect(await find('solicitação')).toEqual([texts.plain, texts.accents]);
    expect(await find('solicitacoes')).toEqual([texts.plain, texts.accents]);
  });

  it('finds other forms within a conversation, which is looked through', async () => {
    const found = async (searchParam: string) =>
      bodies(await ask({ searchParam, ticketId: story.id('talk') }));
    expect(await found('solicitacoes')).toEqual([texts.plain, texts.accents]);
    expect(await found('atrasadas')).toEqual([texts.stems]);
    expect(await found('solenes')).toEqual([]);
  });

  it('never passes over a message with the stems when it glances', async () => {
    const ends =
      'ar ada ando amento amente acao acoes ucao ucoes encia ismo ivas idade logia eira aria eza oes gue ce';
    const roots = [
      'funcao',
      'solicit',
      'pag',
      'poesi',
      'frequ',
      'argu',
      'coracao',
      '11 98765-4321',
      'a_b@c.de/f.g',
    ];
    const forms = roots.flatMap(root => [root, ...ends.split(' ').map(end => root + end)]);
    const text = `
      select count(*)::int as matches,
        (count(*) filter (where not ${mayHaveStemsOf('t', 'w')}))::int as passed_over
      from unnest($1::text[]) t, unnest($1::text[]) w where ${vectorOf('t')} @@ ${stemsOf('w')}`;
    const [row] = await model.tenants.read(company, db =>
      db.query<{ matches: number; passed_over: number }>('glances', text, [forms]),
    );
    expect(row?.passed_over).toBe(0);
    expect(row?.matches).toBeGreaterThan(forms.length + 100);
  });

  it('finds pieces of three letters and more as they stand', async () => {
    expect(await find('471x')).toEqual([texts.piece]);
    expect(await find('embol')).toEqual([texts.accents]);
    expect(await find('65-43')).toEqual([texts.digits]);
  });

  it('finds messages that have all the words, in any order', async () => {
    expect(await find('pedido')).toEqual([texts.several, texts.stems]);
    expect(await find('pedido boleto')).toEqual([texts.several]);
    expect(await find('boleto rastreio')).toEqual([]);
    expect(await find('os')).toEqual([texts.stems]);
  });

  it('takes quotes, percents, backslashes and operators literally', async () => {
    expect(await find('100%_c')).toEqual([texts.percent]);
    expect(await find('100%c')).toEqual([]);
    for (const odd of ['%%%', '___', '\\\\', `'; drop table x; --`, '!! & | <->', ':*', '🙂🙂', '\0\0'])
      expect({ odd, found: await find(odd) }).toEqual({ odd, found: [] });
    expect(await find('"amanhã"')).toEqual([texts.percent]);
  });

  it('follows edits and deletions', async () => {
    expect(await find('troca')).toEqual([]);
    expect(await find('mudanca')).toEqual(['depois da mudança']);
    expect(await find('retirada')).toEqual([]);
  });

  it('shows only what the viewer may see', async () => {
    expect(await find('sigiloso')).toEqual(['assunto sigiloso do suporte']);
    expect(await find('sigiloso', ana)).toEqual([]);
    const { found } = await ask({ searchParam: 'pedido' }, ana);
    expect(found.every(({ ticket }) => canSee(ana, ticket))).toBe(true);
    expect(found).toHaveLength(2);
  });

  it('leaves out deleted tickets and other companies', async () => {
    expect(await find('apagado')).toEqual([]);
    expect(bodies(await ask({ searchParam: 'pedidos' }, admin, otherCompany))).toEqual([
      'pedidos de outra empresa',
    ]);
    const rows = await model.tenants.read(otherCompany, db =>
      db.query<{ company_id: string }>('own_view', 'select distinct company_id from inbox.own_message', []),
    );
    expect(rows).toEqual([{ company_id: otherCompany }]);
  });

  it('may be kept to one contact or one ticket', async () => {
    const searchParam = 'sigiloso';
    expect(bodies(await ask({ searchParam, ticketId: idOf('other queue') }))).toHaveLength(1);
    expect(bodies(await ask({ searchParam, ticketId: idOf('talk') }))).toEqual([]);
    expect(bodies(await ask({ searchParam, contactId: idOf('contact') }))).toHaveLength(1);
    expect(bodies(await ask({ searchParam, contactId: idOf('nobody') }))).toEqual([]);
  });

  it.each(['repetida', 'linha'])('pages by place without a gap or a double: %s', async searchParam => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ searchParam, cursor });
      seen.push(...bodies(page));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const all = Array.from({ length: 1_050 }, (_, index) => (index < 45 ? 'repetida' : 'linha'))
      .map((word, index) => `${word} ${index}`)
      .filter(body => body.startsWith(searchParam))
      .reverse();
    expect(seen).toEqual(all);
  });
});

describe('the text of an erased person', () => {
  it('is no longer found', async () => {
    expect(await find('confissao')).toEqual(['confidencial confissão']);
    const store = openMemoryStore();
    await appendStory(store, story.events);
    story.contactErased('contact');
    const position = await appendStory(store, story.events.slice(-1));
    const erasing = await openReadModel();
    try {
      erasing.run(store);
      await erasing.shown(position);
      const { found } = await erasing.tenants.read(company, db =>
        searchMessages(db, admin, { searchParam: 'confissao' }),
      );
      expect(found).toEqual([]);
      const { rows } = await erasing.pool.query(
        `select 1 from inbox.message where sought <> '' and contact_id = $1`,
        [idOf('contact')],
      );
      expect(rows).toEqual([]);
    } finally {
      await erasing.close();
    }
  });
});
