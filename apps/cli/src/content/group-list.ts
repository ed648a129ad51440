import { UsageError } from '../exit-code';

const GROUPS_MAX = 1_000;
const GROUP_CHARS_MAX = 512;
/** In place of groups: everyone may find it. */
const EVERYONE = '*';

/** Groups with commas between them; `*` for everyone. @throws UsageError naming where they were given */
export function groupsOf(text: string, where: string): readonly string[] {
  const groups = text.split(',').map((group) => group.trim().replace(/^\//, ''));
  if (groups.length === 1 && groups[0] === EVERYONE) return [];
  if (groups.some((group) => group === '' || group === EVERYONE || group.length > GROUP_CHARS_MAX))
    throw new UsageError(`${where}: name groups of at most ${GROUP_CHARS_MAX} characters, or * for everyone`);
  if (groups.length > GROUPS_MAX) throw new UsageError(`${where}: at most ${GROUPS_MAX} groups`);
  return [...new Set(groups)].sort();
}
