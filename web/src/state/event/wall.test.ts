import { describe, expect, it } from 'vitest';
import { pairing, round, view } from '../../../tests/support/event';
import { countdownText, sceneAt, scenes, SCENE_MILLIS } from './wall';

const kinds = (over: Parameters<typeof view>[0], now = 0) => scenes(view(over), now).map((one) => one.scene);

describe('the screen on the wall', () => {
  it('welcomes while nothing is paired, and shows no draft', () => {
    expect(kinds({ rounds: [] })).toEqual(['welcome']);
    expect(kinds({ rounds: [round({ stage: 'draft' })] })).toEqual(['welcome']);
  });

  it('counts down to a published round whose start was said', () => {
    const published = round({ stage: 'published', starts: 5_000 });
    expect(kinds({ rounds: [published] })).toEqual(['countdown', 'pairings']);
    expect(kinds({ rounds: [round({ stage: 'published' })] })).toEqual(['pairings']);
    // A start that is long past is no news.
    expect(kinds({ rounds: [published] }, 1_000_000)).toEqual(['pairings']);
  });

  it('turns pages of about the same length', () => {
    const pairings = Array.from({ length: 15 }, (_, at) => pairing(at + 1, 1, 2));
    const pages = scenes(view({ rounds: [round({ pairings })] }), 0);
    expect(pages.map((one) => (one.scene === 'pairings' ? one.pairings.length : 0))).toEqual([5, 5, 5]);
  });

  it('shows live boards of tables that have begun, and standings once there is a result', () => {
    const there = { A: true, a: true, B: true, b: true };
    const table = (at: number, over: boolean, clocks = false) => ({
      round: 1,
      table: at,
      leg: 0,
      match: `m${at}`,
      begun: true,
      over,
      there,
      clocks,
    });
    const done = round();
    done.pairings[0]!.legs[0]!.outcome = { score: [1, 0], how: 'played', source: 'teams' };
    const line = { place: 1, number: 1, team: 1, player: null, name: 'Rooks & Co', points: 1, values: [] };
    expect(kinds({ rounds: [done], tables: [table(1, true), table(2, false)], standings: [line] })).toEqual([
      'pairings',
      'boards',
      'standings',
    ]);
  });

  it('shows the clocks of real boards, five tables at a time', () => {
    const there = { A: true, a: true, B: true, b: true };
    const begun = { round: 1, leg: 0, begun: true, over: false, there, clocks: true };
    const tables = Array.from({ length: 10 }, (_, at) => ({ ...begun, table: at + 1, match: `m${at}` }));
    const shown = scenes(view({ rounds: [round()], tables }), 0).filter((one) => one.scene === 'clocks');
    expect(shown.map((one) => one.tables.length)).toEqual([5, 5]);
  });

  it('shows the same scene on every screen at a moment', () => {
    const all = scenes(view({ rounds: [round({ stage: 'published', starts: 5_000 })] }), 0);
    expect(sceneAt(all, 0).scene).toBe('countdown');
    expect(sceneAt(all, SCENE_MILLIS).scene).toBe('pairings');
    expect(sceneAt(all, 2 * SCENE_MILLIS).scene).toBe('countdown');
  });

  it('says how long it takes', () => {
    expect([countdownText(-5), countdownText(64_001), countdownText(3_725_000)]).toEqual(['0:00', '1:05', '1:02:05']);
  });
});
