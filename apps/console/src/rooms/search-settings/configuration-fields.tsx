import { Checkbox, Fieldset, Group, NativeSelect, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { learningSchemaQuery, vectorsetsQuery } from '../../data/box-models';
import { FilterChips } from '../../parts/filters/filter-chips';
import { FilterButton } from '../../parts/filters/filter-panel';
import { NumberField } from '../../parts/number-field';
import type { ConfigurationDraft } from './configuration-draft';

const RESULTS_MAX = 200;
const PROMPT_CHARS_MAX = 100_000;

interface FieldsProps {
  readonly kbid: string;
  readonly draft: ConfigurationDraft;
  readonly isNew: boolean;
  readonly change: (part: Partial<ConfigurationDraft>) => void;
}

/** All that a configuration sets, in the order in which a search goes. */
export function ConfigurationFields(props: FieldsProps) {
  const { t } = useTranslation('search-settings');
  const { kbid, draft, isNew, change } = props;
  const rest = Object.keys(draft.rest);
  return (
    <>
      {isNew && (
        <NativeSelect
          label={t('configurations.kind')}
          data={(['find', 'ask'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={draft.kind}
          onChange={(event) => change({ kind: event.currentTarget.value === 'ask' ? 'ask' : 'find' })}
        />
      )}
      <WaysToSearch {...props} />
      <Ranking {...props} />
      <Fieldset legend={t('fields.filters')}>
        <Stack gap="xs" align="flex-start">
          <FilterButton kbid={kbid} filters={draft.filters} onChange={(filters) => change({ filters })} />
          <FilterChips filters={draft.filters} onChange={(filters) => change({ filters })} />
        </Stack>
      </Fieldset>
      {draft.kind === 'ask' && <Answering {...props} />}
      {rest.length > 0 && (
        <Text size="sm" className="content-text">
          {t('fields.rest', { members: rest.join(', ') })}
        </Text>
      )}
    </>
  );
}

function WaysToSearch({ kbid, draft, change }: FieldsProps) {
  const { t } = useTranslation('search-settings');
  const { data: vectorsets = [] } = useQuery(vectorsetsQuery(kbid));
  const { byWords, byMeaning, withSynonyms, vectorset } = draft;
  return (
    <Fieldset legend={t('fields.ways')}>
      <Stack gap="xs">
        <Checkbox
          label={t('fields.byWords')}
          checked={byWords}
          disabled={withSynonyms}
          onChange={(event) => change({ byWords: event.currentTarget.checked || !byMeaning })}
        />
        <Checkbox
          label={t('fields.byMeaning')}
          checked={byMeaning && !withSynonyms}
          disabled={withSynonyms}
          onChange={(event) =>
            change({ byMeaning: event.currentTarget.checked, byWords: byWords || !event.currentTarget.checked })
          }
        />
        <Checkbox
          label={t('fields.withSynonyms')}
          description={t('fields.withSynonymsHint')}
          checked={withSynonyms}
          onChange={(event) => change({ withSynonyms: event.currentTarget.checked })}
        />
        {byMeaning && !withSynonyms && vectorsets.length > 1 && (
          <NativeSelect
            label={t('fields.vectorset')}
            data={[{ value: '', label: t('fields.firstVectorset') }, ...vectorsets.map(({ id }) => id)]}
            value={vectorset}
            onChange={(event) => change({ vectorset: event.currentTarget.value })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

/** A number that follows the default while it is empty. */
function OwnNumber(props: Omit<ComponentProps<typeof NumberField>, 'placeholder'>) {
  const { t } = useTranslation('search-settings');
  return <NumberField {...props} placeholder={t('fields.usual')} />;
}

/** Steps of shares, weights and scores. */
const FINE = 0.05;

function Ranking({ draft, change }: FieldsProps) {
  const { t } = useTranslation('search-settings');
  const { byWords, byMeaning, withSynonyms, meaningFloor, wordsFloor, isReranked, window, topK } = draft;
  const meaning = byMeaning && !withSynonyms;
  return (
    <Fieldset legend={t('fields.ranking')}>
      <Stack gap="xs">
        {byWords && meaning && <Fusion draft={draft} change={change} />}
        <Group grow align="flex-end">
          {meaning && (
            <OwnNumber
              label={t('fields.meaningFloor')}
              value={meaningFloor}
              min={0}
              max={1}
              step={FINE}
              onChange={(value) => change({ meaningFloor: value })}
            />
          )}
          {(byWords || withSynonyms) && (
            <OwnNumber
              label={t('fields.wordsFloor')}
              value={wordsFloor}
              min={0}
              step={FINE}
              onChange={(value) => change({ wordsFloor: value })}
            />
          )}
        </Group>
        <Switch
          label={t('fields.isReranked')}
          checked={isReranked}
          onChange={(event) => change({ isReranked: event.currentTarget.checked })}
        />
        <Group grow align="flex-end">
          {isReranked && (
            <OwnNumber
              label={t('fields.window')}
              value={window}
              min={1}
              max={RESULTS_MAX}
              onChange={(value) => change({ window: value })}
            />
          )}
          <OwnNumber
            label={t('fields.topK')}
            value={topK}
            min={1}
            max={RESULTS_MAX}
            onChange={(value) => change({ topK: value })}
          />
        </Group>
      </Stack>
    </Fieldset>
  );
}

function Fusion({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const { t } = useTranslation('search-settings');
  const { fusion, meaningShare, wordsWeight, meaningWeight } = draft;
  return (
    <>
      <NativeSelect
        label={t('fields.fusion')}
        data={(['scores', 'ranks'] as const).map((value) => ({ value, label: t(`fusions.${value}`) }))}
        value={fusion}
        onChange={(event) => change({ fusion: event.currentTarget.value === 'ranks' ? 'ranks' : 'scores' })}
      />
      {fusion === 'scores' ? (
        <OwnNumber
          label={t('fields.meaningShare')}
          hint={t('fields.meaningShareHint')}
          value={meaningShare}
          min={0}
          max={1}
          step={FINE}
          onChange={(value) => change({ meaningShare: value })}
        />
      ) : (
        <Group grow align="flex-end">
          <OwnNumber
            label={t('fields.wordsWeight')}
            value={wordsWeight}
            min={0}
            step={FINE}
            onChange={(value) => change({ wordsWeight: value })}
          />
          <OwnNumber
            label={t('fields.meaningWeight')}
            value={meaningWeight}
            min={0}
            step={FINE}
            onChange={(value) => change({ meaningWeight: value })}
          />
        </Group>
      )}
    </>
  );
}

function Answering({ kbid, draft: { model, system }, change }: FieldsProps) {
  const { t } = useTranslation('search-settings');
  const options = useQuery(learningSchemaQuery(kbid)).data?.generative_model.options ?? [];
  return (
    <Fieldset legend={t('fields.answer')}>
      <Stack gap="xs">
        <NativeSelect
          label={t('fields.model')}
          data={[
            { value: '', label: t('fields.boxModel') },
            ...options.map(({ value, name }) => ({ value, label: name })),
          ]}
          value={model}
          onChange={(event) => change({ model: event.currentTarget.value })}
        />
        <Textarea
          label={t('fields.system')}
          description={t('fields.systemHint')}
          value={system}
          onChange={(event) => change({ system: event.currentTarget.value })}
          maxLength={PROMPT_CHARS_MAX}
          dir="auto"
          autosize
          minRows={2}
          maxRows={10}
        />
      </Stack>
    </Fieldset>
  );
}
