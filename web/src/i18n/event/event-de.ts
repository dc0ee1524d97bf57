// What the event pages say, and what the event core says by a code.

import core from '../../../../crates/event/texts/de.json';
import pages from './de.json';

export default { core, pages };
