import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// In development the pages come from Vite and everything else from a running `tandem serve`.
const server = process.env.TANDEM_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  // The server answers pages of its own origin alone: what is asked keeps the host that was asked.
  // The sentences of the server lie beside its sources.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, changeOrigin: false, ws: true }, '/ws': { target: server, ws: true } },
  },
  // Tests take Svelte as browsers do, not as a server would.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts', 'tests/**/*.test.js'], environment: './tests/support/environment.ts' },
});
