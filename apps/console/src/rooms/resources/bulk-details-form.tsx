import { Group, Modal, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import type { DetailsAdded } from './bulk';

interface BulkDetailsFormProps {
  readonly count: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDetails: (details: DetailsAdded) => void;
}

const TAG_CHARS_MAX = 512;
const TAGS_MAX = 100;
const KEY_CHARS_MAX = 256;
const VALUE_CHARS_MAX = 2_048;

const nothing: DetailsAdded = { language: '', tags: [], people: [], path: '', created: '', key: '', value: '' };

/** Asks for details that several resources get together. */
export function BulkDetailsForm({ count, opened, onClose, onDetails }: BulkDetailsFormProps) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  const close = { 'aria-label': shell('close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('details.title', { count })} closeButtonProps={close}>
      <Form onClose={onClose} onDetails={onDetails} />
    </Modal>
  );
}

function Form({ onClose, onDetails }: Pick<BulkDetailsFormProps, 'onClose' | 'onDetails'>) {
  const { t } = useTranslation('resources');
  const [details, setDetails] = useState<DetailsAdded>(nothing);
  const change = (part: Partial<DetailsAdded>) => setDetails((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onDetails(details);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('details.hint')}</Text>
        <TextInput
          label={t('details.language')}
          description={t('details.languageHint')}
          value={details.language}
          onChange={(event) => change({ language: event.currentTarget.value })}
          pattern="[A-Za-z]{1,8}([\-_][A-Za-z0-9]{1,8}){0,7}"
          data-autofocus
        />
        <TagsInput
          label={t('details.tags')}
          value={[...details.tags]}
          onChange={(tags) => change({ tags })}
          maxTags={TAGS_MAX}
          maxLength={TAG_CHARS_MAX}
        />
        <TagsInput
          label={t('details.people')}
          value={[...details.people]}
          onChange={(people) => change({ people })}
          maxTags={TAGS_MAX}
          splitChars={['\n', ';']}
          maxLength={TAG_CHARS_MAX}
        />
        <Original details={details} change={change} />
        <FormEnd error={undefined} isBusy={false} onCancel={onClose}>
          {t('details.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface OriginalProps {
  readonly details: DetailsAdded;
  readonly change: (part: Partial<DetailsAdded>) => void;
}

/** Where the originals are, when they were made, and a line of their metadata. */
function Original({ details, change }: OriginalProps) {
  const { t } = useTranslation('resources');
  return (
    <>
      <Group grow align="flex-end">
        <TextInput
          label={t('details.path')}
          value={details.path}
          onChange={(event) => change({ path: event.currentTarget.value })}
          maxLength={VALUE_CHARS_MAX}
          dir="auto"
        />
        <TextInput
          type="datetime-local"
          label={t('details.created')}
          value={details.created}
          onChange={(event) => change({ created: event.currentTarget.value })}
        />
      </Group>
      <Group grow align="flex-end">
        <TextInput
          label={t('details.key')}
          value={details.key}
          onChange={(event) => change({ key: event.currentTarget.value })}
          maxLength={KEY_CHARS_MAX}
          required={details.value !== ''}
        />
        <TextInput
          label={t('details.value')}
          value={details.value}
          onChange={(event) => change({ value: event.currentTarget.value })}
          maxLength={VALUE_CHARS_MAX}
          dir="auto"
        />
      </Group>
    </>
  );
}
