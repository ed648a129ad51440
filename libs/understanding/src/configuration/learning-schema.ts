import type {
  GenerativeEntry,
  LearningOption,
  LearningSchema,
  OptionsEntry,
  SchemaEntry,
} from '@lectern/contracts/understanding';
import { type AvailableModels, descriptionOf, providerOf } from './available-models';

/** What configurations can say with these models. */
export function learningSchema(models: AvailableModels): LearningSchema {
  const embedders = models.embedders.map(({ id }) => ({ name: id, value: id }));
  const semantic = { options: embedders, default: models.defaultEmbedder, create: true };
  const generative = generativeEntry(models);
  const hasServer = models.generators.some((model) => providerOf(model) === 'openai_compat');
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
    user_keys: describedBy(hasServer ? { openai_compat: keySchema } : {}),
    user_prompts: describedBy(hasServer ? { openai_compat: promptSchema } : {}),
    summary_prompt: describedBy(summaryPromptSchema),
    prefer_markdown_generative_response: describedBy(markdownSchema),
    semantic_graph_node_models: null,
    semantic_graph_edge_models: null,
    default_semantic_graph_node_model: null,
    default_semantic_graph_edge_model: null,
  };
}

function generativeEntry({ generators, defaultGenerator }: AvailableModels): GenerativeEntry {
  const options = generators.map((model) => {
    const provider = providerOf(model);
    const named = provider === 'local' ? null : provider;
    const { title, description } = descriptionOf(model);
    return { name: title, value: model.id, description, provider, user_prompt: named, user_key: named };
  });
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

const keySchema = {
  title: 'Chat completions server',
  type: 'object',
  properties: {
    key: { title: 'Key', type: 'string', info: 'Sent instead of the key of the deployment', widget: 'password' },
  },
  required: ['key'],
};

const promptSchema = {
  title: 'Prompts',
  type: 'object',
  properties: {
    system: { title: 'System prompt', ...nullableText, widget: 'textarea' },
    prompt: {
      ...{ title: 'Prompt', ...nullableText, widget: 'textarea' },
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
