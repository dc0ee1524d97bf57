import { expect, it } from 'vitest';
import { optionsOf, PREMOVES_OFF, termsOf, type Agreed } from './terms';

const agreed: Agreed = {
  book: 'stein',
  time: { base: 420_000, increment: 0, delay: 0 },
  press: 'auto',
  input: 'open',
  flag: 'claimed',
  options: { 'drops.with_check': 'no', 'clock.time': '5' },
  position: null,
  arbiter: true,
};

it('tells all that was agreed, the arbiter among it', () => {
  expect(termsOf(agreed).map((term) => term.text)).toEqual([
    'new.pressAuto',
    'new.inputOpen',
    'new.flagClaimed',
    'terms.arbiter',
  ]);
  expect(
    termsOf({ ...agreed, press: 'manual', input: 'guarded', flag: 'automatic', arbiter: false }).map(
      (term) => term.text,
    ),
  ).toEqual(['new.pressManual', 'new.inputGuarded', 'new.flagAutomatic', 'terms.noArbiter']);
  expect(termsOf({ ...agreed, position: 'BFEN' }).map((term) => term.text)).toContain('terms.position');
  const drawn = termsOf({ ...agreed, position: 'chess960 17' }).find((term) => term.label === 'terms.start');
  expect(drawn).toEqual({ label: 'terms.start', text: 'chess960.told', values: { number: '17' } });
  expect(optionsOf(agreed)).toEqual([
    ['drops.with_check', 'no'],
    ['clock.time', '5'],
  ]);
});

it('tells in words of their own that premoves are off', () => {
  const off = { ...agreed, options: { ...agreed.options, ...PREMOVES_OFF } };
  expect(termsOf(off)).toContainEqual({ label: 'ahead.title', text: 'ahead.off' });
  expect(optionsOf(off)).toEqual(optionsOf(agreed));
  expect(termsOf(agreed).map((term) => term.label)).not.toContain('ahead.title');
});
