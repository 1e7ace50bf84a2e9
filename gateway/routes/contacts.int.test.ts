import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let user: Browser;
let connectionId: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  connectionId = await office.connection();
  [admin, user] = await adminAndAttendant(harness, office);
});
afterAll(() => harness.close());

const pair = async () => {
  const [contactId, otherId] = [await office.contact('Clara'), await office.contact('Clara dois')];
  const place = { connectionId, queueId: null };
  const tickets = [
    await office.pending({ contactId, ...place }),
    await office.pending({ contactId: otherId, ...place }),
  ];
  await harness.caughtUp();
  return { contactId, otherId, tickets };
};
const contactOf = async (ticketId: string | undefined) => {
  await harness.caughtUp();
  const { body } = await admin.get(`tickets/${ticketId}`);
  return { id: body.contactId, name: body.contact.name, inside: body.contact.id };
};
const ticketsOf = async (contactId: string) => {
  await harness.caughtUp();
  const { body } = await admin.get(`tickets?showAll=true&contactId=${contactId}`);
  return body.tickets.map((ticket: { id: string }) => ticket.id).sort();
};

describe('POST /contacts/{id}/merge', () => {
  it('shows the other’s tickets under the winner, and the undo under the other again', async () => {
    const { contactId, otherId, tickets } = await pair();
    const merged = await admin.post(`contacts/${contactId}/merge`, { otherId });
    expect([merged.status, merged.body]).toEqual([200, { id: contactId, position: expect.any(Number) }]);
    expect(await contactOf(tickets[1])).toEqual({ id: contactId, name: 'Clara', inside: contactId });
    expect(await ticketsOf(contactId)).toEqual([...tickets].sort());
    const { body: found } = await admin.get('tickets?showAll=true&searchParam=dois');
    expect(found.tickets.map((ticket: { id: string }) => ticket.id)).toContain(tickets[1]);
    const undone = await admin.post(`contacts/${contactId}/unmerge`, { otherId });
    expect(undone.status).toBe(200);
    expect(await contactOf(tickets[1])).toEqual({ id: otherId, name: 'Clara dois', inside: otherId });
    expect(await ticketsOf(contactId)).toEqual([tickets[0]]);
  });

  it('is for admins', async () => {
    const { contactId, otherId } = await pair();
    for (const path of ['merge', 'unmerge']) {
      const refused = await user.post(`contacts/${contactId}/${path}`, { otherId });
      expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    }
  });

  it('refuses itself, who is not there, and to undo what was never done', async () => {
    const { contactId, otherId } = await pair();
    const post = async (path: string, other: string) => {
      const { status, body } = await admin.post(`contacts/${contactId}/${path}`, { otherId: other });
      return [status, body.error];
    };
    expect(await post('merge', contactId)).toEqual([400, 'ERR_VALIDATION']);
    expect(await post('merge', '01990000-0000-7000-8000-00000000dead')).toEqual([
      404,
      'ERR_NO_CONTACT_FOUND',
    ]);
    expect(await post('unmerge', otherId)).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
  });

  it('has both erased when one is, and counts what is of both', async () => {
    const { contactId, otherId } = await pair();
    await admin.post(`contacts/${contactId}/merge`, { otherId });
    await harness.caughtUp();
    const { body: preview } = await admin.get(`contacts/${contactId}/erasure`);
    expect(preview).toMatchObject({ erased: false, counts: { tickets: 2 } });
    const { confirmation } = preview;
    const { status, body } = await admin.post(`contacts/${contactId}/erasure`, { confirmation });
    expect([status, body.erased, body.counts.tickets]).toEqual([200, true, 2]);
    expect((await admin.get(`contacts/${otherId}/erasure`)).body.erased).toBe(true);
  });
});

