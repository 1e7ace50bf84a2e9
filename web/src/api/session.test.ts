import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, expect, it, vi } from 'vitest';
import { proofText, zeroBits } from '#contracts/login-proof.ts';
import { ApiError } from '../shared/api-error.ts';
import { fetchData } from './http.ts';
import { login } from './session.ts';

vi.mock('./http.ts', () => ({ fetchData: vi.fn() }));
const calls = vi.mocked(fetchData);
afterEach(() => {
  calls.mockReset();
});

const tooMany = (proof?: object) =>
  new ApiError({ status: 429, code: 'ERR_TOO_MANY_REQUESTS', details: proof ? { proof } : {} });
const body = { email: 'ana@loja.test', password: 'segredo' };

it('does the work that is asked for and logs in again with it', async () => {
  calls.mockRejectedValueOnce(tooMany({ challenge: 'abc', bits: 10 })).mockResolvedValueOnce({ token: 't' });
  expect(await login(body)).toEqual({ token: 't' });
  const [, second] = calls.mock.calls.map(([call]) => call.body);
  const proof = Reflect.get(Object(second), 'proof');
  expect(second).toMatchObject({ ...body, proof: { challenge: 'abc' } });
  expect(zeroBits(sha256(new TextEncoder().encode(proofText(proof))))).toBeGreaterThanOrEqual(10);
});

it('gives up when more and more is asked, and when nothing can be done', async () => {
  calls.mockRejectedValue(tooMany({ challenge: 'abc', bits: 1 }));
  await expect(login(body)).rejects.toMatchObject({ status: 429 });
  expect(calls).toHaveBeenCalledTimes(4);
  calls.mockReset().mockRejectedValue(tooMany());
  await expect(login(body)).rejects.toMatchObject({ status: 429 });
  expect(calls).toHaveBeenCalledTimes(1);
});
