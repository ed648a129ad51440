import type {
  GenerativeEntry,
  LearningOption,
  LearningSchema,
  OptionsEntry,
  SchemaEntry,
} from '@lectern/contracts/understanding';
import { type AvailableModels, descriptionOf, otherDescriptionOf, otherModels } from './available-models';
import type { ConfiguredModel } from '../account-model/account-models';
import { SERVER_EMBEDDER } from '@lectern/models';
import { keySchemas } from './key-schemas';

/**
 * Schema of configurations with these models.
 *
 * @param configured models of the account, if there is one
 */
export function learningSchema(models: AvailableModels, configured: readonly ConfiguredModel[] = []): LearningSchema {
  const here = models.embedders.map(({ id }) => ({ name: id, value: id }));
  const own = models.ownEmbedders.models.filter(({ id }) => !here.some(({ value }) => value === id));
  const embedders = [
    ...here,
    ...own.map(({ id, title }) => ({ name: `${title}, with a key of yours`, value: id })),
    { name: 'An embeddings server of yours', value: SERVER_EMBEDDER },
  ];
  const semantic = { options: embedders, default: models.defaultEmbedder, create: true };
  const generative = generativeEntry(models, configured);
  const providers = models.catalogue.providers.map(({ id }) => id).filter((id) => id in keySchemas);
  return {
    semantic_model: { ...semantic, update: false, multiple: false },
    semantic_models: { ...semantic, update: false, multiple: true },
    default_semantic_model: { ...semantic, update: true, multiple: false },
    anonymization_model: chosenOf({ disabled: 'Disabled' }),
    visual_labeling: chosenOf({ disabled: 'Disabled' }),
    generative_model: generative,
    summary_model: generative,
    ner_model: chosenOf({ multilingual: 'Multilingual' }),
    relation_model: chosenOf({ base: 'Base' }),
    summary: chosenOf({ simple: 'Simple', extended: 'Extended' }),
    user_keys: describedBy(keySchemas),
    user_prompts: describedBy(Object.fromEntries(providers.map((id) => [id, promptSchema]))),
    summary_prompt: describedBy(summaryPromptSchema),
    prefer_markdown_generative_response: describedBy(markdownSchema),
    semantic_graph_node_models: null,
    semantic_graph_edge_models: null,
    default_semantic_graph_node_model: null,
    default_semantic_graph_edge_model: null,
  };
}

function generativeEntry(models: AvailableModels, configured: readonly ConfiguredModel[]): GenerativeEntry {
  const { generators, defaultGenerator, catalogue } = models;
  const here = generators.map((model) => {
    const named = model.provider === 'local' ? null : model.provider;
    const { title: name, description } = descriptionOf(model, models);
    return { name, value: model.id, description, provider: model.provider, user_prompt: named, user_key: named };
  });
  const others = otherModels(models).map((model) => {
    const { id: value, provider } = model;
    const { title: name, description } = otherDescriptionOf(model, models);
    return { name, value, description, provider, user_prompt: provider, user_key: provider };
  });
  const own = configured.map(({ name: value, title: name, model }) => {
    const provider = catalogue.model(model)?.provider ?? 'openai_compat';
    const description = `${model}, as the account has configured it.`;
    return { name, value, description, provider, user_prompt: provider, user_key: null };
  });
  const options = [...here, ...others, ...own];
  return { options, default: defaultGenerator, create: true, update: true, multiple: false };
}

/** Names by value, the default first. */
function chosenOf(names: Readonly<Record<string, string>>): OptionsEntry {
  const options: LearningOption[] = Object.entries(names).map(([value, name]) => ({ name, value }));
  return { options, default: options[0]?.value ?? null, create: true, update: true, multiple: false };
}

function describedBy(schemas: SchemaEntry['schemas']): SchemaEntry {
  return { schemas, create: true, update: true };
}

const nullableText = { anyOf: [{ type: 'string' }, { type: 'null' }], default: null };

const promptSchema = {
  title: 'Prompts',
  type: 'object',
  properties: {
    system: { title: 'System prompt', ...nullableText, widget: 'textarea' },
    prompt: {
      title: 'Prompt',
      ...nullableText,
      widget: 'textarea',
      info: 'The question with its context, with the placeholders {context} and {question}',
    },
  },
};

const summaryPromptSchema = {
  title: 'Summary prompt',
  type: 'object',
  properties: {
    prompt: { title: 'Prompt', type: 'string', info: 'With the placeholder {text}', widget: 'textarea' },
  },
  required: ['prompt'],
};

const markdownSchema = { title: 'Prefer Markdown in answers', type: 'boolean', default: false };
