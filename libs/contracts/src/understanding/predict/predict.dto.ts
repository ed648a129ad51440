import type { CheckedSentence } from '../../core/checked-sentence';
import type { ReasoningEffort } from '../../search/reasoning/reasoning.dto';

/** Texts to turn into vectors. */
export class TextsToEmbed {
  /** Id of the knowledge box that they belong to. */
  kbid!: string;
  /** Id of the embedding model; the zone's default when absent. */
  model?: string;
  /** At most 10,000. */
  texts!: readonly string[];
  /** Whether they are queries or passages; queries are embedded first. */
  purpose!: 'query' | 'passage';
}

/** Vectors of texts. */
export class EmbeddedTexts {
  /** Id of the model that made them. */
  model!: string;
  /** One of unit length per text, in order. */
  vectors!: readonly Float32Array[];
  /** Of a query: how alike the model finds it and texts that have nothing to do with it, where that was measured. */
  background?: SimilarityBackground;
}

/** Similarities of a text and others that have nothing to do with it. */
export interface SimilarityBackground {
  /** Their mean, a cosine. */
  readonly mean: number;
  /** Their standard deviation. */
  readonly deviation: number;
}

/** An embedding model that is installed. */
export interface EmbedderInUse {
  /** Name of the model; also the id of vectorsets made with it. */
  readonly id: string;
  /** Dimensions of its vectors. */
  readonly dimensions: number;
  /** ISO 639-1; `*` is any. */
  readonly languages: readonly string[];
  /** Cosine above which two texts are about the same thing. */
  readonly defaultMinScore: number;
  /** Share of the semantic leg in a fused score, 0..1, when the model speaks the language of the query. */
  readonly fusionWeight: number;
  /** The same when it does not, or when the language is not known. */
  readonly fusionWeightElsewhere: number;
}

/** A knowledge box, which may have embedding models that the deployment lacks. */
export class EmbeddingBox {
  /** Its id. */
  kbid!: string;
  /** Its account; looked up when absent, which a box that is being created needs. */
  account?: string;
}

/** Embedding models of one knowledge box. */
export class BoxEmbedders {
  /** Those that its keys make usable. */
  embedders!: readonly EmbedderInUse[];
}

/** Price of a model, in the currency of the operator, per million tokens. */
export interface ModelPrice {
  /** Of tokens that it reads. */
  readonly input: number;
  /** Of tokens that it writes. */
  readonly output: number;
}

/** A model that answers questions. */
export interface GeneratorInUse {
  /** Name of the model. */
  readonly id: string;
  /** Tokens of context that it takes. */
  readonly contextTokensMax: number;
  /** Whether it reads images. */
  readonly vision: boolean;
  /** Whether it follows prompts, and may think first; otherwise it answers with sentences of the context. */
  readonly followsPrompts: boolean;
  /** Whether a request may name a model that is not listed, which its provider then accepts or refuses. */
  readonly takesOtherModels: boolean;
  /** What it costs; absent where the operator has set no price. */
  readonly price?: ModelPrice;
}

/** Which model is meant. */
export class NamedGenerativeModel {
  /** Id of the knowledge box that is asked. */
  kbid!: string;
  /** As a question names it; the one of the knowledge box when absent. */
  model?: string;
}

/** A model that a question names. */
export class GenerativeModelInUse {
  /** Schema of its parameters. */
  generator!: GeneratorInUse;
}

/** Models of the zone. */
export class ModelsInUse {
  /** Embedding model of new knowledge boxes whose languages are not known. */
  embedder!: EmbedderInUse;
  /**
   * Ids of the embedding models of which a knowledge box that names none gets the one that suits its languages, the
   * best first. Absent in answers of older services: then it gets `embedder`.
   */
  candidates?: readonly string[];
  /** All embedding models that are installed: a knowledge box keeps the one it began with. */
  embedders!: readonly EmbedderInUse[];
  /** Model that answers questions which name none. */
  generator!: GeneratorInUse;
  /** All models that answer questions, for requests that name one. */
  generators!: readonly GeneratorInUse[];
  /** Model that orders results. */
  reranker!: {
    /** Name of the model. */
    readonly id: string;
  };
}

/** Texts to score against a query. */
export class TextsToRerank {
  /** Id of the knowledge box that was searched. */
  kbid!: string;
  /** The query. */
  query!: string;
  /** Candidates, in the order of retrieval, with their scores. */
  texts!: readonly {
    readonly text: string;
    readonly title?: string;
    readonly score: number;
    readonly language?: string;
    /** Of which it is a paragraph; absent for a title. */
    readonly resource?: string;
  }[];
}

/** Scores of texts. */
export class RerankedTexts {
  /** One per text, in order, 0..1. */
  scores!: readonly number[];
}

