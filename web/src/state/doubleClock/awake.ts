// A screen that stays awake: by the Wake Lock where the page came safely (HTTPS or this very machine), otherwise by a video
// of nothing, over which most phones don't fall asleep.
//
// What is known of it. Chromium keeps the screen awake while a video plays that can be seen: it must lie in the page, in sight
// (by an IntersectionObserver, which asks neither how transparent it is nor what lies over it), and may be of any size if it
// comes from a MediaStream. WebKit takes no notice of a muted video: it wants pictures and sound, and lets a video with sound
// begin only by a tap; the sound may be silence. Nobody promises any of this, and a phone that saves power sleeps anyway.

export type Awake = 'lock' | 'video' | 'no';

/** What plays to keep the screen awake. */
class Nothing {
  #video = document.createElement('video');
  #paint = document.createElement('canvas');
  #sound: AudioContext | undefined;
  #timer: ReturnType<typeof setInterval>;

  constructor() {
    const video = this.#video;
    [this.#paint.width, this.#paint.height] = [2, 2];
    this.#draw();
    video.muted = true;
    video.playsInline = true;
    video.setAttribute('aria-hidden', 'true');
    // Over the whole page and behind everything, hardly to be seen, and in nobody's way.
    Object.assign(video.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      opacity: '0.01',
      zIndex: '-1',
      objectFit: 'fill',
      pointerEvents: 'none',
    });
    video.srcObject = this.#paint.captureStream(1);
    document.body.append(video);
    // A picture that never changes is sent once.
    this.#timer = setInterval(() => this.#draw(), 1000);
  }

  #draw(): void {
    this.#paint.getContext('2d')?.fillRect(0, 0, 2, 2);
  }

  /** Gives it a silent sound track: only within a tap. */
  #sounds(): void {
    if (this.#sound) return;
    this.#sound = new AudioContext();
    void this.#sound.resume().catch(() => {});
    const pictures = (this.#video.srcObject as MediaStream).getVideoTracks();
    const silence = this.#sound.createMediaStreamDestination().stream.getAudioTracks();
    this.#video.srcObject = new MediaStream([...pictures, ...silence]);
    this.#video.muted = false;
  }

  /** Whether it plays. */
  async plays(tapped: boolean): Promise<boolean> {
    if (tapped) this.#sounds();
    const play = () =>
      this.#video.play().then(
        () => true,
        () => false,
      );
    if (await play()) return true;
    // Without sound it may, where nobody has touched the page.
    this.#video.muted = true;
    return play();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#video.pause();
    this.#video.remove();
    void this.#sound?.close().catch(() => {});
  }
}

/** Tries to keep the screen awake until the returned function is called. A phone that was put away and taken up again is
    asked anew: it lets go of the lock by itself. */
export function keepAwake(told: (by: Awake) => void): () => void {
  let lock: WakeLockSentinel | undefined;
  let nothing: Nothing | undefined;
  let over = false;
  const end = (): void => {
    nothing?.end();
    nothing = undefined;
  };
  const byVideo = async (tapped: boolean): Promise<Awake> => {
    try {
      nothing ??= new Nothing();
      return (await nothing.plays(tapped)) ? 'video' : 'no';
    } catch {
      return 'no';
    }
  };
  const isHeld = (): boolean => lock?.released === false;
  const ask = async (tapped: boolean): Promise<void> => {
    if (over || document.visibilityState !== 'visible' || isHeld()) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      // Two may have been asked for at a time.
      if (over || isHeld()) return void got.release();
      lock = got;
      end();
      told('lock');
    } catch {
      if (over) return;
      const by = await byVideo(tapped);
      if (!over) told(by);
    }
  };
  const shown = (): void => void ask(false);
  const tapped = (): void => void ask(true);
  shown();
  document.addEventListener('visibilitychange', shown);
  // A finger that is lifted is a tap; one that goes down may yet be a swipe, and lets nothing begin.
  document.addEventListener('pointerup', tapped, true);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', shown);
    document.removeEventListener('pointerup', tapped, true);
    void lock?.release();
    end();
  };
}
