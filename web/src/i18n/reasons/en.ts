// What the server says: the same files that it reads itself.

import referee from '../../../../crates/referee/texts/en.json';
import rules from '../../../../crates/rules/texts/en.json';
import server from '../../../../crates/server/texts/en.json';

export default { ...rules, ...referee, ...server } as Record<string, string>;
