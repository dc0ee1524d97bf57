import { expect, it } from 'vitest';
import { linkFor } from './forPhones.svelte';

const LAN = 'http://192.168.1.20:8080';

it.each([
  // On the laptop itself.
  ['http://localhost:8080/events/x/table#secret', { own: false, lan: LAN }, `${LAN}/events/x/table#secret`],
  ['https://127.0.0.1:8080/clock/x#clocks:A.a', { own: true, lan: LAN }, `${LAN}/clock/x#clocks:A.a`],
  // By the laptop's own certificate.
  ['https://192.168.1.20:8080/clock/x#y', { own: true, lan: LAN }, `${LAN}/clock/x#y`],
  ['https://club.local:8080/', { own: true, lan: LAN }, 'http://club.local:8080/'],
  // What is right stays as it is: in the network, on the internet, before it is known, and where no phone is meant.
  [`${LAN}/clock/x`, { own: true, lan: LAN }, `${LAN}/clock/x`],
  ['https://chess.example.org/m/x#y', { own: false, lan: null }, 'https://chess.example.org/m/x#y'],
  ['https://127.0.0.1:8080/m/x', undefined, 'https://127.0.0.1:8080/m/x'],
  ['http://localhost:8080/m/x', { own: false, lan: null }, 'http://localhost:8080/m/x'],
  ['http://localhost.example.org/m/x', { own: false, lan: LAN }, 'http://localhost.example.org/m/x'],
])('%s', (link, known, expected) => {
  expect(linkFor(link, known)).toBe(expected);
});
