// What tells a player that something waits when the page is not looked at: its title, its icon, a short buzz; and what
// keeps a phone's screen on while a match runs.

const ICON = '/icons/tandem.svg';
/** The same with a mark: it is your move. */
const ICON_MINE = '/icons/tandem-turn.svg';

export function showTurn(mine: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', mine ? ICON_MINE : ICON);
}

/** Only where there is something that buzzes, and after the visitor has touched the page. */
export function buzz(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Keeps the screen on until the returned function is called; asked for again whenever the page comes back to sight. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const ask = async () => {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (over) void lock.release();
    } catch {
      // A phone that saves its battery says no. Then it does as it does.
    }
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}

/** Speaks in the visitor's language, where the browser has a voice. */
export function speakAloud(text: string, language: string, volume: number): void {
  if (typeof speechSynthesis === 'undefined') return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  words.volume = volume;
  words.rate = 1.4;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
