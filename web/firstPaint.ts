// What the builder does for slow lines: the first styles lie in the document, and every file is there compressed.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** What gets smaller; pictures and typefaces are compressed in themselves. */
const TEXT = /\.(html|js|css|json|svg|webmanifest)$/;
const PRELOAD = /\s*<link rel="modulepreload" [^>]*>/g;
const SHEET = /\s*<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;

const text = ({ source }: Rolldown.OutputAsset): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source);

/** The sheets that the document links to are put into it: the first paint waits for nothing but the document. Pages
 * that come later would ask for them again as something they rest on, and are told that the script is that. */
export function stylesInDocument(): Plugin {
  return {
    name: 'styles-in-document',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the document was not built');
        const first = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file.name === 'index',
        );
        if (!first) throw new Error('no script was built');
        const inside: string[] = [];
        const styles: string[] = [];
        const html = text(page).replaceAll(SHEET, (_link, name: string) => {
          const sheet = bundle[name];
          if (sheet?.type !== 'asset') throw new Error(`${name} was not built`);
          inside.push(name);
          styles.push(text(sheet).trim());
          return '';
        });
        if (!inside.length) throw new Error('the document links to no styles');
        page.source = html.replace('</head>', () => `  <style>${styles.join('')}</style>\n  </head>`);
        for (const name of inside) delete bundle[name];
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          for (const name of inside) file.code = file.code.replaceAll(`"${name}"`, `"${first.fileName}"`);
        }
      },
    },
  };
}

/** The order of what a document names: the largest script first, over the connection that is there already; then the one
 * that opens the line of a match and waits for no other. */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const script = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'early');
        if (!script) throw new Error('the early script was not built');
        const tag = `<script type="module" async crossorigin src="/${script.fileName}"></script>`;
        const first = [...html.matchAll(PRELOAD)].map(([link]) => link.trim());
        if (!first.length) throw new Error('no script is named in advance');
        const names = [...first, tag].join('\n    ');
        return html.replaceAll(PRELOAD, '').replace('<title>', () => `${names}\n    <title>`);
      },
    },
  };
}

/** Each file once more as Brotli makes it, for the server to hand out. */
export function brotliBeside(): Plugin {
  return {
    name: 'brotli-beside',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler({ dir }) {
        if (!dir) throw new Error('built to no folder');
        for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          if (!TEXT.test(name)) continue;
          const plain = readFileSync(join(dir, name));
          const packed = brotliCompressSync(plain, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
            },
          });
          writeFileSync(join(dir, `${name}.br`), packed);
        }
      },
    },
  };
}
