import { IconPencil, IconTags } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import { type TagView, tagView } from '#contracts/tags.ts';
import { recordKey } from '../../api/record-key.ts';
import { tagSource } from '../../api/tags.ts';
import { type Answered, fakeNetwork, pageAnswer } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { RecordPage } from './record-page.tsx';
import type { RecordColumn } from './record-table.tsx';

const tagsPage = pageAnswer('tags', tagView);
type Page = z.input<typeof tagsPage>;

const tag = (n: number, name = `Tag ${String(n).padStart(5, '0')}`): TagView => ({
  ...{ id: uuid(n), name, color: '#1971c2', userId: null, ticketsCount: n },
});
const tags = (count: number, first = 1) => Array.from({ length: count }, (_, index) => tag(first + index));
const pageOf = (all: readonly TagView[], more: Partial<Page> = {}): Page => ({
  ...{ tags: [...all], hasMore: false, count: all.length, ...more },
});

const columns: readonly RecordColumn<TagView>[] = [
  { id: 'name', header: 'Nome', cell: ({ name }) => name },
  { id: 'tickets', header: 'Atendimentos', width: '120px', isNumber: true, cell: row => row.ticketsCount },
];

type Answer = (query: URLSearchParams) => Answered<Page> | Promise<Answered<Page>>;

const setUp = async (answer: Answer, options: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  network.answer({ method: 'GET', path: '/tags', schema: tagsPage, answer: ({ query }) => answer(query) });
  const edit = vi.fn<(name: string) => void>();
  const add = vi.fn<() => void>();
  const nameOf = ({ name }: TagView) => name;
  const staged = await stage(
    network,
    <RecordPage
      {...{ source: tagSource, columns, nameOf }}
      title="Tags"
      icon={IconTags}
      emptyText="Nenhuma tag ainda."
      actions={({ name }) => [{ label: 'Editar', icon: IconPencil, run: () => edit(name) }]}
      add={{ label: 'Adicionar tag', run: add }}
    />,
    options,
  );
  return { network, edit, add, ...staged };
};

const row = (name: string) => page.getByRole('row', { name });
const rows = () => document.querySelectorAll('tbody tr');
const frame = () => document.querySelector('table')?.parentElement ?? document.body;
/** What was scrolled has been told. */
const twoFrames = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const focused = () => document.activeElement?.getAttribute('aria-label');

