import { ActionIcon, Button, Fieldset, Group, Modal, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { modifyResource, type Resource, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { FormEnd } from '../../../parts/form-end';
import { notify } from '../../../parts/notify';
import { type DetailsDraft, draftOf, modificationOf, type Pair } from './details-draft';
import { resourceKey } from './resource-query';

const SUMMARY_CHARS_MAX = 100_000;
const ADDRESS_CHARS_MAX = 2_048;
const TAGS_MAX = 300;
const PEOPLE_MAX = 100;
const PAIRS_MAX = 300;

interface DetailsFormProps {
  readonly kbid: string;
  readonly resource: Resource;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Changes names, language and origin of a resource. */
export function DetailsForm({ opened, onClose, ...rest }: DetailsFormProps) {
  const { t } = useTranslation('resource');
  const { t: shell } = useTranslation();
  const close = { 'aria-label': shell('close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('edit.title')} size="lg" closeButtonProps={close}>
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

function Form({ kbid, resource, onClose }: Omit<DetailsFormProps, 'opened'>) {
  const { t } = useTranslation('resource');
  // Begins with what the resource has when the form opens: a change by processing does not undo what is typed.
  const [base] = useState(resource);
  const [draft, setDraft] = useState(() => draftOf(base));
  const change = (part: Partial<DetailsDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(modifyResource, { params: { kbid, rid: base.id }, body: modificationOf(base, draft) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: resourceKey(kbid, base.id) });
      notify(t('edit.saved'));
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Names draft={draft} change={change} hadSummary={(base.summary ?? '') !== ''} />
        <Origin draft={draft} change={change} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('edit.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly draft: DetailsDraft;
  readonly change: (part: Partial<DetailsDraft>) => void;
}

/** A title and a summary can be replaced, but not removed. */
function Names({ draft, change, hadSummary }: PartProps & { readonly hadSummary: boolean }) {
  const { t } = useTranslation('resource');
  return (
    <>
      <TextInput
        label={t('edit.name')}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        maxLength={TITLE_CHARS_MAX}
        dir="auto"
        required
        data-autofocus
      />
      <Textarea
        label={t('edit.summary')}
        value={draft.summary}
        onChange={(event) => change({ summary: event.currentTarget.value })}
        maxLength={SUMMARY_CHARS_MAX}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        required={hadSummary}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('details.slug')}
          value={draft.slug}
          onChange={(event) => change({ slug: event.currentTarget.value })}
          pattern="[a-zA-Z0-9:_\-]{1,250}"
          required
        />
        <TextInput
          label={t('edit.language')}
          description={t('edit.languageHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.language}
          onChange={(event) => change({ language: event.currentTarget.value })}
          pattern="[A-Za-z]{1,8}([\-_][A-Za-z0-9]{1,8}){0,7}"
          required={draft.language !== ''}
        />
      </Group>
    </>
  );
}

function Origin({ draft, change }: PartProps) {
  const { t } = useTranslation('resource');
  const address = { maxLength: ADDRESS_CHARS_MAX, dir: 'auto' } as const;
  return (
    <Fieldset legend={t('edit.origin')}>
      <Stack>
        <TextInput
          {...address}
          label={t('edit.url')}
          value={draft.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <Group grow>
          <TextInput
            {...address}
            label={t('origin.path')}
            value={draft.path}
            onChange={(event) => change({ path: event.currentTarget.value })}
          />
          <TextInput
            {...address}
            label={t('origin.filename')}
            value={draft.filename}
            onChange={(event) => change({ filename: event.currentTarget.value })}
          />
        </Group>
        <Group grow>
          <TextInput
            type="datetime-local"
            label={t('edit.created')}
            value={draft.created}
            onChange={(event) => change({ created: event.currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={t('edit.modified')}
            value={draft.modified}
            onChange={(event) => change({ modified: event.currentTarget.value })}
          />
        </Group>
        <TagsInput
          label={t('origin.people')}
          value={[...draft.collaborators]}
          onChange={(collaborators) => change({ collaborators })}
          maxTags={PEOPLE_MAX}
          splitChars={['\n', ';']}
        />
        <TagsInput
          label={t('origin.tags')}
          value={[...draft.tags]}
          onChange={(tags) => change({ tags })}
          maxTags={TAGS_MAX}
        />
        <Pairs pairs={draft.metadata} onChange={(metadata) => change({ metadata })} />
      </Stack>
    </Fieldset>
  );
}

interface PairsProps {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
}

/** Metadata of the original: a row for each key. */
function Pairs({ pairs, onChange }: PairsProps) {
  const { t } = useTranslation('resource');
  const put = (at: number, part: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  return (
    <Stack gap="xs" role="group" aria-label={t('origin.metadata')}>
      {pairs.map(({ key, value }, at) => (
        <Group key={at} gap="xs" wrap="nowrap">
          <TextInput
            flex="1 1 8rem"
            aria-label={t('edit.key', { number: at + 1 })}
            placeholder={t('edit.keyHint')}
            value={key}
            onChange={(event) => put(at, { key: event.currentTarget.value })}
          />
          <TextInput
            flex="2 1 12rem"
            aria-label={t('edit.value', { number: at + 1 })}
            placeholder={t('edit.valueHint')}
            value={value}
            onChange={(event) => put(at, { value: event.currentTarget.value })}
            dir="auto"
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.removePair', { number: at + 1 })}
            onClick={() => onChange(pairs.filter((_, index) => index !== at))}
          >
            <XIcon size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {pairs.length < PAIRS_MAX && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={14} aria-hidden />}
            onClick={() => onChange([...pairs, { key: '', value: '' }])}
          >
            {t('edit.addPair')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
