import { listAccounts } from '@lectern/contracts/accounts';
import { getKnowledgeBoxBySlug } from '@lectern/contracts/knowledge-box';
import type { CommandContext, Option } from '../command';
import { UsageError } from '../exit-code';
import { profileOf } from '../profile/connection';
import { textOption } from '../program';

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export const boxOption: Readonly<Record<string, Option>> = {
  kb: { value: 'KB', doc: 'knowledge box, id or slug; LECTERN_KB, or the one of "kb use", when absent' },
};
export const accountOption: Readonly<Record<string, Option>> = {
  account: { value: 'ACCOUNT', doc: 'account, id or slug; that of the profile, or your first one, when absent' },
};
export const jsonOption: Readonly<Record<string, Option>> = {
  json: { doc: 'write the result as JSON, one object a line' },
};

/** Id of the knowledge box that the command is about. @throws UsageError when none is named */
export async function chosenBox(context: CommandContext): Promise<string> {
  const { options, env } = context;
  const named = textOption(options, 'kb') ?? (env['LECTERN_KB'] || undefined) ?? profileOf(context)?.kb;
  if (named === undefined)
    throw new UsageError('Name a knowledge box with --kb or LECTERN_KB, or choose one with "lectern kb use"');
  return boxNamed(named, context);
}

/** Id of a knowledge box by its id or its slug. */
export async function boxNamed(name: string, { api }: CommandContext): Promise<string> {
  if (UUID.test(name)) return name;
  return (await api().call(getKnowledgeBoxBySlug, { params: { slug: name } })).uuid;
}

/** Account that the command is about: id or slug. */
export async function chosenAccount(context: CommandContext): Promise<string> {
  const named = textOption(context.options, 'account') ?? profileOf(context)?.account;
  if (named !== undefined) return named;
  const { accounts } = await context.api().call(listAccounts);
  const [first] = accounts;
  if (!first) throw new UsageError('You belong to no account: name one with --account');
  return first.id;
}
