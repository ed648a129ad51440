import { choice, configSlice, flag, integer, optionalText, text, type ConfigOf } from '@lectern/config';

/** Settings of the models. */
export const modelsConfig = configSlice('models', {
  MODELS_DIR: optionalText({ doc: 'folder of the model store; by default .models beside node_modules' }),
  EMBEDDER: optionalText({
    doc: 'id of the embedder of new knowledge boxes; when absent, each gets the first of bge-small-en, minilm-l6 and e5-multilingual in the store that speaks its languages, else lexical',
    pattern: /^[a-z0-9][a-z0-9._-]{0,63}$/,
  }),
  EMBEDDER_WORKERS: integer({ doc: 'worker threads per embedding model', min: 1, max: 64, fallback: 1 }),
  EMBEDDER_THREADS: integer({ doc: 'threads of one inference', min: 1, max: 256, fallback: 1 }),
  RERANKER: text({ doc: 'id of the reranker: lexical, or a cross-encoder of the model store', fallback: 'lexical' }),
  GENERATOR: text({
    doc: 'who answers: local (the extractive reader), openai-compatible (the server of OPENAI_BASE_URL), or a model of the catalogue whose provider has keys in PROVIDER_KEYS, such as gpt-4o',
    fallback: 'local',
  }),
  PROVIDER_KEYS: optionalText({
    doc: 'keys of model providers, as JSON with the members of user_keys: {"anthropic": {"key": "…"}}',
    secret: true,
  }),
  PROVIDER_CATALOGUE: optionalText({
    doc: 'JSON file with providers and models that are added to the catalogue, or replace entries of it',
  }),
  ANSWER_SCORER: choice(['local', 'generative'], {
    doc: 'who scores answers: rules and the embedder, or the model of the chat completions server',
    fallback: 'local',
  }),
  OPENAI_BASE_URL: optionalText({
    doc: 'base of the chat completions server, such as http://localhost:11434/v1',
    pattern: /^https?:\/\//,
  }),
  OPENAI_API_KEY: optionalText({ doc: 'its key', secret: true }),
  OPENAI_MODEL: optionalText({ doc: 'model that is asked when a request names none' }),
  OPENAI_EMBEDDING_MODEL: optionalText({
    doc: 'embedding model of that server; used where EMBEDDER or a knowledge box names its id',
  }),
  OPENAI_EMBEDDING_DIMENSIONS: integer({ doc: 'length of its vectors', min: 1, max: 8_192, fallback: 1_024 }),
  OPENAI_EMBEDDING_TOKENS_MAX: integer({ doc: 'tokens it reads of a text', min: 16, max: 100_000, fallback: 2_000 }),
  OPENAI_CONTEXT_TOKENS_MAX: integer({
    doc: 'tokens of context the model takes; 0 asks the server when the service starts, and takes 32,000 where it does not say',
    min: 0,
    max: 10_000_000,
    fallback: 0,
  }),
  OPENAI_FIRST_CHUNK_TIMEOUT_MS: integer({
    doc: 'wait for the first piece of an answer',
    min: 100,
    max: 600_000,
    fallback: 60_000,
  }),
  OPENAI_CHUNK_TIMEOUT_MS: integer({
    doc: 'wait between two pieces of an answer',
    min: 100,
    max: 600_000,
    fallback: 30_000,
  }),
  OPENAI_TOTAL_TIMEOUT_MS: integer({ doc: 'longest an answer may take', min: 100, max: 3_600_000, fallback: 600_000 }),
  OPENAI_VISION: flag({ doc: 'whether the model reads images', fallback: false }),
  TESSERACT_PATH: text({ doc: 'program that recognises text in images', fallback: 'tesseract' }),
  TESSERACT_TIMEOUT_MS: integer({ doc: 'longest one image may take', min: 1_000, max: 600_000, fallback: 60_000 }),
  FFMPEG_PATH: text({ doc: 'program that reads the sound of video and of audio other than WAV', fallback: 'ffmpeg' }),
  SPEECH_HOURS_MAX: integer({ doc: 'hours of sound of one file that are transcribed', min: 1, max: 24, fallback: 4 }),
});

/** Values of `modelsConfig`. */
export type ModelsConfig = ConfigOf<typeof modelsConfig>;
