// What the server really says (fixtures/protocol, which its own tests compare) is what these pages' types allow.

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { receive } from '../state/view';
import { PROTOCOL_VERSION, type MessageOf, type ToClient } from './messages';

const FOLDER = resolve(import.meta.dirname, '../../../fixtures/protocol');
/** Answers of the HTTP API; every other file is a message to a client. */
const ANSWERS: Record<string, string> = {
  error: 'ErrorAnswer',
  events: 'EventsPage',
  list: 'MatchLine[]',
  replay: 'Frame[]',
};

const names = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
const text = (name: string): string => readFileSync(`${FOLDER}/${name}.json`, 'utf8');
const message = <Type extends ToClient['type']>(name: string) => JSON.parse(text(name)) as MessageOf<Type>;

/** What TypeScript says of each file, written down as a constant of its type. */
function complaints(source: string): string[] {
  const path = resolve(import.meta.dirname, 'golden.constants.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, version, ...rest) =>
    name === path ? ts.createSourceFile(name, source, version) : getSourceFile(name, version, ...rest);
  host.fileExists = (name) => name === path || fileExists(name);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
}

const constants = (golden: readonly string[], change = (json: string) => json): string =>
  [
    "import type { ErrorAnswer, EventsPage, Frame, MatchLine, ToClient } from './messages';",
    ...golden.map((name, at) => `export const c${at}: ${ANSWERS[name] ?? 'ToClient'} = ${change(text(name))};`),
  ].join('\n');

it('is typed as the server writes it, field by field', () => {
  expect(names.length).toBeGreaterThan(10);
  expect(complaints(constants(names))).toEqual([]);
  // And the check is one: a field that the server does not know, and one that is missing.
  expect(complaints(constants(['pong'], (json) => json.replace('"now"', '"then"')))).not.toEqual([]);
}, 300_000);

it('is understood by the page', () => {
  expect(message<'welcome'>('welcome').version).toBe(PROTOCOL_VERSION);
  const waiting = receive(undefined, message('snapshot-waiting'), 0);
  expect(waiting?.state.phase).toBe('waiting');
  expect(waiting?.people.seats.A.name).toBe('Ann');
  const moved = receive(waiting, message('update-move'), 0);
  expect(moved?.moves.map((move) => move.san)).toEqual(['e4']);
  expect(moved?.log.map((event) => event.event)).toEqual(['made', 'completed']);
});
