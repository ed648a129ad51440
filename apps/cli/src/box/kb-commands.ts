import {
  countContent,
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getKnowledgeBox,
  listAccountKnowledgeBoxes,
} from '@lectern/contracts/knowledge-box';
import type { Command } from '../command';
import { CommandError, exitCodes, UsageError } from '../exit-code';
import { profileNameOf } from '../profile/connection';
import { counted } from '../progress-line';
import { textOption } from '../program';
import { accountOption, boxNamed, chosenAccount, jsonOption } from './chosen-box';

const boxArgument = [{ value: 'KB', doc: 'id or slug of the knowledge box' }];

export const listBoxes: Command = {
  name: 'kb list',
  summary: 'list the knowledge boxes of an account',
  details: ['Each is a line: id, slug, title.'],
  options: { ...accountOption, ...jsonOption },
  run: async (context) => {
    const account = await chosenAccount(context);
    const { boxes } = await context.api().call(listAccountKnowledgeBoxes, { params: { account } });
    for (const box of boxes) {
      const { id, slug, title } = box;
      context.print(context.options['json'] ? JSON.stringify(box) : `${id}  ${slug}  ${oneLine(title)}`);
    }
    return exitCodes.done;
  },
};

export const createBox: Command = {
  name: 'kb create',
  summary: 'create a knowledge box, and use it',
  details: ['Prints the id of the box. Commands without --kb use it from then on, where you are signed in.'],
  arguments: [{ value: 'SLUG', doc: 'its name in addresses: lower-case letters, digits, ":", "_" and "-"' }],
  options: {
    ...accountOption,
    ...jsonOption,
    title: { value: 'TITLE', doc: 'its name for people; the slug when absent' },
    description: { value: 'TEXT', doc: 'what it is about' },
    'no-use': { doc: 'do not make it the knowledge box of commands without --kb' },
  },
  run: async (context) => {
    const { argument: slug, options, print, profiles } = context;
    const account = await chosenAccount(context);
    const body = { slug, title: textOption(options, 'title') ?? slug, description: textOption(options, 'description') };
    const { id } = await context.api().call(createAccountKnowledgeBox, { params: { account }, body });
    print(options['json'] ? JSON.stringify({ id, slug }) : id);
    const name = profileNameOf(context);
    if (!options['no-use'] && profiles.find(name))
      await profiles.change(name, (now) => ({ ...profileNow(now), kb: id }));
    return exitCodes.done;
  },
};

export const useBox: Command = {
  name: 'kb use',
  summary: 'choose the knowledge box of commands without --kb',
  details: [],
  arguments: boxArgument,
  options: {},
  run: async (context) => {
    const { argument, profiles, print, api } = context;
    const name = profileNameOf(context);
    if (!profiles.find(name)) throw new UsageError('Sign in first with "lectern login", or set LECTERN_KB');
    const kbid = await boxNamed(argument, context);
    const { slug } = await api().call(getKnowledgeBox, { params: { kbid } });
    await profiles.change(name, (now) => ({ ...profileNow(now), kb: kbid }));
    print(`Commands use the knowledge box ${slug}`);
    return exitCodes.done;
  },
};

export const showBox: Command = {
  name: 'kb show',
  summary: 'say what a knowledge box is and how much it holds',
  details: [],
  arguments: boxArgument,
  options: jsonOption,
  run: async (context) => {
    const { argument, api, print, options } = context;
    const params = { kbid: await boxNamed(argument, context) };
    const [box, counters] = await Promise.all([
      api().call(getKnowledgeBox, { params }),
      api().call(countContent, { params }),
    ]);
    if (options['json']) print(JSON.stringify({ ...box, counters }));
    else {
      print(`${box.slug} (${params.kbid})`);
      print(`${counted(counters.resources, 'resource')}, ${counted(counters.paragraphs, 'paragraph')}`);
    }
    return exitCodes.done;
  },
};

export const deleteBox: Command = {
  name: 'kb delete',
  summary: 'delete a knowledge box with everything in it',
  details: ['Asks first. Without a terminal, --yes is needed. Only a backup brings it back.'],
  arguments: boxArgument,
  options: { ...accountOption, yes: { doc: 'do not ask', short: 'y' } },
  run: async (context) => {
    const { argument, api, print, options, screen } = context;
    const kbid = await boxNamed(argument, context);
    const { resources } = await api().call(countContent, { params: { kbid } });
    const question = `Delete ${argument} with ${counted(resources, 'resource')} for good?`;
    if (!options['yes'] && !(await screen.confirm(question)))
      throw new CommandError(`${argument} is not deleted: confirm, or give --yes`, exitCodes.notAsItShouldBe);
    await api().call(deleteAccountKnowledgeBox, { params: { account: await chosenAccount(context), kbid } });
    print(`${argument} deleted`);
    return exitCodes.done;
  },
};

function profileNow<T>(now: T | undefined): T {
  if (now === undefined) throw new UsageError('The profile is gone: sign in again with "lectern login"');
  return now;
}

/** A text of others as one line without codes that a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
