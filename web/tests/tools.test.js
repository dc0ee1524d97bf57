// The Node.js that setup installs, and every one that it leaves alone, suit all locked packages.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fits } from '../../.ci/node/fits.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const wanted = read('../package.json').engines.node;
const ranges = Object.entries(read('../package-lock.json').packages)
  .filter(([, locked]) => locked.engines?.node !== undefined)
  .map(([name, locked]) => [name || 'the pages', locked.engines.node]);
const installed = Object.entries(read('../../.ci/node/package-lock.json').packages)
  .filter(([name]) => name !== '')
  .map(([, locked]) => locked.version);

it('setup installs a Node.js that suits every locked package', () => {
  expect(ranges.length).toBeGreaterThan(20);
  expect(installed).toHaveLength(2);
  for (const version of installed) {
    expect(fits(version, wanted)).toBe(true);
    for (const [name, range] of ranges) expect(fits(version, range), `${name} on ${version}`).toBe(true);
  }
});

it('the oldest Node.js that setup leaves alone suits every locked package', () => {
  const oldest = [...wanted.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
  expect(oldest.length).toBe(wanted.split('||').length);
  for (const version of oldest)
    for (const [name, range] of ranges) expect(fits(version, range), `${name} on ${version}`).toBe(true);
});

it('knows ranges as packages write them', () => {
  // Debian 12, Debian 13 and Ubuntu 24.04 bring these.
  expect(fits('18.20.4', wanted)).toBe(false);
  expect(fits('20.19.2', wanted)).toBe(true);
  expect(fits('18.19.1', wanted)).toBe(false);
  for (const [version, range, is] of [
    ['20.18.9', '^20.19 || >=22.12', false],
    ['21.7.0', '^20.19 || >=22.12', false],
    ['22.12.0', '^20.19 || >=22.12', true],
    ['v24.0.0', '>= 18.0.0', true],
    ['18.3.0', '18', true],
    ['18.3.0', '18.x', true],
    ['19.0.0', '>=18 <19', false],
    ['18.1.5', '~18.1.2', true],
    ['16.0.0', '*', true],
  ])
    expect(fits(version, range), `${version} in ${range}`).toBe(is);
  expect(() => fits('20.0.0', 'lts')).toThrow('unknown form');
});
