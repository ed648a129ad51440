import { Group, NativeSelect, Stack, Switch, Text, Textarea } from '@mantine/core';
import {
  type LearningConfigurationRecord,
  type LearningSchema,
  updateKnowledgeBoxConfiguration,
} from '@lectern/contracts/understanding';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { boxModelsQuery, learningQuery, learningSchemaQuery } from '../../data/box-models';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { useModelGroups } from '../../parts/model-groups';
import { TrialButton, TrialResult, useModelTrial } from '../../parts/model-keys/trial-button';
import { notify } from '../../parts/notify';
import { Section } from '../../parts/section';
import { answerChanges, type AnswerDraft, answerDraftOf, optionOf, promptsOf } from './answer-draft';
import { ModelFacts } from './model-facts';

const PROMPT_CHARS_MAX = 100_000;

/** Which model answers and sums up, and how it is prompted. */
export function AnswerModel({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('models');
  const learning = useQuery(learningQuery(kbid));
  const schema = useQuery(learningSchemaQuery(kbid));
  return (
    <Section title={t('answers.title')}>
      <Loaded query={schema}>
        {(options) => (
          <Loaded query={learning}>
            {(record) => <AnswerForm key={JSON.stringify(record)} kbid={kbid} record={record} schema={options} />}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

interface AnswerFormProps {
  readonly kbid: string;
  readonly record: LearningConfigurationRecord;
  readonly schema: LearningSchema;
}

function useSaveAnswers({ kbid, record, schema }: AnswerFormProps) {
  const { t } = useTranslation('models');
  return useMutation({
    mutationFn: (draft: AnswerDraft) =>
      api.call(updateKnowledgeBoxConfiguration, {
        params: { kbid },
        body: answerChanges(draft, record, schema),
      }),
    onSuccess: async () => {
      notify(t('saved'));
      await queries.invalidateQueries({ queryKey: learningQuery(kbid).queryKey });
    },
  });
}

function AnswerForm(props: AnswerFormProps) {
  const { t } = useTranslation('models');
  const { kbid, record, schema } = props;
  const [draft, setDraft] = useState(() => answerDraftOf(record, schema));
  const { mutate, isPending, error } = useSaveAnswers(props);
  const change = (part: Partial<AnswerDraft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(draft);
  };
  const choose = (model: string) =>
    change({ model, ...promptsOf(record.user_prompts, optionOf(schema, model)?.user_prompt ?? null) });
  return (
    <form onSubmit={submit}>
      <Stack>
        <ModelChoice
          key={draft.model}
          kbid={kbid}
          schema={schema}
          model={draft.model}
          isOther={draft.model !== record.generative_model}
          onModel={choose}
        />
        <Prompts draft={draft} schema={schema} change={change} />
        <Switch
          label={t('answers.markdown')}
          checked={draft.isMarkdown}
          onChange={(event) => change({ isMarkdown: event.currentTarget.checked })}
        />
        <Summaries draft={draft} schema={schema} change={change} />
        {error && <FailureNotice error={error} />}
        <Group>
          <BusyButton type="submit" isBusy={isPending}>
            {t('save')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

interface ModelChoiceProps {
  readonly kbid: string;
  readonly schema: LearningSchema;
  readonly model: string;
  /** Not the one that the box has, whose facts are above. */
  readonly isOther: boolean;
  readonly onModel: (model: string) => void;
}

function ModelChoice({ kbid, schema, model, isOther, onModel }: ModelChoiceProps) {
  const { t } = useTranslation('models');
  const models = useQuery(boxModelsQuery(kbid)).data;
  const groups = useModelGroups(schema);
  const trial = useModelTrial(kbid, model);
  const option = optionOf(schema, model);
  const chosen = models?.get(model);
  return (
    <Stack gap="xs">
      <Group align="flex-end">
        <NativeSelect
          label={t('answers.model')}
          data={option ? groups : [{ value: model, label: model }, ...groups]}
          value={model}
          onChange={(event) => onModel(event.currentTarget.value)}
          flex="1 1 16rem"
        />
        <TrialButton trial={trial} name={option?.name ?? model} />
      </Group>
      <TrialResult trial={trial} />
      {option && (
        <Text size="sm" c="dimmed" lang="en">
          {option.description}
        </Text>
      )}
      {isOther && chosen && <ModelFacts model={chosen} />}
    </Stack>
  );
}

interface PartProps {
  readonly draft: AnswerDraft;
  readonly schema: LearningSchema;
  readonly change: (part: Partial<AnswerDraft>) => void;
}

function Prompts({ draft: { model, system, prompt }, schema, change }: PartProps) {
  const { t } = useTranslation('models');
  if (!optionOf(schema, model)?.user_prompt)
    return (
      <Text size="sm" c="dimmed">
        {t('answers.noPrompts')}
      </Text>
    );
  const field = { maxLength: PROMPT_CHARS_MAX, dir: 'auto', autosize: true, minRows: 2, maxRows: 12 } as const;
  return (
    <>
      <Textarea
        {...field}
        label={t('answers.system')}
        description={t('answers.systemHint')}
        value={system}
        onChange={(event) => change({ system: event.currentTarget.value })}
      />
      <Textarea
        {...field}
        label={t('answers.prompt')}
        description={t('answers.promptHint')}
        value={prompt}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
    </>
  );
}

function Summaries({ draft, schema, change }: PartProps) {
  const { t } = useTranslation('models');
  const groups = useModelGroups(schema);
  const { model, summaryModel, summary, summaryPrompt } = draft;
  const followsPrompts = Boolean(optionOf(schema, summaryModel || model)?.user_prompt);
  return (
    <>
      <Group align="flex-end" grow preventGrowOverflow={false}>
        <NativeSelect
          label={t('summaries.model')}
          data={[{ value: '', label: t('summaries.same') }, ...groups]}
          value={summaryModel}
          onChange={(event) => change({ summaryModel: event.currentTarget.value })}
          miw="14rem"
        />
        <NativeSelect
          label={t('summaries.length')}
          data={(['simple', 'extended'] as const).map((value) => ({ value, label: t(`summaries.${value}`) }))}
          value={summary}
          onChange={(event) => change({ summary: event.currentTarget.value === 'extended' ? 'extended' : 'simple' })}
          miw="14rem"
        />
      </Group>
      {followsPrompts && (
        <Textarea
          label={t('summaries.prompt')}
          description={t('summaries.promptHint')}
          value={summaryPrompt}
          onChange={(event) => change({ summaryPrompt: event.currentTarget.value })}
          maxLength={PROMPT_CHARS_MAX}
          dir="auto"
          autosize
          minRows={2}
          maxRows={12}
        />
      )}
    </>
  );
}
