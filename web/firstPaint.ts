// What the builder does for slow lines: the first styles lie in the document, every file is there compressed, and letters
// that some languages need come without those that hardly anybody does.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import subsetFont from 'subset-font';
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

/** A typeface that the styles ask for as `FILE?only=0100-017f,1e9e` comes with those letters alone. */
const ONLY = /\/(assets\/[^")]+)\.woff2\?only=([\da-f,-]+)/g;

function lettersIn(ranges: string): string {
  const letters = ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
  return letters.join('');
}

export function fewLetters(): Plugin {
  return {
    name: 'few-letters',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        let made = 0;
        for (const sheet of Object.values(bundle)) {
          if (sheet.type !== 'asset' || !sheet.fileName.endsWith('.css')) continue;
          for (const [asked, path = '', ranges = ''] of text(sheet).matchAll(ONLY)) {
            const whole = bundle[`${path}.woff2`];
            if (whole?.type !== 'asset') throw new Error(`${path}.woff2 was not built`);
            const source = await subsetFont(Buffer.from(whole.source), lettersIn(ranges), { targetFormat: 'woff2' });
            const file = this.emitFile({ type: 'asset', name: 'letters.woff2', source });
            sheet.source = text(sheet).replaceAll(asked, `/${this.getFileName(file)}`);
            made += 1;
          }
        }
        if (!made) throw new Error('no styles ask for a few letters');
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
