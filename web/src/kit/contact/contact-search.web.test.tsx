import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactsAnswer } from '#contracts/contacts.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { ContactSearch } from './contact-search.tsx';

it('asks for contacts from the third character on, once for what is typed', async () => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/contacts', schema: contactsAnswer },
    answer: () => ({
      contacts: [
        {
          ...{ id: uuid(20), name: 'Clara Lima', number: '5511987654321', email: null, queueId: null },
          ...{ profilePicUrl: null, isGroup: false },
        },
      ],
      ...{ hasMore: false, count: 1, nextCursor: null },
    }),
  });
  await stage(network, <ContactSearch label="Contato" value={null} onChange={() => undefined} />);
  const field = page.getByRole('combobox', { name: 'Contato' });
  await userEvent.fill(field, 'Cl');
  await expect.element(page.getByText('Digite pelo menos 3 caracteres')).toBeVisible();
  await userEvent.type(field, 'ara');
  await expect.element(page.getByRole('option', { name: /Clara Lima/ })).toBeVisible();
  const asked = network.callsOf('GET', '/contacts').map(({ query }) => query.get('searchParam'));
  expect(asked).toEqual(['Clara']);
});
