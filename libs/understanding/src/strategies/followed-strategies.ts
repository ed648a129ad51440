import type { ProcessingError } from '@lectern/contracts/understanding';
import { type GivenPage, type JobValue, whileWaiting } from '@lectern/extraction';
import { GIVEN_PARAGRAPH_CHARS_MAX } from '@lectern/text';
import { busy, Slots } from '@lectern/workers';
import { Injectable } from '@nestjs/common';
import type { ConfiguredBox } from '../configuration/learning-configurations';
import type { ChosenStrategies } from './field-strategies';
import { defaultCallLimits, ModelCalls, callFailure } from './model-calls';
import { splitOptionsOf, type StrategyUses, usedStrategies } from './split-options';
import { Splitting } from './splitting';
import type { Asker } from './strategy-keys';
import { type Ability, StrategyModels } from './strategy-models';
import { VisualReading, type VisualReadingOptions } from './visual-reading';

/** Fields whose pages are being read by models concurrently; their pictures are in memory. */
const READINGS = {
  slotsMax: 4,
  waitingMax: 1_000,
  ownWaitingMax: 500,
  order: 'fair',
  refusal: busy('Too many pages wait to be read: try again later'),
} as const;
/** Part of a text per model call; less if the model's context is smaller. */
const WINDOW = { charsMax: 8_000, piecesMax: 200 };
const CONTEXT_SHARE = 0.4;
const PROCESS = 2;

/** The field to which strategies are applied. */
export interface StrategyField {
  readonly box: ConfiguredBox;
  /** Prefix of the keys of its paragraphs. */
  readonly fieldId: string;
  readonly signal: AbortSignal;
  /** Whether pictures of pages are kept. */
  readonly keepsPictures: boolean;
  /** Understands pages that a model has read. */
  readonly understand: (pages: readonly GivenPage[], mediaType: string) => AsyncIterable<JobValue>;
}

interface Calling extends Pick<StrategyField, 'box' | 'signal'> {
  readonly needs: Ability;
  /** Model for strategies that name none. */
  readonly model?: string;
  readonly parallelMax: number;
}

/** Whether a model has to read the pages of the field as pictures. */
export function readsPages({ extract }: ChosenStrategies): boolean {
  return Boolean(extract?.config.vllm_config ?? extract?.config.ai_tables);
}

/** Reads and splits fields with models, as their strategies require. */
@Injectable()
export class FollowedStrategies {
  private readonly readings = new Slots(READINGS);

  constructor(private readonly models: StrategyModels) {}

  /**
   * Applies strategies to the results obtained without a model. If a model fails, those results are kept, with a
   * warning.
   *
   * @throws AppError `rate_limited` when too many fields wait for models, `cancelled`
   */
  async *values(
    values: AsyncIterable<JobValue>,
    chosen: ChosenStrategies,
    field: StrategyField,
  ): AsyncGenerator<JobValue> {
    const uses: { extract: ModelCalls[]; split: ModelCalls[] } = { extract: [], split: [] };
    const read = readsPages(chosen) ? this.readPages(values, chosen, { ...field, uses: uses.extract }) : values;
    const isCut = chosen.split?.config.custom_split === 2;
    const cut = isCut ? this.cutByModel(read, chosen, { ...field, uses: uses.split }) : read;
    for await (const value of cut) {
      const { field: found } = value;
      const used: StrategyUses = { extract: uses.extract.map(useOf), split: uses.split.map(useOf) };
      const strategies = found && usedStrategies(chosen, used);
      yield strategies ? { field: { ...found, strategies } } : value;
    }
  }

  private async *readPages(
    values: AsyncIterable<JobValue>,
    { extract, generativeModel: model }: ChosenStrategies,
    { uses, ...field }: StrategyField & { readonly uses: ModelCalls[] },
  ): AsyncGenerator<JobValue> {
    if (!extract) return yield* values;
    const { config } = extract;
    const parallelMax = config.max_parallel_llm_calls || defaultCallLimits.parallelMax;
    const callsOf = async (asker: Asker): Promise<ModelCalls | undefined> => {
      if (!Reflect.get(config, asker)) return undefined;
      const calls = await this.calls(extract, asker, { ...field, needs: 'images', model, parallelMax });
      uses.push(calls);
      return calls;
    };
    const share = this.share(field);
    try {
      yield* whileWaiting(share.begun);
      const readers = await readersOf(callsOf);
      yield* new VisualReading({ ...field, config, readers }).values(values);
    } finally {
      share.end();
    }
  }

  private async *cutByModel(
    values: AsyncIterable<JobValue>,
    chosen: ChosenStrategies,
    { uses, ...field }: StrategyField & { readonly uses: ModelCalls[] },
  ): AsyncGenerator<JobValue> {
    const { split, generativeModel: model } = chosen;
    if (!split) return yield* values;
    let calls: ModelCalls;
    try {
      calls = await this.calls(split, 'llm_split', { ...field, needs: 'prompts', model, parallelMax: 1 });
    } catch (error) {
      return yield* withWarning(values, `The default splitter was used, because ${callFailure(error)}`);
    }
    uses.push(calls);
    const charsMax = Math.min(WINDOW.charsMax, Math.floor(calls.contextChars * CONTEXT_SHARE));
    const paragraphCharsMax = splitOptionsOf(chosen).paragraphCharsMax ?? GIVEN_PARAGRAPH_CHARS_MAX;
    const options = { fieldId: field.fieldId, paragraphCharsMax, window: { ...WINDOW, charsMax } };
    yield* new Splitting(calls, split.config.llm_split?.rules ?? [], options).values(values);
  }

  private async calls(
    strategy: NonNullable<ChosenStrategies['extract'] | ChosenStrategies['split']>,
    asker: Asker,
    { box, needs, model, parallelMax, signal }: Calling,
  ): Promise<ModelCalls> {
    const asked = await this.models.find(strategy, asker, { box, needs, model });
    return new ModelCalls(asked, { ...defaultCallLimits, parallelMax }, signal);
  }

  /** A slot for the box among the fields that are read concurrently. */
  private share({ box, signal }: StrategyField) {
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const work = () => {
      begun.resolve();
      return ended.promise;
    };
    this.readings.use({ owner: box.kbid, signal }, work).catch(begun.reject);
    return { begun: begun.promise, end: ended.resolve };
  }
}

/** If one of the models that the strategy needs is missing, none is used. */
async function readersOf(
  callsOf: (asker: Asker) => Promise<ModelCalls | undefined>,
): Promise<VisualReadingOptions['readers']> {
  try {
    return { pages: await callsOf('vllm_config'), tables: await callsOf('ai_tables') };
  } catch (error) {
    return { problem: callFailure(error) };
  }
}

async function* withWarning(values: AsyncIterable<JobValue>, text: string): AsyncGenerator<JobValue> {
  const warning: ProcessingError = { code: PROCESS, severity: 'WARNING', text };
  for await (const value of values)
    yield value.field ? { field: { ...value.field, errors: [...value.field.errors, warning] } } : value;
}

function useOf({ use }: ModelCalls) {
  return use;
}
