// What the event pages say, and what the event core says by a code.

import core from '../../../../crates/event/texts/cs.json';
import pages from './cs.json';

export default { core, pages };
