import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';
import { CommentDiscussionIcon, NoteIcon, SearchIcon, SortAscIcon } from '@primer/octicons-react';
import type { LearningConfigurationRecord } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type BoxModel, boxModelsQuery, learningQuery, vectorsetsQuery } from '../../data/box-models';
import { Loaded } from '../../parts/loaded';
import { EmbedderFacts, ModelFacts } from './model-facts';
import { rerankerQuery } from './reranker-query';

/** Who answers, sums up, finds by meaning and orders in this box. */
export function ModelsAtWork({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('models');
  const learning = useQuery(learningQuery(kbid));
  const models = useQuery(boxModelsQuery(kbid));
  return (
    <Loaded query={learning}>
      {(record) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} component="section" aria-label={t('work.title')}>
          <Job icon={CommentDiscussionIcon} title={t('work.answers')}>
            <Generative name={record.generative_model} model={models.data?.get(record.generative_model)} />
          </Job>
          <Job icon={SearchIcon} title={t('work.meaning')}>
            <Meaning kbid={kbid} record={record} />
          </Job>
          <Job icon={SortAscIcon} title={t('work.order')}>
            <Order />
          </Job>
          <Job icon={NoteIcon} title={t('work.summaries')}>
            {record.summary_model === record.generative_model ? (
              <Text size="sm">{t('work.sameModel')}</Text>
            ) : (
              <Generative name={record.summary_model} model={models.data?.get(record.summary_model)} />
            )}
            <Text size="sm">{t(`work.summary.${record.summary}`)}</Text>
          </Job>
        </SimpleGrid>
      )}
    </Loaded>
  );
}

interface JobProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children: ReactNode;
}

function Job({ icon: Mark, title, children }: JobProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap={6}>
        <Title order={2} size="h5" c="dimmed">
          <Mark size={16} aria-hidden /> {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

function Name({ children }: { readonly children: string }) {
  return (
    <Text fw={600} className="content-text" dir="auto">
      {children}
    </Text>
  );
}

/** A model that the account has configured has no facts of its own. */
function Generative({ name, model }: { readonly name: string; readonly model: BoxModel | undefined }) {
  return (
    <>
      <Name>{model?.title ?? name}</Name>
      {model && <ModelFacts model={model} />}
    </>
  );
}

function Meaning({ kbid, record }: { readonly kbid: string; readonly record: LearningConfigurationRecord }) {
  const vectorsets = useQuery(vectorsetsQuery(kbid));
  const id = vectorsets.data?.[0]?.id ?? record.semantic_model;
  const config = record.semantic_model_configs[id];
  return (
    <>
      <Name>{id}</Name>
      {config && <EmbedderFacts config={config} />}
    </>
  );
}

function Order() {
  const { t } = useTranslation('models');
  const { data } = useQuery(rerankerQuery);
  return (
    <>
      <Name>{data ?? t('work.reranker')}</Name>
      <Text size="sm">{t('work.rerankerHint')}</Text>
    </>
  );
}