/** One turn of a conversation. */
export interface ChatTurn {
  /** Who said it. */
  readonly author: 'USER' | 'ASSISTANT';
  /** The text of the turn. */
  readonly text: string;
}

/** An image that belongs to a question. */
export interface QuestionImage {
  /** Media type, such as `image/png`. */
  readonly contentType: string;
  /** Bytes. */
  readonly base64: string;
}

/** An image that a model is shown with the context: its bytes, or where they are stored. */
export interface ContextImage {
  /** Names it in the context, and in footnotes; absent for one that belongs to the question. */
  readonly key?: string;
  /** Media type. */
  readonly contentType: string;
  /** Bytes. */
  readonly base64?: string;
  /** Key of the blob that has the bytes. */
  readonly blobKey?: string;
}

/** A question with its chat history. */
export class QuestionToRephrase {
  /** Id of the knowledge box that is asked. */
  kbid!: string;
  /** The last question. */
  question!: string;
  /** Earlier turns, oldest first. */
  history!: readonly ChatTurn[];
  /** Further texts that the question may refer to. */
  extraContext!: readonly string[];
  /** Whether it is rewritten although nothing was said before it. */
  standsAlone?: boolean;
  /** Images that belong to it. */
  images?: readonly QuestionImage[];
  /** How to rewrite it, with the placeholder `{question}`. */
  prompt?: string;
  /** Name of the model; the default of the zone when absent. */
  model?: string;
  /** 0 always uses the history, 1 never. */
  relevanceThreshold?: number;
}

/** A question that stands alone. */
export class RephrasedQuestion {
  /** The question, rewritten where that was needed. */
  question!: string;
  /** False when the question stands alone: the history is left out of what follows. */
  usedHistory!: boolean;
  /** The question refers to something that is named nowhere: it is as it was asked. */
  lacksContext?: boolean;
}

/** A question with the texts retrieved for it. */
export class AnswerToGenerate {
  /** Id of the knowledge box that is asked. */
  kbid!: string;
  /** The question as it was asked. */
  question!: string;
  /** The texts found for it, best first; keys are unique. */
  context!: readonly {
    readonly key: string;
    readonly text: string;
    readonly title?: string;
    readonly language?: string;
    /** To the question in meaning: 0 is the least that the embedding model shows, 1 is the same; absent if unknown. */
    readonly similarity?: number;
  }[];
  /** Earlier turns, oldest first. */
  history!: readonly ChatTurn[];
  /** System prompt; that of the product when absent. */
  system?: string;
  /** User prompt with the placeholders `{context}` and `{question}`; that of the product when absent. */
  user?: string;
  /** How the answer says what supports it; `jsonSchema` implies `none`. */
  citations!: 'none' | 'default' | 'llm_footnotes';
  /** 0..1; lower gives more citations. A tuned value when absent. */
  citationThreshold?: number;
  /** Tokens of the answer; the limit of the model when absent. */
  answerTokensMax?: number;
  /** Seed of the model, where it takes one. */
  seed?: number;
  /** Schema of the answer, which is then one object. */
  jsonSchema?: object;
  /** Whether the answer is to be formatted as Markdown. */
  preferMarkdown?: boolean;
  /** Images that the model is shown, if it reads them. */
  images?: readonly ContextImage[];
  /** How much the model thinks first; it decides when absent. */
  reasoning?: ReasoningEffort;
  /** Name of the model; the default of the zone when absent. */
  model?: string;
}

/** One value of a generation; see `GenerationChunk` of the model ports for the meaning of each type. */
export class GeneratedValue {
  /** Which of the other members are present. */
  type!: 'text' | 'reasoning' | 'object' | 'citations' | 'footnote_citations' | 'status' | 'meta';
  /** Of `text` and `reasoning`: follows the piece before. */
  text?: string;
  /** Of `object`: the answer. */
  object?: object;
  /** Of `citations`: ranges of code points of the answer by key of the context. */
  citations?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  /** Of `footnote_citations`: key of the context by block id. */
  footnoteToContext?: Readonly<Record<string, string>>;
  /** Of `citations` and `footnote_citations`: the sentences of the answer, compared with the context. */
  sentences?: readonly CheckedSentence[];
  /** Of `status`: 0 answered, -1 failed midway, -2 the context does not answer. */
  code?: '0' | '-1' | '-2';
  /** Of `status`: the failure, or a note that the answer was cut. */
  details?: string;
  /** Of `meta`: name of the model that answered. */
  model?: string;
  /** Of `meta`: whether it was asked with a key of the knowledge box. */
  customerKey?: boolean;
  /** Of `meta`: tokens that the model read. */
  inputTokens?: number;
  /** Of `meta`: tokens that the model wrote. */
  outputTokens?: number;
  /** Of `meta`: seconds until the first piece. */
  firstChunkS?: number;
  /** Of `meta`: seconds until the end. */
  totalS?: number;
}
