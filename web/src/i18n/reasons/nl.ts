// What the server says: the same files that it reads itself.

import referee from '../../../../crates/referee/texts/nl.json';
import rules from '../../../../crates/rules/texts/nl.json';
import server from '../../../../crates/server/texts/nl.json';

export default { ...rules, ...referee, ...server } as Record<string, string>;
