// What the server says: the same files that it reads itself.

import referee from '../../../../crates/referee/texts/de.json';
import rules from '../../../../crates/rules/texts/de.json';
import server from '../../../../crates/server/texts/de.json';

export default { ...rules, ...referee, ...server } as Record<string, string>;
