import { makeSignInLink } from '@lectern/contracts/accounts';
import type { Command } from './command';
import { exitCodes } from './exit-code';

export const signIn: Command = {
  name: 'sign-in',
  summary: 'print a new link that signs the first user in to the console',
  details: [
    'It works once, within an hour, and replaces the one that the start of the product printed. Where the first user has',
    'no password, a second link is where to choose one. Needs the token of a root user; without one, restart the product',
    'with SIGN_IN_LINK=always, which prints the same link.',
  ],
  options: { json: { doc: 'write the links as JSON' } },
  run: async ({ api, options, print, progress }) => {
    const links = await api().call(makeSignInLink);
    if (options['json']) {
      print(JSON.stringify(links));
      return exitCodes.done;
    }
    if (links.set_up !== null) progress.note(`To choose a mail address and a password, once: ${links.set_up}`);
    print(links.sign_in);
    return exitCodes.done;
  },
};