describe('the page of a record', () => {
  it('shows the shape of the rows while they load', async () => {
    let show = (_page: Page): void => {};
    await setUp(() => new Promise<Page>(resolve => (show = resolve)));
    await expect.element(page.getByTestId('records-waiting')).toBeInTheDocument();
    show(pageOf(tags(2)));
    await expect.element(row('Tag 00002')).toBeVisible();
    expect(page.getByTestId('records-waiting').elements()).toEqual([]);
  });

  it('says what there will be where there is nothing, and offers to make one', async () => {
    const { add } = await setUp(() => pageOf([]));
    await expect.element(page.getByText('Nenhuma tag ainda.')).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar tag' }).click();
    expect(add).toHaveBeenCalledOnce();
  });

  it('says why nothing came, and asks again', async () => {
    let isBroken = true;
    await setUp(() => (isBroken ? { refused: 'ERR_UNAVAILABLE', status: 503 } : pageOf(tags(1))));
    await expect.element(page.getByRole('alert')).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(row('Tag 00001')).toBeVisible();
  });

  it('says that there is no network, and loads by itself once there is', async () => {
    onlineManager.setOnline(false);
    const { network } = await setUp(() => pageOf(tags(1)));
    await expect.element(page.getByRole('alert')).toHaveTextContent(/conexão/);
    expect(network.callsOf('GET', '/tags')).toEqual([]);
    onlineManager.setOnline(true);
    await expect.element(row('Tag 00001')).toBeVisible();
  });

  it('asks for what is typed once, half a second after the last letter', async () => {
    const { network } = await setUp(query => {
      const search = query.get('searchParam') ?? '';
      return pageOf(tags(30).filter(({ name }) => name.includes(search)));
    });
    await expect.element(row('Tag 00001')).toBeVisible();
    await userEvent.type(page.getByRole('searchbox'), '00012');
    await expect.element(row('Tag 00012')).toBeVisible();
    await expect.poll(() => rows().length).toBe(1);
    const searches = network.callsOf('GET', '/tags').map(({ query }) => query.get('searchParam'));
    expect(searches).toEqual([null, '00012']);
    await expect.element(page.getByRole('status')).toHaveTextContent('1 encontrado');
    await userEvent.fill(page.getByRole('searchbox'), 'nada');
    await expect.element(page.getByText('Nada encontrado para “nada”.')).toBeVisible();
    await userEvent.clear(page.getByRole('searchbox'));
    await expect.element(row('Tag 00003')).toBeVisible();
  });

  it('loads the next page 100 px before the end, and says when it could not', async () => {
    let isBroken = true;
    const { network } = await setUp(query => {
      const number = Number(query.get('pageNumber'));
      if (number === 3 && isBroken) return { refused: 'ERR_INTERNAL', status: 500 };
      return pageOf(tags(40, (number - 1) * 40 + 1), { hasMore: number < 3, count: 120 });
    });
    await expect.element(row('Tag 00001')).toBeVisible();
    expect(network.callsOf('GET', '/tags')).toHaveLength(1);
    const end = () => frame().scrollHeight - frame().clientHeight;
    frame().scrollTop = end() - 101;
    await twoFrames();
    expect(network.callsOf('GET', '/tags')).toHaveLength(1);
    frame().scrollTop = end() - 99;
    await expect.poll(() => network.callsOf('GET', '/tags').length).toBe(2);
    await expect.poll(() => end()).toBeGreaterThan(52 * 60);
    frame().scrollTop = end();
    await expect.element(page.getByRole('alert')).toBeVisible();
    isBroken = false;
    await page.getByRole('alert').getByRole('button').click();
    await expect.poll(() => end()).toBeGreaterThan(52 * 100);
  });

  it('draws what is in sight of 10,000 rows and comes to the last by a key', async () => {
    await setUp(() => pageOf(tags(10_000)));
    await expect.element(row('Tag 00001')).toBeVisible();
    expect(rows().length).toBeLessThan(60);
    expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
    await userEvent.keyboard('{Tab}{Tab}{Tab}');
    expect(focused()).toBe('Tag 00001');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('Tag 10000');
    expect(rows().length).toBeLessThan(60);
    frame().scrollTop = 0;
    await expect.element(row('Tag 00003')).toBeVisible();
    expect(focused()).toBe('Tag 10000');
  });

  it('is used by keys alone: arrows go through the rows, Enter edits, Tab goes to the buttons', async () => {
    const { edit } = await setUp(() => pageOf(tags(5)));
    await expect.element(row('Tag 00001')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(page.getByRole('searchbox').element());
    await userEvent.keyboard('{Tab}{Tab}{ArrowDown}{ArrowDown}');
    await expect.poll(focused).toBe('Tag 00003');
    await userEvent.keyboard('{Enter}');
    expect(edit).toHaveBeenLastCalledWith('Tag 00003');
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('Editar: Tag 00003');
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.closest('table')).toBeNull();
  });

  it('follows the rows: where one goes the next has the focus, and nothing is scrolled away', async () => {
    let all = tags(100);
    const { client } = await setUp(() => pageOf(all));
    await expect.element(row('Tag 00001')).toBeVisible();
    await userEvent.keyboard('{Tab}{Tab}{Tab}{ArrowDown}');
    await expect.poll(focused).toBe('Tag 00002');
    all = [tag(200, 'Aaa'), ...all.filter(({ name }) => name !== 'Tag 00002')];
    await client.invalidateQueries({ queryKey: recordKey('tag') });
    await expect.element(row('Aaa')).toBeVisible();
    await expect.poll(focused).toBe('Tag 00001');
    frame().scrollTop = 1_000;
    all = all.slice(1);
    await client.invalidateQueries({ queryKey: recordKey('tag') });
    expect(frame().scrollTop).toBeGreaterThan(900);
  });

  it.each([1280, 390])('cuts no button off beside a long name, at %i px', async width => {
    await setUp(() => pageOf([tag(1, 'Reclamação-'.repeat(30)), tag(2)]), { width });
    await expect.element(row('Tag 00002')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(frame().scrollWidth).toBe(frame().clientWidth);
    const heading = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
    const add = page.getByRole('button', { name: 'Adicionar tag' }).element().getBoundingClientRect();
    expect(heading.right).toBeLessThanOrEqual(add.left);
    for (const button of document.querySelectorAll('tbody button'))
      expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(width);
  });
});
