import { readFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { ModelManifest } from '../store/manifest';
import { isUnigramDefinition } from './unigram-definition';
import { UnigramTokenizer } from './unigram-tokenizer';

/** Converts texts into token ids, truncated at the model's limit with the closing special token kept. */
export class TokenReader {
  private readonly tokenizer: Tokenizer | UnigramTokenizer;

  constructor(
    folder: string,
    private readonly manifest: ModelManifest,
  ) {
    const { truncation, padding, ...definition } = readDefinition(join(folder, 'tokenizer.json'));
    if (manifest.task === 'embedding' && isUnigramDefinition(definition)) {
      this.tokenizer = new UnigramTokenizer(definition);
      return;
    }
    const settings = join(folder, 'tokenizer_config.json');
    this.tokenizer = new Tokenizer(definition, existsSync(settings) ? readDefinition(settings) : {});
  }

  read(text: string, purpose: 'query' | 'passage'): number[] {
    const { tokensMax, queryPrefix, passagePrefix } = this.manifest;
    const whole =
      (purpose === 'query' ? queryPrefix : passagePrefix) + text.slice(0, tokensMax * CHARACTERS_PER_TOKEN_MAX);
    const { tokenizer } = this;
    return cut(
      tokenizer instanceof UnigramTokenizer ? tokenizer.encode(whole) : tokenizer.encode(whole).ids,
      tokensMax,
    );
  }

  /**
   * Decodes tokens; undefined for tokens that this tokenizer would not produce, and for models with Unigram pieces,
   * whose texts are not kept in memory.
   */
  textOf(tokens: readonly number[]): string | undefined {
    if (this.tokenizer instanceof UnigramTokenizer) return undefined;
    const special = new Set(this.tokenizer.encode('').ids);
    const bare = tokens.filter((token) => !special.has(token));
    try {
      const text = this.tokenizer.decode(bare);
      const own = this.tokenizer.encode(text, { add_special_tokens: false }).ids;
      return own.length === bare.length && own.every((token, index) => token === bare[index]) ? text : undefined;
    } catch {
      // One of the numbers is not a token.
      return undefined;
    }
  }

  /** Question and text as one sequence, with the type (0 or 1) of every token. */
  readPair(question: string, text: string): { readonly ids: number[]; readonly kinds: number[] } {
    const { tokensMax, id } = this.manifest;
    if (this.tokenizer instanceof UnigramTokenizer) throw new Error(`${id} reads no pairs of texts`);
    const options = {
      text_pair: text.slice(0, tokensMax * CHARACTERS_PER_TOKEN_MAX),
      return_token_type_ids: true,
    } as const;
    const { ids, token_type_ids: kinds } = this.tokenizer.encode(question.slice(0, QUESTION_CHARACTERS_MAX), options);
    return { ids: cut(ids, tokensMax), kinds: cut(kinds, tokensMax) };
  }
}

/**
 * Far above the length of a token in ordinary text; keeps the tokenizer from reading megabytes that are then discarded.
 */
const CHARACTERS_PER_TOKEN_MAX = 20;
const QUESTION_CHARACTERS_MAX = 2000;

function cut(values: number[], max: number): number[] {
  return values.length <= max ? values : [...values.slice(0, max - 1), ...values.slice(-1)];
}

function readDefinition(path: string): Record<string, unknown> {
  // A tokenizer definition whose hash was checked when it was added to the store.
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
