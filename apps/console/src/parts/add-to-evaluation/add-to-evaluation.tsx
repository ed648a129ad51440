import { Button, Checkbox, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChecklistIcon } from '@primer/octicons-react';
import { getResource } from '@lectern/contracts/knowledge-box';
import type { ActivityRow } from '@lectern/contracts/search';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { setsQuery, useAddQuestions, useNameSet } from '../../data/evaluation-sets';
import { FormEnd } from '../form-end';
import { Loaded } from '../loaded';
import { notify } from '../notify';

const SOURCES_MAX = 10;
const NEW = '';

interface AddToEvaluationProps {
  readonly kbid: string;
  readonly row: ActivityRow;
}

/** A button that takes a recorded question into a set, with the sources of its answer as expected documents. */
export function AddToEvaluation({ kbid, row }: AddToEvaluationProps) {
  const { t } = useTranslation(['add-to-evaluation', 'shell']);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<ChecklistIcon size={16} aria-hidden />} onClick={open}>
        {t('button')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('title')} closeButtonProps={{ 'aria-label': t('shell:close') }}>
        <Taking kbid={kbid} row={row} onClose={close} />
      </Modal>
    </>
  );
}

interface Source {
  readonly id: string;
  readonly title: string;
}

/** Documents that the answer was made from, the best first; those that are gone are left out. */
const sourcesQuery = (kbid: string, { id, retrieved_context: context }: ActivityRow) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', 'documents', id],
    queryFn: async ({ signal }): Promise<readonly Source[]> => {
      const rids = [...new Set((context ?? []).map(({ text_block_id: block }) => block.split('/')[0] ?? ''))];
      const found = await Promise.all(
        rids.slice(0, SOURCES_MAX).map(async (rid) => {
          const query = { show: ['basic' as const] };
          const resource = await api
            .document(getResource, { params: { kbid, rid }, query, signal })
            .catch(() => undefined);
          return resource ? [{ id: rid, title: resource.title ?? rid }] : [];
        }),
      );
      return found.flat();
    },
  });

function Taking({ kbid, row, onClose }: AddToEvaluationProps & { readonly onClose: () => void }) {
  const sets = useQuery(setsQuery(kbid));
  const sources = useQuery(sourcesQuery(kbid, row));
  return (
    <Loaded query={sets}>
      {(known) => (
        <Loaded query={sources}>
          {(found) => <TakingForm kbid={kbid} row={row} sets={known} sources={found} onClose={onClose} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface TakingFormProps extends AddToEvaluationProps {
  readonly sets: readonly { readonly id: string; readonly title: string }[];
  readonly sources: readonly Source[];
  readonly onClose: () => void;
}

function TakingForm({ kbid, row, sets, sources, onClose }: TakingFormProps) {
  const { t } = useTranslation('add-to-evaluation');
  const isRefusal = row.status === '-2' || row.status === '-3';
  const [set, setSet] = useState(sets[0]?.id ?? NEW);
  const [title, setTitle] = useState('');
  // An answer that people liked says which documents belong in it.
  const [chosen, setChosen] = useState(isRefusal || row.feedback_good === false ? [] : sources.map(({ id }) => id));
  const [facts, setFacts] = useState('');
  const add = useAddQuestions(kbid);
  const create = useNameSet(kbid, undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (add.isPending || create.isPending) return;
    const question = {
      question: row.question ?? '',
      documents: chosen,
      facts: facts.split('\n').flatMap((line) => line.trim() || []),
      groups: row.security?.groups ?? [],
      learning_id: row.learning_id ?? null,
    };
    const onSuccess = () => {
      notify(t('done'));
      onClose();
    };
    if (set === NEW) create.mutate({ title: title.trim(), questions: [question] }, { onSuccess });
    else add.mutate({ set_id: set, questions: [question] }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text fw={600} dir="auto" className="content-text">
          {row.question}
        </Text>
        <NativeSelect
          label={t('set')}
          data={[...sets.map(({ id, title: label }) => ({ value: id, label })), { value: NEW, label: t('newSet') }]}
          value={set}
          onChange={(event) => setSet(event.currentTarget.value)}
        />
        {set === NEW && (
          <TextInput
            label={t('newTitle')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={200}
            dir="auto"
            required
          />
        )}
        <ChosenSources sources={sources} chosen={chosen} onChoose={setChosen} />
        <Textarea
          label={t('facts')}
          description={t('factsHint')}
          value={facts}
          onChange={(event) => setFacts(event.currentTarget.value)}
          autosize
          minRows={2}
          dir="auto"
        />
        <FormEnd error={add.error ?? create.error} isBusy={add.isPending || create.isPending} onCancel={onClose}>
          {t('add')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface SourcesProps {
  readonly sources: readonly Source[];
  readonly chosen: string[];
  readonly onChoose: (ids: string[]) => void;
}

function ChosenSources({ sources, chosen, onChoose }: SourcesProps) {
  const { t } = useTranslation('add-to-evaluation');
  return (
    <Checkbox.Group label={t('sources')} value={chosen} onChange={onChoose}>
      <Stack gap="xs" mt="xs">
        {sources.length === 0 && <Text size="sm">{t('noSources')}</Text>}
        {sources.map(({ id, title }) => (
          <Checkbox key={id} value={id} label={<span dir="auto">{title}</span>} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
