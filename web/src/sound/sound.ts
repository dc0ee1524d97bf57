// Sounds made in the page: short tones, no files, nothing to load.

export type Sound = 'move' | 'capture' | 'drop' | 'check' | 'arrive' | 'low' | 'word' | 'refused' | 'flag' | 'end';

interface Tone {
  hertz: number;
  /** Seconds after the first. */
  at: number;
  seconds: number;
  type: OscillatorType;
  gain: number;
}

const tone = (hertz: number, at: number, seconds: number, gain = 0.12, type: OscillatorType = 'sine'): Tone => ({
  hertz,
  at,
  seconds,
  gain,
  type,
});

const SOUNDS: Record<Sound, Tone[]> = {
  move: [tone(190, 0, 0.06, 0.3, 'triangle'), tone(420, 0, 0.03, 0.08)],
  capture: [tone(150, 0, 0.09, 0.35, 'triangle'), tone(620, 0.01, 0.05, 0.08, 'square')],
  drop: [tone(260, 0, 0.05, 0.3, 'triangle'), tone(180, 0.05, 0.06, 0.25, 'triangle')],
  check: [tone(660, 0, 0.08, 0.12), tone(880, 0.08, 0.1, 0.12)],
  arrive: [tone(523, 0, 0.07), tone(784, 0.07, 0.1)],
  low: [tone(980, 0, 0.05, 0.08, 'square')],
  word: [tone(700, 0, 0.06, 0.1), tone(560, 0.09, 0.08, 0.1)],
  refused: [tone(160, 0, 0.14, 0.12, 'sawtooth')],
  flag: [tone(440, 0, 0.12, 0.12), tone(330, 0.14, 0.2, 0.12)],
  end: [tone(392, 0, 0.14), tone(523, 0.14, 0.14), tone(659, 0.28, 0.26)],
};

let context: AudioContext | undefined;

/** Browsers allow sound only after the visitor has done something; until then this is silent. `loudness` is from 0,
    silence, to 1. */
export function play(sound: Sound, loudness: number): void {
  if (loudness <= 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') {
    void context.resume();
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  const start = context.currentTime;
  for (const { hertz, at, seconds, type, gain } of SOUNDS[sound]) {
    const oscillator = new OscillatorNode(context, { type, frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    // A soft edge at both ends: no click.
    volume.gain.setValueAtTime(0, start + at);
    volume.gain.linearRampToValueAtTime(gain * loudness, start + at + 0.005);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start + at);
    oscillator.stop(start + at + seconds);
  }
}
