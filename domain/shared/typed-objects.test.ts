import { expect, it } from 'vitest';
import { indexBy, keyed, mapValues, merge, pluck, uncapitalize } from './typed-objects.ts';

it('makes objects as its types say', () => {
  const one: { readonly a: number } = keyed('a', 1);
  expect(one).toEqual({ a: 1 });
  const plucked: { readonly a: number; readonly b: string } = pluck({ a: { x: 1 }, b: { x: 'y' } }, 'x');
  expect(plucked).toEqual({ a: 1, b: 'y' });
  const indexed: { readonly x: { readonly id: 'x' } } = indexBy({ a: { id: 'x' as const } }, 'id');
  expect(indexed).toEqual({ x: { id: 'x' } });
  const mapped: { readonly a: string; readonly b: string } = mapValues({ a: 1, b: 2 }, String);
  expect(mapped).toEqual({ a: '1', b: '2' });
  const merged: { readonly x: number; readonly y: string } = merge({ a: { x: 1 }, b: { y: 'z' } });
  expect(merged).toEqual({ x: 1, y: 'z' });
  const lower: 'quickMessage' = uncapitalize('QuickMessage');
  expect(lower).toBe('quickMessage');
});
