import type { GenerativeOption, LearningConfigurationRecord, LearningSchema } from '@lectern/contracts/understanding';

/** What the form of answers and summaries says; empty texts mean those of the product. */
export interface AnswerDraft {
  readonly model: string;
  /** Empty: the model that answers. */
  readonly summaryModel: string;
  readonly summary: 'simple' | 'extended';
  readonly isMarkdown: boolean;
  readonly system: string;
  readonly prompt: string;
  readonly summaryPrompt: string;
}

/** Option of a model; undefined for one that is no longer offered. */
export function optionOf(schema: LearningSchema, model: string): GenerativeOption | undefined {
  return schema.generative_model.options.find(({ value }) => value === model);
}

/** The draft of what a box has. */
export function answerDraftOf(record: LearningConfigurationRecord, schema: LearningSchema): AnswerDraft {
  const { generative_model: model, summary_model: other, user_prompts, summary_prompt } = record;
  return {
    model,
    summaryModel: other === model ? '' : other,
    summary: record.summary,
    isMarkdown: record.prefer_markdown_generative_response,
    summaryPrompt: summary_prompt?.prompt ?? '',
    ...promptsOf(user_prompts, optionOf(schema, model)?.user_prompt ?? null),
  };
}

/** Prompts of a member of `user_prompts`. */
export function promptsOf(
  prompts: LearningConfigurationRecord['user_prompts'],
  member: string | null,
): Pick<AnswerDraft, 'system' | 'prompt'> {
  const own = member === null ? undefined : prompts?.[member];
  return { system: own?.system ?? '', prompt: own?.prompt ?? '' };
}

/** Members of the configuration that the draft changes; prompts of other providers stay. */
export function answerChanges(draft: AnswerDraft, record: LearningConfigurationRecord, schema: LearningSchema) {
  const { model, summaryModel, summary, isMarkdown, summaryPrompt } = draft;
  return {
    generative_model: model === schema.generative_model.default ? null : model,
    summary_model: summaryModel === '' ? null : summaryModel,
    summary,
    prefer_markdown_generative_response: isMarkdown,
    summary_prompt: summaryPrompt.trim() === '' ? null : { prompt: summaryPrompt },
    user_prompts: changedPrompts(draft, record.user_prompts, optionOf(schema, model)?.user_prompt ?? null),
  };
}

function changedPrompts(
  { system, prompt }: AnswerDraft,
  stored: LearningConfigurationRecord['user_prompts'],
  member: string | null,
) {
  const { [member ?? '']: _, ...others } = stored ?? {};
  const own = {
    ...(system.trim() !== '' && { system }),
    ...(prompt.trim() !== '' && { prompt }),
  };
  const prompts =
    member === null ? { ...stored } : { ...others, ...(Object.keys(own).length > 0 && { [member]: own }) };
  return Object.keys(prompts).length === 0 ? null : prompts;
}
