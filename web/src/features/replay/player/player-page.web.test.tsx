import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type SliceAnswer, sliceAnswer } from '#contracts/replay-player.ts';
import { type MoveKind, moveKinds, placeOf } from '#domain/replay/moves.ts';
import { defaultTimeZone } from '#domain/shared/calendar.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { PlayerPage } from './player-page.tsx';

const minute = 60_000;
const [waiting, attending] = [placeOf(0, 'waiting'), placeOf(0, 'attending')];
type Told = readonly [
  after: number,
  kind: MoveKind,
  ticket: number,
  from: number,
  to: number,
  value?: number,
];

/** From midnight of a day in São Paulo: nine o'clock is nine hours after. */
const sliceOf = (day: string, told: readonly Told[]): SliceAnswer => {
  const measureOf = { accepted: 1, closedHuman: 2, answered: 3 } as Partial<Record<MoveKind, number>>;
  const from = `${day}T03:00:00.000Z`;
  const until = new Date(Date.parse(from) + 86_400_000).toISOString();
  return {
    period: { dateFrom: day, dateTo: day, from, until, zone: defaultTimeZone },
    until,
    lanes: [{ id: uuid(31), name: 'Vendas', color: '#1565c0', removed: false }],
    users: [{ name: 'Bruno', removed: false }],
    contacts: ['Carla Souza', null],
    tickets: { id: [uuid(41), uuid(42)], contact: [0, 1] },
    start: { ticket: [], place: [] },
    moves: {
      after: told.map(([after]) => after),
      kind: told.map(([, kind]) => moveKinds.indexOf(kind)),
      ticket: told.map(([, , ticket]) => ticket),
      lane: told.map(() => 0),
      from: told.map(([, , , from]) => from),
      to: told.map(([, , , , to]) => to),
      user: told.map(([, kind]) => (kind === 'opened' || kind === 'lead' ? -1 : 0)),
      measure: told.map(([, kind]) => measureOf[kind] ?? 0),
      value: told.map(([, , , , , value = 0]) => value),
    },
  };
};
const day = sliceOf('2026-11-18', [
  [9 * 60 * minute, 'opened', 0, 0, waiting],
  [2 * minute, 'opened', 1, 0, waiting],
  [3 * minute, 'accepted', 0, waiting, attending, 5 * minute],
  [1 * minute, 'answered', 0, 0, 0, 6 * minute],
  [20 * minute, 'closedHuman', 0, attending, 0, 21 * minute],
]);
const weekBefore = sliceOf('2026-11-11', [
  [8 * 60 * minute, 'opened', 0, 0, waiting],
  [10 * minute, 'opened', 1, 0, waiting],
]);

const setUp = async (
  options: Parameters<typeof stage>[2] = {},
  answers: readonly SliceAnswer[] = [day, weekBefore],
) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/replay/slice', schema: sliceAnswer },
    answer: ({ query }) =>
      answers.find(({ period }) => period.dateFrom === query.get('from')) ??
      sliceOf(query.get('from') ?? '', []),
  });
  const address = '/replay/player?from=2026-11-18&to=2026-11-18&at=2026-11-18T11:00:00.000Z';
  await stage(network, <PlayerPage />, { address, ...options });
  return network;
};
const counter = (name: string) => page.getByRole('definition').nth(counters.indexOf(name));
const counters = [
  ...['Aguardando', 'Em atendimento', 'Finalizados'],
  ...['Novos contatos', 'Tempo médio de atendimento', 'Tempo médio de espera'],
];
/** The player has its keys once it is there. */
const press = async (keys: string): Promise<void> => {
  await expect.element(counter('Aguardando')).toBeVisible();
  await userEvent.keyboard(keys);
};
const place = page.getByTestId('place');
const button = (name: string) => page.getByRole('button', { name });

it('steps by event with the arrows, in words and in figures', async () => {
  await setUp();
  await expect.element(counter('Aguardando')).toHaveTextContent('0');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('status')).toHaveTextContent('Ticket de Carla Souza aberto em Vendas');
  await expect.element(counter('Aguardando')).toHaveTextContent('1');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Bruno aceitou o ticket de Carla Souza em Vendas');
  await expect.element(counter('Em atendimento')).toHaveTextContent('1');
  await expect.element(counter('Tempo médio de espera')).toHaveTextContent('5 min');
  await userEvent.keyboard('{ArrowLeft}');
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Ticket de contato apagado aberto em Vendas');
  await expect.element(counter('Aguardando')).toHaveTextContent('2');
  await expect.element(place).toHaveTextContent('at=2026-11-18T12%3A02%3A00.000Z');
});

it('plays and pauses with the space bar, and says nothing aloud meanwhile', async () => {
  await setUp({ address: '/replay/player?from=2026-11-18&to=2026-11-18&speed=2' });
  await expect.element(button('Reproduzir')).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(button('Pausar')).toBeVisible();
  await expect.element(counter('Finalizados')).toHaveTextContent('1');
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  await userEvent.keyboard(' ');
  await expect.element(button('Reproduzir')).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('Bruno encerrou o ticket de Carla Souza');
  await expect.element(place).toHaveTextContent('speed=2');
});

