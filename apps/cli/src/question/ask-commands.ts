import { boxOption, chosenBox, jsonOption } from '../box/chosen-box';
import { oneLine } from '../box/kb-commands';
import type { Command, CommandContext, Option, Options } from '../command';
import { CommandError, type ExitCode, exitCodes, UsageError } from '../exit-code';
import { textOption } from '../program';
import { type Answer, answerOf, numbered, type Source, sourcesOf } from './answer';
import { retrievalOf, retrievalOptions } from './search-commands';

/** Turns of a conversation that the server gets. */
const TURNS_MAX = 40;

const askOptions: Readonly<Record<string, Option>> = {
  ...retrievalOptions,
  model: { value: 'MODEL', doc: 'generative model; that of the knowledge box when absent' },
};

export const askQuestion: Command = {
  name: 'ask',
  summary: 'ask a question, and get the answer with its sources',
  details: [
    'The answer is written as it arrives, then its sources with their numbers; into a file or a pipe it is written',
    'with [1] after what the first source supports. Exit code 1 when the knowledge box does not answer the question.',
  ],
  arguments: [{ value: 'QUESTION', doc: 'several words need no quotes', isRepeated: true }],
  options: { ...boxOption, ...jsonOption, ...askOptions },
  run: async (context) => {
    const { args, options } = context;
    const answer = await asked(context, { query: args.join(' '), kbid: await chosenBox(context) });
    if (options['json']) context.print(JSON.stringify({ ...answer, sources: sourcesOf(answer) }));
    return codeOf(answer);
  },
};

export const chat: Command = {
  name: 'chat',
  summary: 'ask one question after the other',
  details: [
    'Each question is a line of standard input; later ones may refer to earlier answers. An empty line is skipped,',
    '/new begins another conversation, and /quit or Ctrl+D ends it.',
  ],
  options: { ...boxOption, ...askOptions },
  run: async (context) => {
    const { screen, signal, progress } = context;
    const kbid = await chosenBox(context);
    let history: readonly Turn[] = [];
    for (let line = await screen.ask('> '); line !== undefined && line !== '/quit'; line = await screen.ask('> ')) {
      const query = line.trim();
      if (query === '/new') history = [];
      if (query === '' || query.startsWith('/')) continue;
      try {
        const { text } = await asked(context, { query, kbid, history });
        const turns: readonly Turn[] = [
          { author: 'USER', text: query },
          { author: 'SVC', text },
        ];
        history = [...history, ...turns].slice(-TURNS_MAX);
      } catch (error) {
        if (!(error instanceof CommandError) || signal.aborted) throw error;
        progress.note(error.message);
      }
    }
    return exitCodes.done;
  },
};

interface Turn {
  readonly author: 'USER' | 'SVC';
  readonly text: string;
}

interface Asked {
  readonly query: string;
  readonly kbid: string;
  readonly history?: readonly Turn[];
}

/** Prints the answer, unless it is wanted as JSON. */
async function asked(context: CommandContext, { query, kbid, history = [] }: Asked): Promise<Answer> {
  const { api, options, progress, screen } = context;
  const isStreamed = screen.isTerminal && !options['json'];
  const body = {
    query,
    ...requestOf(options),
    ...(history.length > 0 && { chat_history: history.map((turn) => ({ ...turn })) }),
  };
  const answer = await answerOf(api(), {
    kbid,
    body,
    ...(isStreamed && { onText: (text: string) => screen.write(printable(text)) }),
  });
  for (const warning of answer.warnings) progress.note(warning);
  if (answer.details) progress.note(answer.details);
  if (!options['json']) show(context, answer, isStreamed);
  return answer;
}

/** The members of an ask that these options mean. */
export function requestOf(options: Options) {
  const model = textOption(options, 'model');
  return { ...retrievalOf(options, 20), ...(model !== undefined && { generative_model: model }) };
}

function show({ print, screen }: CommandContext, answer: Answer, isStreamed: boolean): void {
  const sources = sourcesOf(answer);
  print(isStreamed ? '' : printable(numbered(answer, sources)));
  if (sources.length > 0) print('');
  for (const source of sources) print(screen.styled('dim', sourceLine(source)));
}

function sourceLine({ number, title, path, page }: Source): string {
  const place = [path, page === undefined ? undefined : `page ${page}`].filter(Boolean).join(', ');
  return `[${number}] ${oneLine(title)}${place ? ` (${oneLine(place)})` : ''}`;
}

/** Texts of documents cannot send codes to the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]+/gu, '');
}

function codeOf({ status, details }: Answer): ExitCode {
  if (status === 'error')
    throw new CommandError(`The model failed: ${details ?? 'no reason given'}`, exitCodes.refused);
  return status === 'success' ? exitCodes.done : exitCodes.notAsItShouldBe;
}

/** @throws UsageError for an empty question */
export function questionOf(words: readonly string[]): string {
  const question = words.join(' ').trim();
  if (question === '') throw new UsageError('The question is empty');
  return question;
}
