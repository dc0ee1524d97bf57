// What the server says: the same files that it reads itself.

import referee from '../../../../crates/referee/texts/cs.json';
import rules from '../../../../crates/rules/texts/cs.json';
import server from '../../../../crates/server/texts/cs.json';

export default { ...rules, ...referee, ...server } as Record<string, string>;
