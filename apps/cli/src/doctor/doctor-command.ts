import { oneLine } from '../box/kb-commands';
import type { Command } from '../command';
import { exitCodes } from '../exit-code';
import { textOption } from '../program';
import { type Check, checks } from './checks';
import { withoutSecrets, writeBundle } from './support-bundle';

const marks = { right: '✓', wrong: '✗', unknown: '?' } as const;
const colours = { right: 'green', wrong: 'red', unknown: 'yellow' } as const;

export const examine: Command = {
  name: 'doctor',
  summary: 'say what is wrong with an installation, and what to do',
  details: [
    'Looks at this machine, the sign-in, the server, its background work and its indexes; changes nothing. Exit code 1',
    'when something is wrong. --bundle writes what people who help need to know, without secrets: read it before you',
    'send it.',
  ],
  options: {
    bundle: { value: 'FILE', doc: 'write the findings, versions, names of settings and metrics as JSON' },
    json: { doc: 'write the result as JSON, one object a line' },
  },
  run: async (context) => {
    const { options, print, screen } = context;
    const found: Check[] = [];
    for await (const check of checks(context)) {
      found.push(check);
      const { name, state, found: what, remedy } = check;
      if (options['json']) print(withoutSecrets(JSON.stringify(check)));
      else {
        print(`${screen.styled(colours[state], marks[state])} ${name}: ${withoutSecrets(oneLine(what))}`);
        if (remedy) print(`    ${remedy}`);
      }
    }
    const file = textOption(options, 'bundle');
    if (file !== undefined) await writeBundle(context, file, found);
    return found.some(({ state }) => state === 'wrong') ? exitCodes.notAsItShouldBe : exitCodes.done;
  },
};
