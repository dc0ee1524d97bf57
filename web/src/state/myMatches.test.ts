import { expect, it } from 'vitest';
import { forgetMatch, keepMatch, myMatch, myMatches, type MyMatch } from './myMatches';
import { lasting } from './storage';

const match = (id: string, seen: number): MyMatch => ({
  id,
  link: `/m/${id}#A:secret`,
  role: 'seat',
  name: 'Ann',
  title: 'asten',
  people: [],
  phase: 'playing',
  result: null,
  seen,
});

it('knows the newest first, one of each, and no more than it must', () => {
  for (let number = 0; number < 40; number += 1) keepMatch(match(`m${number}`, number));
  keepMatch({ ...match('m39', 50), phase: 'over', result: '1-0' });
  expect(myMatches().length).toBe(30);
  expect(myMatches()[0]).toMatchObject({ id: 'm39', result: '1-0' });
  expect(myMatch('m1')).toBeUndefined();
  forgetMatch('m39');
  expect(myMatch('m39')).toBeUndefined();
});

it('survives what somebody else wrote there', () => {
  lasting.write('tandem.matches', '{"a": 1}');
  expect(myMatches()).toEqual([]);
  lasting.write('tandem.matches', '[null, {"id": 3}]');
  expect(myMatches()).toEqual([]);
});
