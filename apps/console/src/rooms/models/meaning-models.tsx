import { Badge, Button, Group, NativeSelect, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { addVectorset, deleteVectorset, type VectorsetRecord } from '@lectern/contracts/knowledge-box';
import type { LearningConfigurationRecord } from '@lectern/contracts/understanding';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { learningQuery, vectorsetsQuery } from '../../data/box-models';
import { countersQuery } from '../../data/boxes';
import { BusyButton } from '../../parts/busy-button';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { numberText } from '../../parts/quantities';
import { Section } from '../../parts/section';
import { MigrationPanel } from './migration-panel';
import { rereadModels } from './migration-tasks';
import { EmbedderFacts } from './model-facts';
import { useOtherEmbedders } from './other-embedders';

/** Which models find by meaning in this box, and the way from one to another. */
export function MeaningModels({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('models');
  const vectorsets = useQuery(vectorsetsQuery(kbid));
  const learning = useQuery(learningQuery(kbid));
  return (
    <Section title={t('meaning.title')}>
      <Text size="sm">{t('meaning.intro')}</Text>
      <Loaded query={vectorsets}>
        {(list) => (
          <>
            {list.map((vectorset, place) => (
              <Vectorset
                key={vectorset.id}
                kbid={kbid}
                vectorset={vectorset}
                record={learning.data}
                isFirst={place === 0}
                isOnly={list.length === 1}
              />
            ))}
            <MigrationPanel kbid={kbid} vectorsets={list} />
            <AddVectorset kbid={kbid} vectorsets={list} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface VectorsetProps {
  readonly kbid: string;
  readonly vectorset: VectorsetRecord;
  readonly record: LearningConfigurationRecord | undefined;
  /** Searches that name no model use it. */
  readonly isFirst: boolean;
  readonly isOnly: boolean;
}

function Vectorset({ kbid, vectorset: { id, waiting }, record, isFirst, isOnly }: VectorsetProps) {
  const { t } = useTranslation('models');
  const [isDeleting, setDeleting] = useState(false);
  const config = record?.semantic_model_configs[id];
  return (
    <Paper withBorder p="sm" component="section" aria-label={id}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Group gap="xs">
            <Title order={3} size="h6" className="content-text">
              {id}
            </Title>
            {isFirst && (
              <Badge variant="outline" color="teal" className="status-badge" tt="none">
                {t('meaning.first')}
              </Badge>
            )}
          </Group>
          {!isOnly && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('meaning.deleteOf', { id })}
              onClick={() => setDeleting(true)}
            >
              {t('meaning.delete')}
            </Button>
          )}
        </Group>
        {config && <EmbedderFacts config={config} />}
        {waiting !== undefined && <Filling kbid={kbid} waiting={waiting} />}
      </Stack>
      {isDeleting && <DeleteVectorset kbid={kbid} id={id} onClose={() => setDeleting(false)} />}
    </Paper>
  );
}

function Filling({ kbid, waiting }: { readonly kbid: string; readonly waiting: number }) {
  const { t, i18n } = useTranslation('models');
  const total = Math.max(useQuery(countersQuery(kbid)).data?.resources ?? waiting, waiting, 1);
  const text = t('meaning.waiting', { count: waiting, number: numberText(waiting, i18n.language) });
  return (
    <>
      <Text size="sm">{text}</Text>
      <Progress value={(100 * (total - waiting)) / total} aria-label={text} />
    </>
  );
}

interface DeleteVectorsetProps {
  readonly kbid: string;
  readonly id: string;
  readonly onClose: () => void;
}

function DeleteVectorset({ kbid, id, onClose }: DeleteVectorsetProps) {
  const { t } = useTranslation('models');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(deleteVectorset, { params: { kbid, vectorset_id: id } }),
    onSuccess: () => {
      notify(t('meaning.deleted'));
      onClose();
    },
    onSettled: () => rereadModels(kbid),
  });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('meaning.deleteOf', { id })}
      name={id}
      action={t('meaning.delete')}
      onConfirm={() => mutate()}
      isPending={isPending}
      error={error}
    >
      {t('meaning.deleteText')}
    </ConfirmByName>
  );
}

interface AddVectorsetProps {
  readonly kbid: string;
  readonly vectorsets: readonly VectorsetRecord[];
}

function AddVectorset({ kbid, vectorsets }: AddVectorsetProps) {
  const { t } = useTranslation('models');
  const { others } = useOtherEmbedders(kbid, vectorsets);
  const [chosen, setChosen] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (vectorset_id: string) => api.call(addVectorset, { params: { kbid, vectorset_id } }),
    onSuccess: () => {
      setChosen('');
      notify(t('meaning.added'));
    },
    onSettled: () => rereadModels(kbid),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending && chosen !== '') mutate(chosen);
  };
  if (others.length === 0) return null;
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-end">
          <NativeSelect
            label={t('meaning.add')}
            description={t('meaning.addHint')}
            data={[
              { value: '', label: t('meaning.choose') },
              ...others.map(({ value, name }) => ({ value, label: name })),
            ]}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            flex="0 1 24rem"
          />
          <BusyButton type="submit" variant="default" isBusy={isPending} disabled={chosen === ''}>
            {t('meaning.addAction')}
          </BusyButton>
        </Group>
        {error && <FailureNotice error={error} />}
      </Stack>
    </form>
  );
}