it('leads from each event to its ticket as it was', async () => {
  await setUp();
  await press('{ArrowRight}');
  await page.getByRole('link', { name: 'Ticket de Carla Souza aberto em Vendas' }).click();
  await expect
    .element(place)
    .toHaveTextContent(`/replay/tickets/${uuid(41)}?at=2026-11-18T12%3A00%3A00.000Z`);
});

it('opens the ticket of a first message once it is there', async () => {
  const first = sliceOf('2026-11-18', [
    [9 * 60 * minute, 'lead', 0, 0, 0],
    [400, 'opened', 0, 0, waiting],
  ]);
  await setUp({}, [first]);
  await press('{ArrowRight}');
  await page.getByRole('link', { name: 'Carla Souza escreveu pela primeira vez' }).click();
  await expect.element(place).toHaveTextContent('at=2026-11-18T12%3A00%3A00.400Z');
});

it('takes a typed day as it is written here', async () => {
  await setUp();
  const first = page.getByRole('textbox', { name: 'Data inicial' });
  await first.fill('05/11/2026');
  await userEvent.tab();
  await expect.element(place).toHaveTextContent('from=2026-11-05');
});

it('opens the ticket of a dot', async () => {
  await setUp({ address: '/replay/player?from=2026-11-18&to=2026-11-18&at=2026-11-18T12:01:00.000Z' });
  await expect.element(counter('Aguardando')).toHaveTextContent('1');
  const lanes = page.getByRole('region', { name: 'Filas' });
  const [cell, area] = [document.querySelector('[data-place="1"]'), lanes.element()].map(each =>
    each?.getBoundingClientRect(),
  );
  const x = (cell?.x ?? 0) - (area?.x ?? 0) + 11;
  const y = (cell?.y ?? 0) - (area?.y ?? 0) + 11;
  await userEvent.click(lanes, { position: { x, y } });
  await expect
    .element(place)
    .toHaveTextContent(`/replay/tickets/${uuid(41)}?at=2026-11-18T12%3A01%3A00.000Z`);
});

