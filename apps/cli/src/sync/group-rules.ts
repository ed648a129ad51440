import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ignore } from 'ignore';
import { groupsOf } from '../content/group-list';
import { isMissing, GROUPS_FILE } from '../content/walk';
import { UsageError } from '../exit-code';

const FILE_BYTES_MAX = 1_000_000;
const RULES_MAX = 10_000;

interface Rule {
  readonly pattern: Ignore;
  readonly groups: readonly string[];
}

/** Who may find the files of a folder, by patterns of their names. */
export class GroupRules {
  private constructor(private readonly rules: readonly Rule[]) {}

  /**
   * Reads the rules of a folder and of arguments, such as `/hr/ = hr, board`; the latter come last.
   *
   * @throws UsageError for a rule that cannot be understood: the files that it is meant for would be public
   */
  static async of(folder: string, given: readonly string[]): Promise<GroupRules> {
    const { default: ignore } = await import('ignore');
    const ruleOf = (text: string, where: string): Rule => {
      const [, pattern = '', groups = ''] = /^(.*?)\s*=\s*([^=]*)$/.exec(text.trim()) ?? [];
      if (pattern === '') throw new UsageError(`${where}: a rule is PATTERN = GROUP, GROUP; not "${text.trim()}"`);
      return { pattern: ignore().add(pattern), groups: groupsOf(groups, where) };
    };
    const lines = (await fileLines(folder)).map((text, index) => ({ text, where: `${GROUPS_FILE}:${index + 1}` }));
    const all = [...lines, ...given.map((text) => ({ text, where: '--groups' }))];
    const wanted = all.filter(({ text }) => text.trim() !== '' && !text.trimStart().startsWith('#'));
    if (wanted.length > RULES_MAX) throw new UsageError(`More than ${RULES_MAX} rules of groups`);
    return new GroupRules(wanted.map(({ text, where }) => ruleOf(text, where)));
  }

  /** Groups that may find a file, sorted; none means everyone. The last rule that matches counts. */
  groupsOf(name: string): readonly string[] {
    return this.rules.findLast(({ pattern }) => pattern.ignores(name))?.groups ?? [];
  }
}

async function fileLines(folder: string): Promise<readonly string[]> {
  const file = join(folder, GROUPS_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw new UsageError(`${file} cannot be read, and says who may find what`);
  });
  if (text.length > FILE_BYTES_MAX) throw new UsageError(`${file} has more than ${FILE_BYTES_MAX} characters`);
  return text.split(/\r?\n/);
}
