import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commandAnswer } from '#contracts/http.ts';
import {
  changeQueueOptionBody,
  createQueueOptionBody,
  type QueueOptionView,
  queueOptionsAnswer,
  queueOptionView,
  topParent,
} from '#contracts/queue-options.ts';
import { descendantsOf, movedOption, optionsBelow, type QueueOption } from '#domain/queue-menu/tree.ts';
import { fakeNetwork, type Network } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import OptionsEditor from './options-editor.tsx';

const queue = { id: uuid(900), name: 'Vendas', greeting: 'Olá! Aqui é a Padaria.' };
const option = (n: number, title: string, parent?: number, message = ''): QueueOption => ({
  ...{ id: uuid(n), parentId: parent === undefined ? null : uuid(parent), title, message },
});
const bills = option(1, 'Boletos', undefined, 'Sobre qual boleto?');
const copy = option(2, 'Segunda via', 1, 'Envie o seu CPF.');
const notes = option(3, 'Notas');

const viewsOf = (options: readonly QueueOption[], parentId: string | null = null): QueueOptionView[] =>
  optionsBelow(options, parentId).map(({ id, title, message }, index) => ({
    ...{ id, queueId: queue.id, parentId: parentId ?? topParent, option: index + 1, title, message },
    children: viewsOf(options, id),
  }));

/** Answers as a gateway that keeps the options. */
const serve = (network: Network, given: readonly QueueOption[]) => {
  let options = given;
  const viewOf = (id: string): QueueOptionView => {
    const { parentId } = options.find(each => each.id === id) ?? bills;
    const view = viewsOf(options, parentId).find(each => each.id === id);
    if (!view) throw new Error('there is no such option');
    return view;
  };
  const path = '/queue-options';
  network.answer({ method: 'GET', path, schema: queueOptionsAnswer, answer: () => viewsOf(options) });
  network.answer({
    ...{ method: 'POST', path, schema: queueOptionView },
    answer: ({ body }) => {
      const { parentId, title, message } = createQueueOptionBody.parse(body);
      const id = uuid(100 + options.length);
      options = [
        ...options,
        { id, parentId: parentId === topParent ? null : String(parentId), title, message },
      ];
      return viewOf(id);
    },
  });
  network.answer({
    ...{ method: 'PUT', path, schema: queueOptionView },
    answer: ({ path: at, body }) => {
      const id = at.split('/').at(-1) ?? '';
      const { title, message, parentId, option: place = 9 } = changeQueueOptionBody.parse(body);
      if (parentId !== undefined)
        options = movedOption(options, id, { parentId: parentId === topParent ? null : parentId, place });
      const texts = { ...(title ? { title } : {}), ...(message === undefined ? {} : { message }) };
      options = options.map(each => (each.id === id ? { ...each, ...texts } : each));
      return viewOf(id);
    },
  });
  network.answer({
    ...{ method: 'DELETE', path, schema: commandAnswer },
    answer: ({ path: at }) => {
      const id = at.split('/').at(-1) ?? '';
      const gone = [id, ...descendantsOf(options, id).map(each => each.id)];
      options = options.filter(each => !gone.includes(each.id));
      return { id, position: 9 };
    },
  });
};

