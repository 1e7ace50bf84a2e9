import { expect, it } from 'vitest';
import { readConfig } from '#start/config.ts';
import { planServices, serviceFiles } from '#start/plan.ts';
import { ownRoom, socketLimits, youngBytes } from './room-for-sockets.ts';

const megabyte = 1_048_576;
const unset = readConfig({}).liveSockets;

it('lets ten thousand in with the heap of npm start, also of one company', () => {
  const at = { databaseUrl: '', eventstoreUrl: '', simulatorUrl: undefined, port: 3000 };
  const services = planServices(serviceFiles, readConfig({}), at);
  const heapMb = services.find(({ name }) => name === 'gateway')?.heapMb ?? 0;
  const limits = socketLimits(unset, { heapBytes: heapMb * megabyte, openFiles: 1_000_000 });
  expect(limits.person).toBe(20);
  expect(limits.company).toBeGreaterThanOrEqual(10_000);
  expect(limits.gateway).toBeGreaterThan(limits.company);
});

it('lets in what a smaller heap holds, and leaves files for the rest', () => {
  const small = socketLimits(unset, { heapBytes: 192 * megabyte, openFiles: 1_000_000 });
  expect(small).toEqual({ person: 20, company: 3_276, gateway: 4_096 });
  expect(socketLimits(unset, { heapBytes: 512 * megabyte, openFiles: 4_096 }).gateway).toBe(3_596);
  expect(socketLimits(unset, { heapBytes: 64 * megabyte, openFiles: 1_024 }).gateway).toBe(100);
});

it('does as it is configured', () => {
  const configured = readConfig({ LIVE_SOCKETS: '50', LIVE_SOCKETS_COMPANY: '40', LIVE_SOCKETS_PERSON: '3' });
  const limits = socketLimits(configured.liveSockets, { heapBytes: 512 * megabyte, openFiles: 4_096 });
  expect(limits).toEqual({ person: 3, company: 40, gateway: 50 });
});

it('does not count the part of the heap that is for new objects', () => {
  expect(youngBytes(['--max-old-space-size=336', '--max-semi-space-size=16'])).toBe(48 * megabyte);
  expect(youngBytes([])).toBe(0);
});

it('knows the room of this process', () => {
  const { heapBytes, openFiles } = ownRoom();
  expect(heapBytes).toBeGreaterThan(64 * megabyte);
  expect(openFiles).toBeGreaterThan(100);
});
