// A screen that stays awake: by the Wake Lock where the page came safely (HTTPS or this very machine), otherwise by a
// muted video of nothing, which phones don't fall asleep over.

export type Awake = 'lock' | 'video' | 'no';

let video: HTMLVideoElement | undefined;

async function byVideo(): Promise<Awake> {
  if (!video) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 2;
    canvas.getContext('2d')?.fillRect(0, 0, 2, 2);
    video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.setAttribute('aria-hidden', 'true');
    video.srcObject = canvas.captureStream(1);
  }
  try {
    await video.play();
    return 'video';
  } catch {
    return 'no';
  }
}

/** Keeps the screen awake until the returned function is called. A phone that was put away and taken up again is asked
    anew: it lets go of the lock by itself. */
export function keepAwake(told: (by: Awake) => void): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState !== 'visible') return;
    try {
      lock = await navigator.wakeLock.request('screen');
      told('lock');
    } catch {
      told(await byVideo());
    }
    if (over) void lock?.release();
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  // A video may only begin when somebody has touched the page.
  document.addEventListener('pointerdown', ask, { once: true });
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    document.removeEventListener('pointerdown', ask);
    void lock?.release();
    video?.pause();
  };
}