const setUp = async (options: readonly QueueOption[], more: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  serve(network, options);
  let submits = 0;
  const form = (
    <form
      onSubmit={event => {
        event.preventDefault();
        submits += 1;
      }}
    >
      <OptionsEditor queue={queue} />
      <button type="submit">Salvar</button>
    </form>
  );
  const { client } = await stage(network, form, more);
  return { network, client, submits: () => submits };
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const opener = (title: string) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${title}`) });
const title = () => page.getByRole('textbox', { name: 'Título' });
const message = () => page.getByRole('textbox', { name: 'Mensagem' });
const phone = () => page.getByRole('region', { name: 'Como o cliente vê' });
const said = () => page.getByRole('status').last();
/** As they are read: number and title of each. */
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(row => {
      const name = row.querySelector('button[title]')?.getAttribute('title');
      return `${row.textContent.slice(0, 1)} ${name ?? row.querySelector('input')?.value}`;
    });

it('says what options are for, and adds one after the other, without submitting the form around them', async () => {
  const { network, submits } = await setUp([]);
  await expect.element(page.getByText(/Nenhuma opção ainda/)).toBeVisible();
  await button('Adicionar opção').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Obrigatório')).toBeVisible();
  await userEvent.keyboard('Boletos{Enter}');
  await expect.element(opener('Boletos')).toBeVisible();
  await expect.element(title()).toHaveFocus();
  await expect.element(title()).toHaveValue('');
  await userEvent.keyboard('Notas');
  await userEvent.fill(message(), 'Um momento.');
  await button('Adicionar').click();
  await expect.element(opener('Notas')).toBeVisible();
  await expect.element(said()).toHaveTextContent('“Notas” foi adicionada.');
  expect(network.callsOf('POST', '/queue-options').map(({ body }) => body)).toEqual([
    { queueId: queue.id, parentId: -1, title: 'Boletos', message: '' },
    { queueId: queue.id, parentId: -1, title: 'Notas', message: 'Um momento.' },
  ]);
  expect(submits()).toBe(0);
});

it('saves texts when they are left, and none without a title', async () => {
  const { network } = await setUp([bills, notes]);
  await opener('Boletos').click();
  await userEvent.fill(title(), ' ');
  await userEvent.tab();
  await expect.element(page.getByText('Obrigatório')).toBeVisible();
  expect(network.callsOf('PUT', '/queue-options')).toEqual([]);
  await userEvent.fill(title(), 'Cobrança');
  await userEvent.keyboard('{Enter}');
  await expect.element(phone().getByText(/1 - Cobrança/)).toBeVisible();
  await userEvent.fill(message(), 'Qual?');
  await opener('Notas').click();
  await expect
    .poll(() => network.callsOf('PUT', '/queue-options').map(({ body }) => body))
    .toEqual([
      { title: 'Cobrança', message: 'Sobre qual boleto?' },
      { title: 'Cobrança', message: 'Qual?' },
    ]);
});

it('keeps what was typed when it is closed, and shows what another editor changed', async () => {
  const { network, client } = await setUp([bills]);
  await opener('Boletos').click();
  serve(network, [{ ...bills, title: 'Faturas' }, notes]);
  await client.invalidateQueries({ queryKey: ['queueOptions', queue.id] });
  await expect.element(title()).toHaveValue('Faturas');
  await expect.element(opener('Notas')).toBeVisible();
  await userEvent.fill(message(), 'Qual deles?');
  client.clear();
  await page.getByRole('button', { name: 'Experimentar' }).click();
  await expect
    .poll(() => network.callsOf('PUT', '/queue-options').map(({ body }) => body))
    .toEqual([{ title: 'Faturas', message: 'Qual deles?' }]);
});

it('orders and nests by keys, keeps the focus, and says where it stands', async () => {
  const { network } = await setUp([bills, copy, notes]);
  await opener('Notas').click();
  const down = button('Mover para baixo');
  await expect.element(down).toHaveAttribute('aria-disabled', 'true');
  button('Mover para cima').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(said()).toHaveTextContent('“Notas” é agora a opção 1 de 2 no início do menu.');
  await expect.element(button('Mover para cima')).toHaveFocus();
  button('Mover para baixo').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(said()).toHaveTextContent('“Notas” é agora a opção 2 de 2 no início do menu.');
  button('Mover para dentro da opção anterior').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(said()).toHaveTextContent('“Notas” é agora a opção 2 de 2 abaixo de “Boletos”.');
  await expect.element(button('Mover para dentro da opção anterior')).toHaveFocus();
  await button('Mover para fora, um nível acima').click();
  await expect.element(said()).toHaveTextContent('“Notas” é agora a opção 2 de 2 no início do menu.');
  expect(network.callsOf('PUT', '/queue-options').map(({ body }) => body)).toEqual([
    { parentId: -1, option: 1 },
    { parentId: -1, option: 2 },
    { parentId: bills.id, option: 2 },
    { parentId: -1, option: 2 },
  ]);
});

it('orders and nests by dragging', async () => {
  const { network } = await setUp([bills, notes, option(4, 'Horários')]);
  const drag = async (from: string, onto: string, y: number) => {
    const item = page.getByRole('listitem').filter({ hasText: from });
    await expect.element(item).toBeVisible();
    const [grip] = item.element().querySelectorAll('[aria-hidden]');
    if (!grip) throw new Error('nothing to drag it by');
    const target = page.getByRole('listitem').filter({ hasText: onto });
    await userEvent.dragAndDrop(grip, target, { targetPosition: { x: 120, y }, steps: 50 });
  };
  await drag('Horários', 'Boletos', 3);
  await expect.poll(rows).toEqual(['1 Horários', '2 Boletos', '3 Notas']);
  await drag('Notas', 'Horários', 20);
  await expect.poll(rows).toEqual(['1 Horários', '1 Notas', '2 Boletos']);
  await expect.element(said()).toHaveTextContent('“Notas” é agora a opção 1 de 1 abaixo de “Horários”.');
  expect(network.callsOf('PUT', '/queue-options').map(({ body }) => body)).toEqual([
    { parentId: -1, option: 1 },
    { parentId: uuid(4), option: 1 },
  ]);
});

it('asks before options go that stand below another, and not for one alone', async () => {
  const { network } = await setUp([bills, copy, notes]);
  await opener('Notas').click();
  await button('Excluir opção').click();
  await expect.element(opener('Notas')).not.toBeInTheDocument();
  await opener('Boletos').click();
  await button('Excluir opção').click();
  const dialog = page.getByRole('dialog', { name: 'Excluir a opção “Boletos”?' });
  await expect.element(dialog).toHaveTextContent('1 opção abaixo dela também será excluída.');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Excluir opção').click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByText(/Nenhuma opção ainda/)).toBeVisible();
  expect(network.callsOf('DELETE', '/queue-options').map(({ path }) => path)).toEqual([
    ...[`/queue-options/${notes.id}`, `/queue-options/${bills.id}`],
  ]);
});

it('says why a move was refused, and shows what is', async () => {
  const { network } = await setUp([bills, notes]);
  network.answer({
    ...{ method: 'PUT', path: '/queue-options', schema: queueOptionView },
    answer: () => ({ refused: 'ERR_QUEUE_OPTION_LIMIT', status: 409 }),
  });
  await opener('Notas').click();
  await button('Mover para cima').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/9 opções por nível/);
  await expect.poll(() => rows()[0]).toBe('1 Boletos');
});

it('shows the way to an open option as a phone does, and is tried with answers of one’s own', async () => {
  await setUp([bills, copy, notes]);
  await expect
    .element(phone().getByRole('log'))
    .toHaveTextContent(/Olá! Aqui é a Padaria.\s*1 - Boletos\s*2 - Notas/);
  await opener('Segunda via').click();
  await expect.element(phone().getByText('Envie o seu CPF.')).toBeVisible();
  await expect
    .element(phone().getByText('A partir daqui, uma pessoa da fila “Vendas” atende.'))
    .toBeVisible();
  await button('Experimentar').click();
  await expect.element(phone().getByText('Envie o seu CPF.')).not.toBeInTheDocument();
  const answer = phone().getByRole('textbox', { name: 'Responda como o cliente' });
  await expect.element(answer).toHaveFocus();
  await userEvent.keyboard('9{Enter}');
  await expect.element(phone().getByText(/Não entendi/)).toBeVisible();
  await userEvent.keyboard('boletos{Enter}');
  await expect.element(phone().getByText(/Sobre qual boleto/)).toBeVisible();
  await userEvent.keyboard('1{Enter}');
  await expect
    .element(phone().getByText('A partir daqui, uma pessoa da fila “Vendas” atende.'))
    .toBeVisible();
  await expect.element(phone().getByRole('button', { name: 'Enviar resposta' })).toBeDisabled();
  await button('Recomeçar').click();
  for (const wrong of ['x', 'y', 'z']) await userEvent.keyboard(`${wrong}{Enter}`);
  await expect.element(phone().getByText(/Depois de três respostas/)).toBeVisible();
});

it('folds a long menu, adds no tenth option, and fits a narrow screen', async () => {
  const tops = Array.from({ length: 9 }, (_, index) => option(index + 10, `Assunto ${index + 1}`));
  const below = tops.flatMap(({ id, title: parent }, at) =>
    Array.from({ length: 9 }, (_, index) => ({
      ...option(at * 9 + index + 30, `${parent}, detalhe ${index + 1} com um título comprido`),
      parentId: id,
    })),
  );
  await setUp([...tops, ...below], { width: 390 });
  await expect.poll(() => rows().length).toBe(9);
  await expect.element(button('Adicionar opção')).toBeDisabled();
  await button('9 opções abaixo de “Assunto 1”').click();
  await expect.poll(() => rows().length).toBe(18);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
