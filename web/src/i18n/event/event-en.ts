// What the event pages say, and what the event core says by a code.

import core from '../../../../crates/event/texts/en.json';
import pages from './en.json';

export default { core, pages };
