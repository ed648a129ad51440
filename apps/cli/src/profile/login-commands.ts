import { getUser, listAccounts } from '@lectern/contracts/accounts';
import { Api } from '../api';
import type { Command, CommandContext } from '../command';
import { CommandError, exitCodes, UsageError } from '../exit-code';
import { textOption } from '../program';
import { chosenOrigin, profileNameOf } from './connection';
import { endSignIn, signInByCode } from './device-sign-in';
import type { Profile } from './profiles';

const TOKEN_CHARS_MAX = 16_384;

export const logIn: Command = {
  name: 'login',
  summary: 'sign in to a Lectern, so that other commands need no token',
  details: [
    'Shows a code to confirm in a browser, on this or another device. With --token, or --with-token and a token on',
    'standard input, no browser is needed; an API key of a knowledge box is given with --api-key. The sign-in is kept',
    'in lectern/profiles.json of $XDG_CONFIG_HOME (usually ~/.config), which only you can read. Several sign-ins have',
    'names of their own: lectern login --profile work --url https://lectern.example.org',
  ],
  options: {
    'with-token': { doc: 'read a personal access token from standard input' },
    'api-key': { value: 'KEY', doc: 'sign in with an API key of a knowledge box' },
    kb: { value: 'KB', doc: 'knowledge box of commands without --kb: id or slug' },
  },
  run: async (context) => {
    const { profiles, options, print } = context;
    const url = chosenOrigin(context);
    const signIn = await signedIn(context, url);
    const kb = textOption(options, 'kb');
    const account = signIn.kind === 'api-key' ? undefined : await firstAccount(context, { url, ...signIn });
    const name = profileNameOf(context);
    const before = profiles.find(name);
    const kept = before?.url === url ? { kb: before.kb, account: before.account } : {};
    await profiles.change(name, () => ({ ...kept, ...(account && { account }), ...(kb && { kb }), url, ...signIn }));
    await profiles.use(name);
    print(`Signed in to ${url} as profile "${name}"`);
    return exitCodes.done;
  },
};

export const logOut: Command = {
  name: 'logout',
  summary: 'forget a sign-in, and end it at the server',
  details: ['A personal access token stays valid until it is revoked; only the stored copy is deleted.'],
  options: { profile: { value: 'NAME', doc: 'the sign-in; LECTERN_PROFILE, or the last one, when absent' } },
  isLocal: true,
  run: async (context) => {
    const { profiles, print, progress, signal } = context;
    const name = profileNameOf(context);
    const profile = profiles.find(name);
    if (!profile) throw new UsageError(`There is no profile "${name}"`);
    if (profile.oauth)
      await endSignIn(profile.url, profile.oauth, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        progress.note(`The server could not be asked to end it: ${error instanceof Error ? error.message : error}`);
      });
    await profiles.remove(name);
    print(`Signed out of ${profile.url}`);
    return exitCodes.done;
  },
};

export const showProfiles: Command = {
  name: 'profiles list',
  summary: 'name the sign-ins of this user',
  details: ['The one that commands use is marked with a star.'],
  options: { json: { doc: 'write the result as JSON, one object a line' } },
  isLocal: true,
  run: async ({ profiles, options, print }) => {
    const current = profiles.nameOf();
    for (const [name, { url, kb, account, kind, oauth }] of Object.entries(profiles.all())) {
      const row = { name, url, kb: kb ?? null, account: account ?? null, by: oauth ? 'browser' : (kind ?? 'personal') };
      const shown = `${name === current ? '*' : ' '} ${name}  ${url}${kb ? `  kb ${kb}` : ''}`;
      print(options['json'] ? JSON.stringify({ ...row, current: name === current }) : shown);
    }
    return exitCodes.done;
  },
};

export const useProfile: Command = {
  name: 'profiles use',
  summary: 'choose the sign-in that commands use',
  details: [],
  arguments: [{ value: 'NAME', doc: 'what profiles list calls it' }],
  options: {},
  isLocal: true,
  run: async ({ profiles, argument, print }) => {
    const name = profiles.nameOf(argument);
    if (!profiles.find(name)) throw new UsageError(`There is no profile "${name}"`);
    await profiles.use(name);
    print(`Commands use "${name}"`);
    return exitCodes.done;
  },
};

type SignIn = Pick<Profile, 'token' | 'kind' | 'oauth'>;

async function signedIn(context: CommandContext, url: string): Promise<SignIn> {
  const { options, env, print, signal } = context;
  const key = textOption(options, 'api-key');
  if (key !== undefined) return { token: key, kind: 'api-key' };
  const token = options['with-token'] ? await inputOf(context) : (textOption(options, 'token') ?? env['LECTERN_TOKEN']);
  if (token) return { token, kind: 'personal' };
  const oauth = await signInByCode(
    url,
    ({ address, code, minutes }) => {
      print(`Open ${address}`);
      print(`and confirm the code ${code} within ${minutes} minutes.`);
    },
    signal,
  );
  return { oauth };
}

async function inputOf({ screen }: CommandContext): Promise<string> {
  const line = (await screen.ask(''))?.trim();
  if (line && line.length <= TOKEN_CHARS_MAX) return line;
  throw new UsageError('There is no token on standard input');
}

/** Also proves that the server takes the token. */
async function firstAccount({ signal }: CommandContext, { url, token, oauth }: Profile): Promise<string | undefined> {
  const secret = token ?? oauth?.accessToken ?? '';
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new CommandError('The token has characters that none has', exitCodes.usage);
  const api = new Api({ origin: url, credential: async () => ({ authorization: `Bearer ${secret}` }) }, signal);
  const [{ accounts }] = await Promise.all([api.call(listAccounts), api.call(getUser)]);
  return accounts[0]?.slug;
}
