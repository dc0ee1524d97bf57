// How much a first visit loads, compressed: the document, its scripts, styles and preloads, and
// what the heaviest page (the table) adds in any language, its letters included. Fails above the limit.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 250_000;
const dist = new URL('../dist/', import.meta.url);
const size = (name) => gzipSync(readFileSync(new URL(name, dist))).length;

const html = readFileSync(new URL('index.html', dist), 'utf8');
const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]);
const table = readdirSync(new URL('assets/', dist))
  .filter((name) => /^((MatchPage|every-board|[a-z]{2}-).*\.(js|css)|letters-.*\.woff2)$/.test(name))
  .map((name) => `assets/${name}`);

const sum = (names) => [...new Set(names)].reduce((total, name) => total + size(name), 0);
const home = size('index.html') + sum(linked);
const withTable = size('index.html') + sum([...linked, ...table]);
console.log(`front page ${home} bytes, table and all languages included ${withTable} bytes, limit ${LIMIT}`);
if (withTable > LIMIT) process.exit(1);
