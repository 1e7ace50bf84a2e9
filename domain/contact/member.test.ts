import { expect, it } from 'vitest';
import { memberName, memberNamesOf } from './member.ts';

it('a member has one name, whatever device they write from and however it is written', () => {
  expect(memberName('77001:12@lid')).toBe(memberName('77001'));
  expect(memberName('551187654321@s.whatsapp.net')).toBe(memberName('5511987654321'));
});

it('a contact may be a member by LID and by number', () => {
  const names = ['77001@lid', '5511987654321@s.whatsapp.net'].map(memberName);
  expect(memberNamesOf({ lid: '77001', number: '551187654321' })).toEqual(names);
  expect(memberNamesOf({ lid: null, number: '' })).toEqual([]);
});
