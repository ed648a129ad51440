import { ConfigError } from '@lectern/config';
import type { AnswerScorer } from './answer-scorer';
import type { Embedders } from './embedders';
import type { Generator } from './generator';
import type { Generators } from './generators';
import { LexicalEmbedder } from './lexical/lexical-embedder';
import { type AnsweringModel, GenerativeAnswerScorer } from './scoring/generative-answer-scorer';
import { LocalAnswerScorer } from './scoring/local-answer-scorer';

/** The scorers in use: rules, or language models. */
export class AnswerScorers {
  private constructor(
    private readonly local: AnswerScorer,
    /** Judges unless another language model has answered. */
    private readonly usual?: Generator,
  ) {}

  /**
   * @param scorer by rules, or by a language model
   * @param models `model` is the language model that judges unless another one is named
   * @throws ConfigError when there is no such model
   */
  static of(
    scorer: 'local' | 'generative',
    models: { readonly embedders: Embedders; readonly generators: Generators; readonly model?: string },
  ): AnswerScorers {
    const { embedders, generators, model } = models;
    const embedder = embedders.default;
    const local = new LocalAnswerScorer(embedder instanceof LexicalEmbedder ? undefined : embedder);
    if (scorer === 'local') return new AnswerScorers(local);
    const usual = model === undefined ? undefined : generators.find(model);
    if (!usual) throw new ConfigError(['OPENAI_BASE_URL and OPENAI_MODEL are needed when ANSWER_SCORER is generative']);
    return new AnswerScorers(local, usual);
  }

  /** Whether language models are used for scoring. */
  get asksModels(): boolean {
    return this.usual !== undefined;
  }

  /**
   * The scorer for answers of `answering`: that model itself, if it is a language model and language models are used.
   */
  for(answering?: AnsweringModel): AnswerScorer {
    if (!this.usual) return this.local;
    if (!answering?.generator.description.followsPrompts) return new GenerativeAnswerScorer(this.usual);
    return new GenerativeAnswerScorer(answering.generator, answering);
  }
}
