import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { connectionsAnswer } from '#contracts/connections.ts';
import { queuesAnswer } from '#contracts/http.ts';
import {
  type QuestionsAnswer,
  type QuestionVersion,
  questionsAnswer,
  type VersionAnswer,
  versionAnswer,
} from '#contracts/questions.ts';
import { tagListAnswer } from '#contracts/tags.ts';
import { userListAnswer } from '#contracts/users.ts';
import type { QuestionDefinition } from '#domain/questions/definition.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { Back, goBack, stage, uuid } from '../../../testing/stage.tsx';
import { QuestionsPage } from './questions-page.tsx';

const definition: QuestionDefinition = {
  ...{ startKind: 'enteredQueue', endKind: 'accepted', clock: 'calendar' },
  ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
};
const version = (number: number, more: Partial<QuestionVersion> = {}): QuestionVersion => ({
  ...{ id: uuid(50 + number), number, definition, state: 'live', progress: 1, count: 1_234 },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', ...more },
});
const asked = (versions: readonly QuestionVersion[]): QuestionsAnswer => ({
  questions: [
    { id: uuid(40), name: 'Da fila ao aceite', grouping: 'queue', definition, versions: [...versions] },
  ],
  names: { [uuid(21)]: 'Vendas' },
});
const minute = 60_000;
const answer = (of: QuestionVersion, median: number): VersionAnswer => ({
  version: of,
  total: { count: 1_234, average: 10 * minute, median, p90: 90 * minute },
  months: [
    { month: '2026-10', count: 1_000, average: minute, median: 2 * minute, p90: 3 * minute },
    { month: '2026-11', count: 234, average: minute, median: 4 * minute, p90: 5 * minute },
  ],
  rows: [
    { key: uuid(21), name: 'Vendas', count: 1_000, average: minute, median: 6 * minute, p90: 7 * minute },
    { key: null, name: null, count: 234, average: minute, median: 8 * minute, p90: 9 * minute },
  ],
});

const open = async (told: QuestionsAnswer, options: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  let now = told;
  network.answer({
    ...{ method: 'GET', path: '/replay/questions', schema: questionsAnswer },
    answer: () => now,
  });
  network.answer({
    ...{ method: 'GET', path: '/replay/questions/versions', schema: versionAnswer },
    answer: ({ path }) => {
      const of = now.questions.flatMap(({ versions }) => versions).find(({ id }) => path.endsWith(id));
      return of ? answer(of, of.number * 5 * minute) : { refused: 'ERR_NO_QUESTION_FOUND', status: 404 };
    },
  });
  network.answer({ ...{ method: 'GET', path: '/queue', schema: queuesAnswer }, answer: () => [] });
  network.answer({ ...{ method: 'GET', path: '/whatsapp/', schema: connectionsAnswer }, answer: () => [] });
  network.answer({
    ...{ method: 'GET', path: '/users/list', schema: userListAnswer },
    answer: () => ({ users: [], hasMore: false }),
  });
  network.answer({
    ...{ method: 'GET', path: '/tags/list', schema: tagListAnswer },
    answer: () => [],
  });
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    network.answer({
      ...{ method, path: '/questions', schema: z.unknown() },
      answer: () => ({ id: uuid(40), position: 1 }),
    });
  await stage(
    network,
    <>
      <QuestionsPage />
      <Back />
    </>,
    options,
  );
  return {
    network,
    become: (next: QuestionsAnswer) => {
      now = next;
    },
  };
};
const card = () => page.getByRole('article', { name: 'Da fila ao aceite' });

