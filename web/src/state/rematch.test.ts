import { expect, it } from 'vitest';
import { rematchLink } from './rematch';
import { SEATS } from './seats';

it('leads everybody to their place, also without having been told which', () => {
  expect(SEATS.map((seat) => rematchLink('next', { role: 'seat', seat, secret: 's' }))).toEqual([
    '/m/next#a:s',
    '/m/next#A:s',
    '/m/next#b:s',
    '/m/next#B:s',
  ]);
  expect(rematchLink('next', { role: 'seat', seat: 'A', secret: 's' }, 'B')).toBe('/m/next#B:s');
  expect(rematchLink('next', { role: 'arbiter', secret: 's' })).toBe('/m/next#arbiter:s');
  expect(rematchLink('next', { role: 'spectator' })).toBe('/m/next');
});