describe('a contact', () => {
  const extraInfo = [{ id: '01990000-0000-7000-8000-0000000000e1', name: 'CPF', value: '123' }];

  it('is read and changed by everybody; what is left out stays', async () => {
    const contactId = await office.contact('Joana');
    const { status } = await user.put(`contacts/${contactId}`, {
      ...{ email: 'joana@mail.example', extraInfo, notification: false },
    });
    await harness.caughtUp();
    const { body } = await user.get(`contacts/${contactId}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        ...{ id: contactId, name: 'Joana', email: 'joana@mail.example', extraInfo, notification: false },
      }),
    ]);
    const { status: refused } = await user.put(`contacts/${contactId}`, { name: 'J' });
    expect(refused).toBe(400);
  });

  it('keeps its number: a form may repeat it in any form, and is refused another', async () => {
    const contactId = await office.contact('Vera');
    await harness.caughtUp();
    const { number } = (await user.get(`contacts/${contactId}`)).body;
    const saved = await user.put(`contacts/${contactId}`, { name: 'Vera Lima', number: `+${number}` });
    expect([saved.status, saved.body.name]).toEqual([200, 'Vera Lima']);
    const other = await user.put(`contacts/${contactId}`, { name: 'Vera', number: phoneNumber() });
    expect([other.status, other.body]).toMatchObject([
      400,
      { error: 'ERR_VALIDATION', details: { field: 'number' } },
    ]);
    await harness.caughtUp();
    expect((await user.get(`contacts/${contactId}`)).body).toMatchObject({ name: 'Vera Lima', number });
  });

  it('has no e-mail where the field of a form was left empty', async () => {
    const made = await user.post('contacts', { name: 'Sem Email', number: phoneNumber(), email: '' });
    expect([made.status, made.body.email]).toEqual([201, null]);
    const path = `contacts/${made.body.id}`;
    expect((await user.put(path, { email: 'sem@mail.example' })).body.email).toBe('sem@mail.example');
    const emptied = await user.put(path, { email: '' });
    expect([emptied.status, emptied.body.email]).toEqual([200, null]);
    expect((await user.put(path, { email: 'sem' })).status).toBe(400);
  });

  it('is renamed by attendants where they may see a ticket of it, or it has none', async () => {
    const queueId = await office.queue('Cobrança', '#aa00aa');
    const [contactId, free] = [await office.contact('Helena'), await office.contact('Livre')];
    const ticketId = await office.pending({ contactId, connectionId, queueId });
    await harness.caughtUp();
    const rename = async (browser: Browser, id: string, name: string) => {
      const { status, body } = await browser.put(`contacts/${id}`, { name, notification: true });
      return [status, body.error, body.details];
    };
    expect(await rename(user, free, 'Livre Dias')).toEqual([200, undefined, undefined]);
    const refused = [403, 'ERR_NO_PERMISSION', { action: 'contact.rename' }];
    expect(await rename(user, contactId, 'Apelido')).toEqual(refused);
    expect((await user.put(`contacts/${contactId}`, { name: 'Helena', email: null })).status).toBe(200);
    const mergedInto = await office.contact('Helena Dois');
    expect((await admin.post(`contacts/${contactId}/merge`, { otherId: mergedInto })).status).toBe(200);
    await harness.caughtUp();
    expect(await rename(user, mergedInto, 'Apelido')).toEqual(refused);
    expect(await rename(admin, contactId, 'Helena Souza')).toEqual([200, undefined, undefined]);
    await admin.put(`tickets/${ticketId}`, { status: 'closed', userId: null, justClose: true });
    await harness.caughtUp();
    expect(await rename(user, contactId, 'Helena S.')).toEqual([200, undefined, undefined]);
  });

  it('says with its tickets whether attendants are told of what it writes', async () => {
    const contactId = await office.contact('Quieta');
    const ticketId = await office.pending({ contactId, connectionId, queueId: null });
    const told = async () => {
      await harness.caughtUp();
      return (await user.get(`tickets/${ticketId}`)).body.contact.notification;
    };
    expect(await told()).toBe(true);
    await user.put(`contacts/${contactId}`, { notification: false });
    expect(await told()).toBe(false);
  });

  it('that is shown under another is read and changed as that one', async () => {
    const { contactId, otherId } = await pair();
    await admin.post(`contacts/${contactId}/merge`, { otherId });
    expect((await user.put(`contacts/${otherId}`, { name: 'Clara Uma' })).status).toBe(200);
    await harness.caughtUp();
    expect((await user.get(`contacts/${otherId}`)).body).toMatchObject({ id: contactId, name: 'Clara Uma' });
  });

  it('is removed by admins, and then nowhere to be found', async () => {
    const contactId = await office.contact('Passageira');
    const refused = await user.delete(`contacts/${contactId}`);
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await admin.delete(`contacts/${contactId}`)).status).toBe(200);
    await harness.caughtUp();
    expect((await user.get(`contacts/${contactId}`)).status).toBe(404);
    expect((await user.get('contacts?searchParam=Passageira')).body).toMatchObject({
      contacts: [],
      count: 0,
    });
  });

  it('leaves nothing of what was noted of the person when it is erased', async () => {
    const contactId = await office.contact('Esquecida');
    await user.put(`contacts/${contactId}`, { extraInfo });
    await harness.caughtUp();
    const { confirmation } = (await admin.get(`contacts/${contactId}/erasure`)).body;
    await admin.post(`contacts/${contactId}/erasure`, { confirmation });
    await harness.caughtUp();
    const { body } = await user.get(`contacts/${contactId}`);
    expect(body).toMatchObject({ erased: true, name: '', extraInfo: [] });
    const { rows } = await harness.pool.query('select * from inbox.contact where id = $1', [contactId]);
    expect(JSON.stringify(rows)).not.toMatch(/CPF|esquecida/i);
  });
});

describe('GET /contacts', () => {
  const found = async (search: string) => {
    const { body } = await user.get(`contacts?searchParam=${encodeURIComponent(search)}`);
    return body.contacts.map(({ name }: { name: string }) => name);
  };
  it('finds by a part of the name, whatever its accents, and by digits of the number', async () => {
    const number = phoneNumber();
    await user.post('contacts', { name: 'José Antônio', number });
    await harness.caughtUp();
    expect(await found('jose ant')).toEqual(['José Antônio']);
    expect(await found('ANTÔNIO')).toEqual(['José Antônio']);
    expect(await found(`+${number.slice(0, 4)} ${number.slice(4)}`)).toEqual(['José Antônio']);
    expect(await found('jos%ant')).toEqual([]);
  });
  it('shows no groups, and nobody twice', async () => {
    const { contactId, otherId } = await pair();
    await office.inbound(connectionId, {
      chat: { number: '120363000000000001', lid: null, name: 'Grupo de clientes', isGroup: true },
    });
    await admin.post(`contacts/${contactId}/merge`, { otherId });
    await harness.caughtUp();
    expect(await found('Grupo de clientes')).toEqual([]);
    expect(await found('Clara dois')).not.toContain(otherId);
    const { body } = await user.get('contacts');
    const ids = body.contacts.map(({ id }: { id: string }) => id);
    expect(ids).toContain(contactId);
    expect(ids).not.toContain(otherId);
    expect(body.count).toBe(ids.length);
  });
});

describe('whose contacts are listed', () => {
  const namesOf = async (browser: Browser, query = '') => {
    await harness.caughtUp();
    const { body } = await browser.get(`contacts?searchParam=Carteira${query}`);
    return body.contacts.map(({ name }: { name: string }) => name);
  };
  const choosing = (value: string) => admin.put('settings/useContactWallet', { value });

  it('are one’s own and nobody’s where the company works with wallets; administrators list all', async () => {
    const [mine, others, nobodys] = [
      await office.contact('Carteira Minha'),
      await office.contact('Carteira Alheia'),
      await office.contact('Carteira Livre'),
    ];
    const { userId: former } = await office.user('Demitida');
    const orphan = await office.contact('Carteira Órfã');
    await harness.caughtUp();
    const { body: ana } = await user.get('auth/me');
    const { body: boss } = await admin.get('auth/me');
    const give = (id: string, users: readonly string[], browser = admin) =>
      browser.post(`contacts/add/wallet/${id}`, { users });
    expect((await give(mine, [ana.id])).status).toBe(200);
    expect((await give(others, [boss.id])).status).toBe(200);
    expect((await give(orphan, [former])).status).toBe(200);
    expect((await give(nobodys, [ana.id], user)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await give(nobodys, ['01990000-0000-7000-8000-00000000dead'])).body.error).toBe(
      'ERR_NO_USER_FOUND',
    );
    must(await harness.commands.user.remove(office.context(), { userId: former }));
    const all = ['Carteira Alheia', 'Carteira Livre', 'Carteira Minha', 'Carteira Órfã'];
    expect(await namesOf(user)).toEqual(all);
    await choosing('enabled');
    expect(await namesOf(user)).toEqual(['Carteira Livre', 'Carteira Minha', 'Carteira Órfã']);
    expect(await namesOf(admin)).toEqual(all);
    const { body: listed } = await user.get('contacts/list');
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(others);
    await choosing('disabled');
    expect(await namesOf(user)).toEqual(all);
    expect((await user.get(`contacts/${mine}`)).body.contactsUser).toEqual([{ id: ana.id, name: 'Ana' }]);
    expect((await user.get(`contacts/${orphan}`)).body.contactsUser).toEqual([]);
  });

  it('are those of the chosen queues and of none, for who attends', async () => {
    const [sales, support] = [
      await office.queue('Vendas', '#00aa00'),
      await office.queue('Suporte', '#0000aa'),
    ];
    for (const [name, queueId] of [['Carteira V', sales] as const, ['Carteira S', support] as const])
      await user.put(`contacts/${await office.contact(name)}`, { queueId });
    const query = `&queueIds=${encodeURIComponent(JSON.stringify([sales]))}`;
    expect(await namesOf(user, query)).toEqual(expect.arrayContaining(['Carteira V', 'Carteira Livre']));
    expect(await namesOf(user, query)).not.toContain('Carteira S');
    expect(await namesOf(admin, query)).toContain('Carteira S');
    expect((await user.get('contacts?queueIds=nada')).status).toBe(400);
  });
});

describe('what saving a contact answers', () => {
  const extraInfo = [{ id: '01990000-0000-7000-8000-0000000000e2', name: 'CPF', value: '9' }];

  it('is the contact as it is from then on, with no ticket yet', async () => {
    const queueId = await office.queue('Inicial', '#123456');
    const body = { name: ' Rita Melo ', number: phoneNumber(), email: 'rita@mail.example', queueId };
    const more = { notification: false, extraInfo };
    const { status, body: made } = await user.post('contacts', { ...body, ...more });
    const expected = { ...body, ...more, name: 'Rita Melo', uuid: null, contactsUser: [] };
    expect([status, made]).toEqual([201, expect.objectContaining(expected)]);
    await harness.caughtUp();
    const { uuid: _, ...shown } = expected;
    expect((await user.get(`contacts/${made.id}`)).body).toMatchObject(shown);
  });

  it('names the ticket that is not closed, where the caller may see it', async () => {
    const queueId = await office.queue('Fechada', '#654321');
    const contactId = await office.contact('Com Ticket');
    const ticketId = await office.pending({ contactId, connectionId, queueId });
    await harness.caughtUp();
    const save = async (browser: Browser, email: string) =>
      (await browser.put(`contacts/${contactId}`, { email })).body;
    expect(await save(admin, 'a@mail.example')).toMatchObject({
      ...{ id: contactId, name: 'Com Ticket', email: 'a@mail.example', uuid: ticketId },
    });
    expect((await save(user, 'b@mail.example')).uuid).toBeNull();
    await admin.put(`tickets/${ticketId}`, { status: 'closed', userId: null, justClose: true });
    await harness.caughtUp();
    expect((await save(admin, 'c@mail.example')).uuid).toBeNull();
  });
});

describe('POST /contacts', () => {
  const create = async (number: string) => {
    const { status, body } = await user.post('contacts', { name: 'Nova', number });
    return { status, ...body };
  };

  it('takes the number as it is when no connection is open, and only once', async () => {
    const number = phoneNumber();
    const made = await create(`+${number}`);
    expect(made).toMatchObject({ status: 201, number, checked: false });
    const again = await create(number);
    expect(again).toMatchObject({
      ...{ status: 409, error: 'ERR_DUPLICATED_CONTACT' },
      details: { contactId: made.id },
    });
    expect(await create('123')).toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
  });

  describe('while a connection is open', () => {
    let connector: Client;
    let answer: { state: string; number: string };
    let answering: Promise<unknown> = Promise.resolve();
    const answerAll = (state: string, number: string) => `
      with answered as (
        update connector.number_check set state = '${state}', number = '${number}'
        where state = 'asked' returning id)
      select pg_notify('connector_checked', id::text) from answered`;
    beforeAll(async () => {
      connector = new Client({ connectionString: harness.databaseUrl });
      await connector.connect();
      await connector.query(`
        create schema if not exists connector;
        create table connector.session (connection_id uuid, company_id uuid, status text, lease_until timestamptz,
          qr text, pairing_code text, retries int);
        create table connector.number_check (id uuid, company_id uuid, connection_id uuid, number text,
          state text default 'asked', asked_at timestamptz default now())`);
      await connector.query(
        `insert into connector.session values ($1, $2, 'CONNECTED', now() + interval '1 hour', '', '', 0)`,
        [connectionId, office.companyId],
      );
      connector.on('notification', ({ payload }) => {
        if (payload !== `check ${connectionId}`) return;
        const { state, number } = answer;
        answering = answering.then(() => connector.query(answerAll(state, number)));
      });
      await connector.query('listen connector_wake');
    });
    afterAll(async () => {
      await answering;
      await connector.end();
    });

    it('keeps the number as WhatsApp has it: a ninth digit too many makes no second contact', async () => {
      const rest = phoneNumber().slice(-8);
      answer = { state: 'there', number: `5511${rest}` };
      const made = await create(`55119${rest}`);
      expect(made).toMatchObject({ status: 201, number: `5511${rest}`, checked: true });
      expect(await create(`5511${rest}`)).toMatchObject({ status: 409, error: 'ERR_DUPLICATED_CONTACT' });
    });

    it.each([
      ['absent', 400, 'ERR_WAPP_INVALID_CONTACT'],
      ['failed', 502, 'ERR_WAPP_CHECK_CONTACT'],
    ])('refuses a number that is %s', async (state, status, error) => {
      answer = { state, number: '' };
      expect(await create(phoneNumber())).toMatchObject({ status, error });
      const { rowCount } = await harness.pool.query('select from connector.number_check');
      expect(rowCount).toBe(0);
    });

    it('waits for many answers on one line to Postgres', async () => {
      answer = { state: 'absent', number: '' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(phoneNumber())));
      expect(answers.map(({ error }) => error)).toEqual(Array(20).fill('ERR_WAPP_INVALID_CONTACT'));
      const { rowCount } = await harness.pool.query(
        `select from pg_stat_activity where datname = current_database() and query ~ 'listen .*connector_checked'
           and query !~ 'pg_stat_activity'`,
      );
      expect(rowCount).toBe(1);
    });

    it('still finds an answer that came while that line was down', async () => {
      answer = { state: 'absent', number: '' };
      const dropLine = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~ 'listen .*connector_checked' and query !~ 'pg_stat_activity'`;
      answering = harness.pool.query(dropLine);
      expect(await create(phoneNumber())).toMatchObject({ status: 400, error: 'ERR_WAPP_INVALID_CONTACT' });
    });
  });
});

