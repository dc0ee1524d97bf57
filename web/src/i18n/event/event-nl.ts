// What the event pages say, and what the event core says by a code.

import core from '../../../../crates/event/texts/nl.json';
import pages from './nl.json';

export default { core, pages };
