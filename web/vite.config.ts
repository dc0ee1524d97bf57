import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { brotliBeside, earlyScript, fewLetters, stylesInDocument } from './firstPaint';

// In development the pages come from Vite and everything else from a running `tandem serve`.
const server = process.env.TANDEM_SERVER ?? 'http://127.0.0.1:8080';

const EVERY_PAGE =
  /node_modules\/(svelte|esm-env|clsx|i18next)\/|server\/texts\/phrases|src\/(router|wire\/(?!event)|state\/(?!event|doubleClock|replay|lesson|gameLink|judging)|i18n\/(i18n|languages|letters|phrases|en\.json)|pages\/MissingPage|sound\/|parts\/(PageHeader|Broken|ComesBack|ShareLink|Leaving|Icon|TeamMark|Terms|Cite|ArticleSheet|BotSelect|BotFace|PlayNow|TwoBoards|bookName|time|sentences|eventText|noticeText|resultText|rulingText|seatText|articles|ticking))/;
const EVERY_BOARD =
  /node_modules\/chessground\/|src\/(board|parts\/(StockRow|WaitingLine|RefusalLine|Man|MoveSheet|PromotionPicker|TypedMove|fly|Clock|PlayerStrip))/;

export default defineConfig({
  plugins: [svelte(), earlyScript(), fewLetters(), stylesInDocument(), brotliBeside()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // A browser asks for six files at a time: what every page needs is one, and what every board needs another, so that
    // nobody on a slow line waits for a second round of small ones.
    rolldownOptions: {
      input: { index: 'index.html', early: 'src/early.ts' },
      output: {
        codeSplitting: {
          groups: [
            { name: 'every-page', test: EVERY_PAGE },
            { name: 'every-board', test: EVERY_BOARD },
          ],
        },
      },
    },
  },
  // The server answers pages of its own origin alone: what is asked keeps the host that was asked.
  // The sentences of the server lie beside its sources.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, changeOrigin: false, ws: true }, '/ws': { target: server, ws: true } },
  },
  // Tests take Svelte as browsers do, not as a server would.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts', 'tests/**/*.test.{js,ts}'], environment: './tests/support/environment.ts' },
});