describe('the picture of a contact', () => {
  it('is shown at a signed address, in lists, in tickets and in frames, and at no other', async () => {
    const contactId = await office.contact('Retratada');
    const ticketId = await office.pending({ contactId, connectionId, queueId: null });
    const { companyId } = office;
    const draft = await harness.media.receive(Readable.from([Buffer.from('a picture')]), 100);
    const owner = { companyId, messageId: contactId, persons: [contactId] };
    await harness.media.keep(owner, draft, { kind: 'thumbnail', mime: 'image/webp', name: null });
    const url = `/api/media/${companyId}/${draft.hash}?m=${contactId}`;
    const socket = openLive(await harness.listen(), admin.token());
    await socket.hello();
    const context = { ...office.context(), actor: { kind: 'connection' as const, id: connectionId } };
    must(await harness.commands.contact.changePicture(context, { contactId, url }));
    await harness.caughtUp();
    const { data } = await socket.frame('contact', is('contact'));
    socket.close();
    const { body: ticket } = await admin.get(`tickets/${ticketId}`);
    const { body: list } = await admin.get('tickets?showAll=true');
    const listed = list.tickets.find((each: { id: string }) => each.id === ticketId);
    const inFrame = Reflect.get(Object(Reflect.get(Object(data), 'contact')), 'profilePicUrl');
    expect([inFrame, listed.contact.profilePicUrl]).toEqual(Array(2).fill(ticket.contact.profilePicUrl));
    const shown = await openBrowser(harness).get(inFrame);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await admin.get(url)).status).not.toBe(200);
  });
});
