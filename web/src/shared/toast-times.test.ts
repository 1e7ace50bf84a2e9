import { expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { showDone, showError, showOffer, showRefused } from './show-error.ts';
import { showToast } from './toasts.tsx';

vi.mock('./toasts.tsx', () => ({ showToast: vi.fn() }));
vi.mock('./first-use.ts', () => ({ wakeRest: () => undefined }));

it.each([
  ['a code of the catalogue', () => showError(new ApiError({ status: 409, code: 'ERR_CONFLICT' })), 2_000],
  ['what was done', () => showDone('Feito'), 3_000],
  ['what was refused', () => showRefused('Não'), 3_000],
  ['what can be undone', () => showOffer('Feito', 'Desfazer', () => undefined), 6_000],
])('%s stands there for its time', async (_name, show, autoClose) => {
  vi.mocked(showToast).mockClear();
  show();
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(showToast).toHaveBeenCalledWith(expect.objectContaining({ autoClose }));
});
