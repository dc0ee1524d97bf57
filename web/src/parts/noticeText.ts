// What everybody at the table must know, in the visitor's language.

import { whose, type Notice } from '../state/notices';
import type { BySeat } from '../state/seats';
import { t } from '../i18n/i18n.svelte';
import { pieceText } from './eventText';

export const noticeText = (notice: Notice, names: BySeat<string>): string =>
  t(`notice.${notice.text}`, {
    who: whose(notice)
      .map((seat) => names[seat])
      .join(', '),
    piece: pieceText(notice.role),
    board: notice.board ?? '',
  });
