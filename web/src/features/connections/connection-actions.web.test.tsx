import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectionView } from '#contracts/views.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { ConnectionActions } from './connection-actions.tsx';

const connection = (status: ConnectionView['status']): ConnectionView => ({
  ...{ id: uuid(30), name: 'Principal', status, reason: null, provider: 'beta', isDefault: true },
  ...{ number: null, qrcode: '', pairingCode: '', token: '', retries: 0, importsHistory: false },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  ...{ queues: [], queueIds: [], updatedAt: '2026-11-23T12:00:00.000Z' },
});

it.each<[ConnectionView['status'], readonly string[]]>([
  ['qrcode', ['QR Code']],
  ['DISCONNECTED', ['Tentar novamente', 'Novo QR Code']],
  ['CONNECTED', ['Desconectar']],
  ['PAIRING', ['Desconectar']],
  ['TIMEOUT', ['Desconectar']],
  ['OPENING', ['Conectando']],
])('a connection that is %s has the buttons %j', async (status, labels) => {
  await stage(fakeNetwork(), <ConnectionActions connection={connection(status)} onOpen={() => undefined} />);
  await expect.element(page.getByRole('button').first()).toBeVisible();
  const buttons = page.getByRole('button').elements();
  expect(buttons.map(({ textContent }) => textContent)).toEqual(labels);
  expect(buttons.map(button => button.hasAttribute('disabled'))).toEqual(
    labels.map(() => status === 'OPENING'),
  );
});
