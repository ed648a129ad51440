import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import type { Integer } from '../../core/integer';
import { Nested, RefuseUnknown, Together } from '../../validation/decorators';

/** Code points of a key of a provider. */
const KEY_CHARS_MAX = 4_000;
const NAME_CHARS_MAX = 250;
const URL_CHARS_MAX = 2_000;
/** Code points of the JSON file of a service account. */
const CREDENTIALS_CHARS_MAX = 10_000;
const LOCATION = /^[a-z0-9-]{1,40}$/;
const TOKENS_MAX = 10_000_000;
/** Code points of what precedes each text that is embedded. */
const PROMPT_CHARS_MAX = 2_000;
const VECTOR_SIZE_MAX = 8_192;
const MATRYOSHKA_MAX = 32;
/** Keys are sent in headers, which carry nothing else. */
const HEADER_SAFE = /^[\x21-\x7e]*$/;
const HTTP = /^https?:\/\/[^\s/?#@]+[^\s?#@]*$/;

/** A key of a provider. */
@RefuseUnknown()
export class ProviderKey {
  /** Sent instead of the key of the deployment. Answers show `********`; sent back, that keeps the stored key. */
  @IsString() @MinLength(1) @MaxLength(KEY_CHARS_MAX) @Matches(HEADER_SAFE) key!: string;
}

/** A key of OpenAI. */
@RefuseUnknown()
export class OpenAiKeys extends ProviderKey {
  /** Organisation that pays. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) @Matches(HEADER_SAFE) org?: string | null;
}

/** A deployment of Azure OpenAI. */
@RefuseUnknown()
export class AzureOpenAiKeys extends ProviderKey {
  /** Address of the resource, such as `https://example.openai.azure.com`. */
  @IsString() @MaxLength(URL_CHARS_MAX) @Matches(HTTP) url!: string;
  /** Name of the deployment. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) deployment!: string;
  /** The model that is deployed there, for people. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) model?: string | null;
}

/** Credentials for models on Vertex AI. */
@RefuseUnknown()
export class VertexKeys {
  /** The JSON file of a service account, as it is or in Base64. Shown as `key` of other providers is. */
  @IsString() @MinLength(1) @MaxLength(CREDENTIALS_CHARS_MAX) credentials!: string;
  /** Location of the models, such as `europe-west1`; `global` when absent. */
  @IsOptional() @IsString() @Matches(LOCATION) location?: string | null;
}

/** A key of the Gemini API, or credentials for Vertex AI, which take precedence. */
@RefuseUnknown()
@Together<GeminiKeys>(({ gemini_key: key, credentials }) =>
  key || credentials ? undefined : 'gemini_key or credentials is needed',
)
export class GeminiKeys {
  /** As `key` of other providers. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(KEY_CHARS_MAX) @Matches(HEADER_SAFE) gemini_key?: string | null;
  /** The JSON file of a service account, as it is or in Base64. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(CREDENTIALS_CHARS_MAX) credentials?: string | null;
  /** Location of the models on Vertex AI; `global` when absent. */
  @IsOptional() @IsString() @Matches(LOCATION) location?: string | null;
}

/** A model of Azure AI Inference. */
@RefuseUnknown()
export class AzureInferenceKeys extends ProviderKey {
  /** Up to `models`, such as `https://example.services.ai.azure.com/models`. */
  @IsString() @MaxLength(URL_CHARS_MAX) @Matches(HTTP) url!: string;
  /** Name of the model. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) model!: string;
}

/** A server with one model. */
@RefuseUnknown()
export class EndpointKeys extends ProviderKey {
  /** Address of the server. */
  @IsString() @MaxLength(URL_CHARS_MAX) @Matches(HTTP) url!: string;
}

/** An endpoint of Hugging Face. */
@RefuseUnknown()
export class HuggingFaceKeys extends EndpointKeys {
  /** Kept for clients and changes nothing: the endpoint knows how its model is prompted. */
  @IsOptional() @IsIn([0, 1]) model?: Integer | null;
}

/** Credentials for Amazon Bedrock. */
@RefuseUnknown()
export class BedrockKeys {
  /** Id of the access key. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) @Matches(HEADER_SAFE) access_key!: string;
  /** As `key` of other providers. */
  @IsString() @MinLength(1) @MaxLength(KEY_CHARS_MAX) @Matches(HEADER_SAFE) secret_key!: string;
  /** Region of the models; `us-east-1` when absent. */
  @IsOptional() @IsString() @Matches(/^[a-z0-9-]{1,40}$/) region?: string | null;
}

/** Limits of a model. */
@RefuseUnknown()
export class GenerationConfig {
  /** Of requests that name none; that of the server when absent. */
  @IsOptional() @IsNumber() @Min(0) @Max(2) temperature?: number | null;
  /** Tokens of an answer, of requests that say nothing; the server decides when absent. */
  @IsOptional() @IsInt() @Min(1) @Max(TOKENS_MAX) default_max_completion_tokens?: Integer | null;
  /** Tokens of prompt and answer together; 64,000 when absent. */
  @IsOptional() @IsInt() @Min(256) @Max(TOKENS_MAX) max_input_tokens?: Integer | null;
  /** Token limit of an answer, regardless of the request. */
  @IsOptional() @IsInt() @Min(1) @Max(TOKENS_MAX) max_supported_completion_tokens?: Integer | null;
}

/** Capabilities of a model. The last five are kept for clients and change nothing. */
@RefuseUnknown()
export class ModelAbilities {
  /** False: instructions are sent at the beginning of the question. */
  @IsOptional() @IsBoolean() system_message?: boolean | null;
  /** False: requests with functions are refused. */
  @IsOptional() @IsBoolean() tool_use?: boolean | null;
  /** True: images are sent. */
  @IsOptional() @IsBoolean() vision?: boolean | null;
  /** False: seeds are left out. */
  @IsOptional() @IsBoolean() seed_support?: boolean | null;
  /** False: requests for probabilities of tokens are refused. */
  @IsOptional() @IsBoolean() logprobs?: boolean | null;
  /** True: PDF files are sent. */
  @IsOptional() @IsBoolean() file_input?: boolean | null;
  /** Answers are always streamed. */
  @IsOptional() @IsIn([true]) streaming?: boolean | null;
  /** Images of a question. */
  @IsOptional() @IsInt() @Min(0) @Max(1_000) max_images?: Integer | null;
  /** How the model reasons. */
  @IsOptional() @IsIn([0, 1, 2, 3]) reasoning?: Integer | null;
  /** Where the server takes how much the model is to reason. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) reasoning_chat_template_key?: string | null;
}

/** A server that speaks the chat completions protocol: vLLM, Ollama, llama.cpp, and hosted ones. */
@RefuseUnknown()
export class ModelServerKeys {
  /** Up to the version, such as `https://models.example.org/v1`. Without it the server of the deployment is meant. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) @Matches(HTTP) url?: string | null;
  /** Name of the model on the server. Needed with `url`. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) model_id?: string | null;
  /** Sent as a bearer token. Answers show `********`; sent back, that keeps the stored key. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(KEY_CHARS_MAX) @Matches(HEADER_SAFE) key?: string | null;
  /** Kept for clients and changes nothing: 0, 1 or 2. */
  @IsOptional() @IsIn([0, 1, 2]) tokenizer?: Integer | null;
  /** Its limits. */
  @IsOptional() @Nested(() => GenerationConfig) generation_config?: GenerationConfig | null;
  /** Its capabilities. */
  @IsOptional() @Nested(() => ModelAbilities) model_features?: ModelAbilities | null;
}

/** Prefixes that an embedding model reads before a text. */
@RefuseUnknown()
export class EmbeddingPrompt {
  /** Put before the text as it is. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) prompt?: string | null;
}

/** An embedding model on a server of the customer that speaks the embeddings protocol. */
@RefuseUnknown()
@Together<EmbeddingServerKeys>(({ size, matryoshka }) =>
  !matryoshka?.length || matryoshka.includes(size) ? undefined : 'size must be one of matryoshka',
)
export class EmbeddingServerKeys {
  /** Up to the version, such as `https://example.endpoints.huggingface.cloud/v1`. */
  @IsString() @MaxLength(URL_CHARS_MAX) @Matches(HTTP) url!: string;
  /** Sent as a bearer token. Answers show `********`; sent back, that keeps the stored key. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(KEY_CHARS_MAX) @Matches(HEADER_SAFE) key?: string | null;
  /** Values per vector. It cannot be changed while a knowledge box has a vectorset of the model. */
  @IsInt() @Min(1) @Max(VECTOR_SIZE_MAX) size!: Integer;
  /** Sizes to which vectors of the model can be cut; `size` is one of them. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MATRYOSHKA_MAX)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(VECTOR_SIZE_MAX, { each: true })
  matryoshka?: Integer[] | null;
  /** Vectors are brought to unit length, so that both are the same. */
  @IsOptional() @IsIn(['DOT', 'COSINE']) similarity?: 'DOT' | 'COSINE' | null;
  /** Cosine above which two texts are about the same thing; 0.4 when absent. */
  @IsOptional() @IsNumber() @Min(-1) @Max(1) threshold?: number | null;
  /** Prefix of passages. */
  @IsOptional() @Nested(() => EmbeddingPrompt) passage_prompt?: EmbeddingPrompt | null;
  /** Prefix of queries. */
  @IsOptional() @Nested(() => EmbeddingPrompt) query_prompt?: EmbeddingPrompt | null;
}

/** A model of the server of the deployment. */
@RefuseUnknown()
export class TextGenerationKeys {
  /** Name of the model that requests to the server use, where a question names the server's usual one or none. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) model!: string;
}

/** Keys by provider. A provider that this version cannot use is refused. */
@RefuseUnknown()
export class UserKeys {
  /** Of OpenAI. */
  @IsOptional() @Nested(() => OpenAiKeys) openai?: OpenAiKeys | null;
  /** Of Azure OpenAI. */
  @IsOptional() @Nested(() => AzureOpenAiKeys) azure_openai?: AzureOpenAiKeys | null;
  /** Of Anthropic. */
  @IsOptional() @Nested(() => ProviderKey) anthropic?: ProviderKey | null;
  /** Of Google. */
  @IsOptional() @Nested(() => GeminiKeys) palm?: GeminiKeys | null;
  /** Of Anthropic's models on Vertex AI. */
  @IsOptional() @Nested(() => VertexKeys) anthropic_vertex?: VertexKeys | null;
  /** Of Azure AI Inference. */
  @IsOptional() @Nested(() => AzureInferenceKeys) azure_aii?: AzureInferenceKeys | null;
  /** Of Mistral's models on Azure. */
  @IsOptional() @Nested(() => EndpointKeys) azure_mistral?: EndpointKeys | null;
  /** Of Hugging Face. */
  @IsOptional() @Nested(() => HuggingFaceKeys) hf_llm?: HuggingFaceKeys | null;
  /** Of Mistral. */
  @IsOptional() @Nested(() => ProviderKey) mistral?: ProviderKey | null;
  /** Of Cohere. */
  @IsOptional() @Nested(() => ProviderKey) cohere?: ProviderKey | null;
  /** Of Amazon Bedrock. */
  @IsOptional() @Nested(() => BedrockKeys) anthropic_bedrock?: BedrockKeys | null;
  /** A model of the server of the deployment (`OPENAI_BASE_URL`). */
  @IsOptional() @Nested(() => TextGenerationKeys) text_generation?: TextGenerationKeys | null;
  /** Of an embedding model, which the configuration names `hf_embedding`. */
  @IsOptional() @Nested(() => EmbeddingServerKeys) hf_embedding?: EmbeddingServerKeys | null;
  /** Of a chat completions server: one of the customer, or that of the deployment (`OPENAI_BASE_URL`). */
  @IsOptional() @Nested(() => ModelServerKeys) openai_compat?: ModelServerKeys | null;
}
