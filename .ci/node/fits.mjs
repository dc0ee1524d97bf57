// Whether a version of Node.js is in a range as packages write it: "^20.19.0 || >=22.12.0", ">= 18", "*".
// Kept to what every Node.js since 12 understands: setup asks the one that a machine has.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function numbers(text) {
  const parts = text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
  return [parts[0], parts[1] || 0, parts[2] || 0];
}

function compare(one, other) {
  for (let at = 0; at < 3; at += 1) if (one[at] !== other[at]) return one[at] - other[at];
  return 0;
}

/** Whether `version` ("22.23.3") is in `range`. A range of a form that is not known here is an error. */
export function fits(version, range) {
  const it = numbers(version.replace(/^v/, ''));
  return range.split('||').some((alternative) =>
    alternative
      .replace(/([<>=^~]+)\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((condition) => {
        const [, sign, text] = /^(>=|<=|>|<|\^|~|=|)(\d[\d.]*x?|\*|)$/.exec(condition) || [];
        if (text === undefined) throw new Error(`a range of an unknown form: ${range}`);
        if (text === '' || text === '*') return true;
        const than = numbers(text);
        switch (sign) {
          case '>=':
            return compare(it, than) >= 0;
          case '>':
            return compare(it, than) > 0;
          case '<=':
            return compare(it, than) <= 0;
          case '<':
            return compare(it, than) < 0;
          case '^':
            return it[0] === than[0] && compare(it, than) >= 0;
          case '~':
            return it[0] === than[0] && it[1] === than[1] && it[2] >= than[2];
          default: {
            // "22" and "22.1" mean any release of them.
            const given = text.split('.').filter((part) => /^\d+$/.test(part)).length;
            return it.slice(0, given).every((part, at) => part === than[at]);
          }
        }
      }),
  );
}

// As a command: exit code 0 if the Node.js that runs this suits the pages, 1 if not.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = new URL('../../web/package.json', import.meta.url);
  const { engines } = JSON.parse(readFileSync(pages, 'utf8'));
  process.exit(fits(process.version, engines.node) ? 0 : 1);
}
