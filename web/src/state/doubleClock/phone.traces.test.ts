import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Seat } from '../seats';
import { Phone, type Message } from './phone';

type Step =
  | { do: 'connected'; now: number; waits: boolean; last: Partial<Record<Seat, number>> }
  | { do: 'disconnected' }
  | { do: 'goes_on'; now: number }
  | { do: 'pong'; now: number; sent: number; moment: number }
  | { do: 'acts'; now: number; seat: Seat; done: boolean }
  | { do: 'answered'; seat: Seat; id: number }
  | { do: 'wants'; now: number; wants: Message<string>[] };

interface Line {
  step: Step;
  synchronised: boolean;
  moment: number | null;
  at: number;
  unanswered: number;
}

const folder = join(import.meta.dirname, '../../../../fixtures/clock');

function take(phone: Phone<string>, step: Step): void {
  switch (step.do) {
    case 'connected':
      return phone.connected(step.now, step.waits, step.last);
    case 'disconnected':
      return phone.disconnected();
    case 'goes_on':
      return phone.goesOn(step.now);
    case 'pong':
      return phone.pong(step.now, step.sent, step.moment);
    case 'acts':
      return expect(phone.acts(step.now, step.seat, 'press')).toBe(step.done);
    case 'answered':
      expect(phone.answered(step.seat, step.id)).toBeDefined();
      return;
    case 'wants':
      return expect(phone.wants(step.now)).toEqual(step.wants);
  }
}

describe('a phone as a clock', () => {
  const traces = readdirSync(folder).filter((name) => name.startsWith('phone-'));

  it('has traces to follow', () => expect(traces.length).toBeGreaterThan(3));

  it.each(traces)('does what the phone of the simulation does: %s', (name) => {
    const phone = new Phone<string>();
    for (const line of JSON.parse(readFileSync(join(folder, name), 'utf8')) as Line[]) {
      take(phone, line.step);
      expect(phone.isSynchronised).toBe(line.synchronised);
      expect(phone.moment(line.at) ?? null).toBe(line.moment);
      expect(phone.unanswered.length).toBe(line.unanswered);
    }
  });
});