it('says how to begin where nothing was asked, and asks what is filled in', async () => {
  const { network } = await open({ questions: [], names: {} });
  await expect.element(page.getByText(/Nenhuma pergunta ainda/)).toBeVisible();
  await page.getByRole('button', { name: 'Nova pergunta' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Obrigatório')).toBeVisible();
  await page.getByLabelText('Nome').fill('Espera por resposta');
  await page.getByRole('combobox', { name: 'Do acontecimento' }).click();
  await page.getByRole('option', { name: 'Cliente escreveu' }).click();
  await page.getByRole('combobox', { name: 'Até o acontecimento' }).click();
  await page.getByRole('option', { name: 'Pessoa respondeu' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => network.callsOf('POST', '/questions')[0]?.body)
    .toEqual({
      ...{ name: 'Espera por resposta', startKind: 'customerWrote', endKind: 'personAnswered' },
      ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
      ...{ clock: 'calendar', grouping: 'month', computing: 'yes' },
    });
});

it('shows how far the computing is, stops it, and lets it go on', async () => {
  const { network, become } = await open(asked([version(1, { state: 'computing', progress: 0.42 })]));
  await expect.element(card().getByText('Calculando: 42% da história')).toBeVisible();
  await expect.element(card().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  await card().getByRole('button', { name: 'Parar o cálculo' }).click();
  await expect
    .poll(() => network.callsOf('PUT', `/questions/${uuid(40)}/computing`)[0]?.body)
    .toEqual({ computing: 'no' });
  become(asked([version(1, { state: 'cancelled', progress: 0.42 })]));
  await expect.element(card().getByText('Cálculo parado em 42%')).toBeVisible();
  await expect.element(card().getByRole('button', { name: 'Retomar o cálculo' })).toBeVisible();
});

it('shows an answer by month and group, and beside it that of another version', async () => {
  const older = version(1, { definition: { ...definition, queueId: uuid(21) } });
  await open(asked([version(2), older]));
  await card().getByRole('button', { name: 'Ver resposta' }).click();
  const panel = page.getByRole('region', { name: 'Resposta de Da fila ao aceite · Versão 2' });
  await expect.element(panel.getByRole('row', { name: 'Mediana 10 min' })).toBeVisible();
  await expect.element(panel.getByRole('row', { name: /Vendas 1.000 6 min 7 min/ })).toBeVisible();
  await expect.element(panel.getByRole('row', { name: /novembro de 2026 234 4 min 5 min/ })).toBeVisible();
  await panel.getByRole('combobox', { name: 'Comparar com' }).click();
  await page.getByRole('option', { name: /Versão 1/ }).click();
  await expect.element(panel.getByRole('row', { name: 'Mediana 10 min 5 min −5 min' })).toBeVisible();
  await expect.element(panel.getByText(/Fila: Vendas/)).toBeVisible();
  await expect.element(page.getByTestId('place')).toHaveTextContent(`version=${uuid(52)}&with=${uuid(51)}`);
});

it('saves what is shown as a file, of both versions that are compared', async () => {
  const { network } = await open(asked([version(2), version(1)]), {
    address: `/replay/questions?version=${uuid(52)}&with=${uuid(51)}&by=queue`,
  });
  const path = `/replay/questions/versions/${uuid(52)}/answer.csv`;
  network.answer({ method: 'GET', path, schema: z.unknown(), answer: () => ({}) });
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  await expect
    .poll(() => network.callsOf('GET', path).map(({ query }) => Object.fromEntries(query)))
    .toEqual([{ by: 'queue', with: uuid(51), language: 'pt-BR' }]);
});

it('leads by Back from an answer to the questions, and stays there when it is closed', async () => {
  await open(asked([version(2), version(1)]), { address: '/replay/questions' });
  const place = page.getByTestId('place');
  const panel = page.getByRole('region', { name: /^Resposta de/ });
  const show = card().getByRole('button', { name: 'Ver resposta' });
  await show.click();
  await panel.getByRole('combobox', { name: 'Dividir por' }).click();
  await page.getByRole('option', { name: 'Hora' }).click();
  await expect.element(place).toHaveTextContent(`/replay/questions?version=${uuid(52)}&by=hour`);
  goBack();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent(/^\/replay\/questions$/);
  await show.click();
  await expect.element(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Fechar resposta' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent(/^\/replay\/questions$/);
});

it('closes an answer that the address came with', async () => {
  await open(asked([version(1)]), { address: `/replay/questions?version=${uuid(51)}&by=hour` });
  const panel = page.getByRole('region', { name: /^Resposta de/ });
  await panel.getByRole('button', { name: 'Fechar resposta' }).click();
  await expect
    .element(page.getByTestId('place'))
    .toHaveTextContent(/^\/replay\/questions\?$|^\/replay\/questions$/);
  await expect.element(panel).not.toBeInTheDocument();
});

it('says so where the address asks for an answer that there is not', async () => {
  await open(asked([version(1)]), { address: '/replay/questions?version=nada' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(/não existe/);
  await card().getByRole('button', { name: 'Ver resposta' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('asks before a question goes', async () => {
  const { network } = await open(asked([version(1)]));
  await card().getByRole('button', { name: 'Excluir Da fila ao aceite' }).click();
  await expect.element(page.getByText(/respostas de todas as versões/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect.poll(() => network.callsOf('DELETE', `/questions/${uuid(40)}`).length).toBe(1);
});

it('says what failed, and tries again', async () => {
  const { network } = await open(asked([version(1)]), { address: `/replay/questions?version=${uuid(51)}` });
  let failing = true;
  network.answer({
    ...{ method: 'GET', path: '/replay/questions/versions', schema: versionAnswer },
    answer: () => (failing ? { refused: 'ERR_INTERNAL', status: 500 } : answer(version(1), minute)),
  });
  await page.getByRole('combobox', { name: 'Dividir por' }).click();
  await page.getByRole('option', { name: 'Hora' }).click();
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect.element(again).toBeVisible();
  // At once: it asks anew by itself after a while, too.
  failing = false;
  (again.element() as HTMLElement).click();
  await expect.element(page.getByRole('row', { name: 'Mediana 1 min' })).toBeVisible();
});

it('waits where nobody has begun to compute yet', async () => {
  await open(asked([]));
  await expect.element(card().getByText('Aguardando a vez de calcular')).toBeVisible();
  await expect.element(card().getByRole('button', { name: 'Ver resposta' })).toBeDisabled();
});

it('fits a phone, with an answer open', async () => {
  await open(asked([version(1)]), { width: 360, address: `/replay/questions?version=${uuid(51)}` });
  await expect.element(page.getByRole('row', { name: 'Mediana 5 min' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
