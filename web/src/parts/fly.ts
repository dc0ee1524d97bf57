// A captured piece flies to the partner's stock.

import type { Role } from '../state/pieces';
import type { Color } from '../state/seats';

export function fly(role: Role, color: Color, from: DOMRect, to: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const wrap = document.createElement('div');
  wrap.className = 'man cg-wrap flying';
  wrap.setAttribute('aria-hidden', 'true');
  const piece = document.createElement('piece');
  piece.className = `${color} ${role}`;
  wrap.append(piece);
  Object.assign(wrap.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${from.width}px`,
    height: `${from.height}px`,
    pointerEvents: 'none',
    zIndex: '20',
  });
  document.body.append(wrap);
  const scale = to.width / from.width;
  const place = (box: DOMRect, size: number) => `translate(${box.x}px, ${box.y}px) scale(${size})`;
  wrap.style.transformOrigin = '0 0';
  const flight = wrap.animate(
    [
      { transform: place(from, 1), opacity: 1 },
      { transform: place(to, scale), opacity: 0.9 },
    ],
    { duration: 420, easing: 'cubic-bezier(.3,.1,.2,1)' },
  );
  flight.onfinish = () => wrap.remove();
  flight.oncancel = () => wrap.remove();
}
