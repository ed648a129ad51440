import { Group, NativeSelect, NumberInput, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ActivityRow, askKnowledgeBox } from '@lectern/contracts/search';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { boxModelsQuery } from '../../data/box-models';
import { searchConfigurationsQuery } from '../../data/search-configurations';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { type Changes, changedRequest, contexts, unchanged } from './changed-request';

interface AskAgainProps {
  readonly kbid: string;
  readonly row: ActivityRow;
}

interface SecondAnswer {
  readonly text: string;
  /** Why there is no whole answer. */
  readonly problem: string | undefined;
  readonly passages: number;
}

async function answerAgain(kbid: string, row: ActivityRow, changes: Changes): Promise<SecondAnswer> {
  let [text, problem, passages]: [string, string | undefined, number] = ['', undefined, 0];
  const body = changedRequest(row, changes);
  for await (const { item } of api.stream(askKnowledgeBox, { params: { kbid }, body })) {
    if (item?.type === 'answer') text += item.text;
    if (item?.type === 'retrieval') passages = item.results.best_matches?.length ?? 0;
    if (item?.type === 'status' && item.status !== 'success') problem = item.details ?? item.status;
  }
  return { text, problem, passages };
}

const PASSAGES_MAX = 200;

/** Asks a question again with other settings, and shows both answers side by side. */
export function AskAgain({ kbid, row }: AskAgainProps) {
  const { t } = useTranslation('activity');
  const [changes, setChanges] = useState(unchanged);
  const again = useMutation({ mutationFn: () => answerAgain(kbid, row, changes) });
  return (
    <Stack>
      {!row.user_request && <Text size="sm">{t('again.notKept')}</Text>}
      <Group align="flex-end">
        <Settings changes={changes} onChanges={setChanges} />
        <Choices kbid={kbid} changes={changes} onChanges={setChanges} />
        <BusyButton isBusy={again.isPending} onClick={() => again.mutate()}>
          {t('again.button')}
        </BusyButton>
      </Group>
      {again.isError && <FailureNotice error={again.error} />}
      {again.data && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} role="status">
          <Side title={t('again.then')} text={row.answer ?? t('noAnswer')} />
          <Side
            title={t('again.now', { count: again.data.passages })}
            text={again.data.text || (again.data.problem ?? t('noAnswer'))}
          />
        </SimpleGrid>
      )}
    </Stack>
  );
}

interface SettingsProps {
  readonly changes: Changes;
  readonly onChanges: (changes: Changes) => void;
}

function Settings({ changes, onChanges }: SettingsProps) {
  const { t } = useTranslation('activity');
  const rerankers = ['same', 'predict', 'noop'] as const;
  return (
    <>
      <NativeSelect
        label={t('again.context')}
        data={contexts.map((value) => ({ value, label: t(`again.contexts.${value}`) }))}
        value={changes.context}
        onChange={(event) => {
          const context = contexts.find((one) => one === event.currentTarget.value);
          if (context) onChanges({ ...changes, context });
        }}
      />
      <NativeSelect
        label={t('again.reranker')}
        data={rerankers.map((value) => ({ value, label: t(`again.rerankers.${value}`) }))}
        value={changes.reranker}
        onChange={(event) => {
          const reranker = rerankers.find((one) => one === event.currentTarget.value);
          if (reranker) onChanges({ ...changes, reranker });
        }}
      />
      <NumberInput
        label={t('again.passages')}
        placeholder={t('again.contexts.same')}
        min={1}
        max={PASSAGES_MAX}
        allowDecimal={false}
        value={changes.passages ?? ''}
        onChange={(value) => onChanges({ ...changes, passages: typeof value === 'number' ? value : undefined })}
      />
    </>
  );
}

/** Offers the search configurations and models of the box; a choice without options is not shown. */
function Choices({ kbid, changes, onChanges }: SettingsProps & { readonly kbid: string }) {
  const { t } = useTranslation('activity');
  const configurations = useQuery(searchConfigurationsQuery(kbid)).data ?? {};
  const models = useQuery(boxModelsQuery(kbid)).data;
  const same = { value: '', label: t('again.contexts.same') };
  const named = Object.entries(configurations).flatMap(([name, { kind }]) => (kind === 'ask' ? [name] : []));
  return (
    <>
      {named.length > 0 && (
        <NativeSelect
          label={t('again.configuration')}
          data={[same, ...named]}
          value={changes.configuration}
          onChange={(event) => onChanges({ ...changes, configuration: event.currentTarget.value })}
        />
      )}
      {models && models.size > 0 && (
        <NativeSelect
          label={t('again.model')}
          data={[same, ...[...models].map(([value, { title }]) => ({ value, label: title }))]}
          value={changes.model}
          onChange={(event) => onChanges({ ...changes, model: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function Side({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h6">
        {title}
      </Title>
      <Text size="sm" dir="auto" className="content-text" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Paper>
  );
}