it('goes to any moment with the scrubber, whose arrows step by event', async () => {
  await setUp();
  const scrubber = page.getByRole('slider', { name: 'Momento mostrado' });
  await scrubber.fill(String(9.5 * 60 * minute));
  await expect.element(counter('Finalizados')).toHaveTextContent('1');
  await expect.element(scrubber).toHaveAttribute('aria-valuetext', expect.stringContaining('09:30:00'));
  (scrubber.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(counter('Finalizados')).toHaveTextContent('0');
});

it('marks in the chart the moment at which it begins', async () => {
  await setUp({ address: '/replay/player?from=2026-11-18&to=2026-11-18&at=2026-11-18T15:00:00.000Z' });
  const middle = (box: DOMRect | undefined) => (box ? Math.round(box.x + box.width / 2) : 0);
  const plot = () => document.querySelector('.u-over')?.getBoundingClientRect();
  const mark = () => document.querySelector('[data-mark]')?.getBoundingClientRect();
  await expect.poll(plot).toBeDefined();
  await expect.poll(() => Math.abs(middle(mark()) - middle(plot()))).toBeLessThanOrEqual(2);
});

it('has the middle of the slider’s thumb below the mark, at both ends too', async () => {
  await setUp();
  const slider = page.getByRole('slider', { name: 'Momento mostrado' });
  await expect.element(slider).toBeVisible();
  const mark = () => document.querySelector('[data-mark]')?.getBoundingClientRect();
  const [min, max] = [0, Number((slider.element() as HTMLInputElement).max)];
  for (const value of [min, max / 4, max]) {
    await slider.fill(String(value));
    const { x, width } = slider.element().getBoundingClientRect();
    const thumb = x + 8 + ((width - 16) * value) / max;
    await expect.poll(() => Math.abs((mark()?.x ?? 0) + 1 - thumb)).toBeLessThan(1);
  }
});

it('draws the chart anew in the colours that the page changes to', async () => {
  await setUp();
  const chart = () => document.querySelector('.uplot canvas');
  await expect.poll(chart).not.toBeNull();
  const before = chart();
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(() => chart() !== null && chart() !== before).toBe(true);
});

it('draws the flow anew, and at another size, while nothing is played', async () => {
  await setUp({ address: '/replay/player?from=2026-11-18&to=2026-11-18&at=2026-11-18T12:00:00.000Z' });
  await expect.element(counter('Aguardando')).toHaveTextContent('1');
  const drawn = () => document.querySelector<HTMLCanvasElement>('section[aria-label="Filas"] canvas');
  const dots = () => {
    const { width = 0, height = 0 } = drawn() ?? {};
    const pixels = drawn()?.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
  };
  await expect.poll(dots).toBeGreaterThan(0);
  const [width, before] = [drawn()?.width, drawn()?.toDataURL()];
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(() => dots() > 0 && drawn()?.toDataURL() !== before).toBe(true);
  document.documentElement.style.setProperty('padding-inline-end', '100px');
  await expect.poll(() => drawn()?.width !== width && dots() > 0).toBe(true);
  document.documentElement.style.removeProperty('padding-inline-end');
});

it('has a table of what the chart shows', async () => {
  await setUp();
  await button('Ver como tabela').click();
  await expect.element(page.getByRole('row', { name: '09:00' })).toHaveTextContent('09:0010');
  await expect.element(page.getByRole('row', { name: '10:00' })).toHaveTextContent('10:0010');
});

it('puts the same weekday of another week beside it, with the differences at the same hour', async () => {
  const network = await setUp();
  await button('Comparar com outro período').click();
  await expect.element(place).toHaveTextContent('beside=2026-11-11');
  await expect
    .poll(() => network.callsOf('GET', '/replay/slice').map(({ query }) => query.get('from')))
    .toEqual([...['2026-11-18', '2026-11-11']]);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(counter('Aguardando')).toHaveTextContent('1outro: 2-1 (-50%)');
  await expect.element(page.getByRole('region', { name: /11\/11\/2026/ })).toBeVisible();
  await button('Não comparar').click();
  await expect.element(place).not.toHaveTextContent('beside');
});

it('shows a period beside as it was at the same hour, also before anything happened in it', async () => {
  const late = sliceOf('2026-11-11', [[20 * 60 * minute, 'opened', 0, 0, waiting]]);
  await setUp({}, [day, late]);
  await page.getByRole('button', { name: 'Comparar com outro período' }).click();
  const lanes = page.getByRole('region', { name: /11\/11\/2026/ });
  await expect.element(lanes).toBeVisible();
  await expect.element(lanes.getByRole('listitem').first()).toHaveTextContent(/Aguardando0/);
});

it('says of a period beside in which nothing happened that it is empty', async () => {
  const nothing: SliceAnswer = { ...sliceOf('2026-11-11', []), lanes: [] };
  const address = '/replay/player?from=2026-11-18&to=2026-11-18&beside=2026-11-11';
  await setUp({ address }, [day, nothing]);
  await expect.element(page.getByText('Nada aconteceu neste período.')).toBeVisible();
});

it('keeps the moment when another period is put beside', async () => {
  await setUp();
  await press('{ArrowRight}{ArrowRight}{ArrowRight}');
  const standing = () =>
    /at=([^&]*)/.exec(decodeURIComponent(page.getByTestId('place').element().textContent ?? ''))?.[1];
  await expect.poll(standing).not.toBe('2026-11-18T11:00:00.000Z');
  const before = standing();
  await page.getByRole('button', { name: 'Comparar com outro período' }).click();
  await expect.element(page.getByTestId('place')).toHaveTextContent('beside=2026-11-11');
  expect(standing()).toBe(before);
});

it.each([
  ['from=2026-02-30&to=2026-02-30', 'from=2026-02-30, to=2026-02-30'],
  ['from=amanha', 'from=amanha'],
  ['from=2026-11-18&to=2026-11-11', 'to=2026-11-11'],
  ['from=2099-01-01&to=2099-01-02', 'from=2099-01-01, to=2099-01-02'],
  ['from=2026-11-18&to=2026-11-18&beside=2026-13-01', 'beside=2026-13-01'],
  ['from=2026-11-18&to=2026-11-18&at=agora&speed=7', 'at=agora, speed=7'],
])('says what in the address cannot be, plays nothing, and lets it be changed: %s', async (search, named) => {
  const network = await setUp({ address: `/replay/player?${search}` });
  await expect.element(page.getByRole('alert')).toHaveTextContent(`: ${named}. Escolha`);
  expect(network.callsOf('GET', '/replay/slice')).toEqual([]);
  await button('Ontem').click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => network.callsOf('GET', '/replay/slice').length).toBeGreaterThan(0);
});

it('says so when nothing happened', async () => {
  await setUp({ address: '/replay/player?from=2026-01-01&to=2026-01-01' });
  await expect.element(page.getByText('Nada aconteceu neste período. Escolha outros dias.')).toBeVisible();
});

it('says what to do when the period is too long', async () => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/replay/slice', schema: sliceAnswer },
    answer: () => ({ status: 400, refused: 'ERR_PERIOD_TOO_LONG' }),
  });
  await stage(network, <PlayerPage />, { address: '/replay/player?from=2026-01-01&to=2026-06-01' });
  await expect.element(page.getByText(/Escolha até 31 dias/)).toBeVisible();
});

it.each(['light', 'dark'] as const)('fits a phone in %s colours', async scheme => {
  await setUp({ width: 360, scheme });
  await press('{ArrowRight}');
  await expect.element(counter('Aguardando')).toHaveTextContent('1');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
