import { Autocomplete, Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelsetsQuery } from '../../data/labelsets';

interface NewLabel {
  readonly labelset: string;
  readonly label: string;
}

interface LabelFormProps {
  readonly kbid: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onLabel: (label: NewLabel) => void;
}

/** Asks which label to give: one that a labelset offers, or a new one. */
export function LabelForm({ opened, onClose, ...rest }: LabelFormProps) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('tag.title')} closeButtonProps={{ 'aria-label': shell('close') }}>
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

const LABEL_CHARS_MAX = 250;

function Form({ kbid, onClose, onLabel }: Omit<LabelFormProps, 'opened'>) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  const { data: labelsets = {} } = useQuery(labelsetsQuery(kbid));
  const [labelset, setLabelset] = useState('');
  const [label, setLabel] = useState('');
  const offered = labelsets[labelset]?.labels.map(({ title }) => title) ?? [];
  const isComplete = labelset.trim() !== '' && label.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isComplete) onLabel({ labelset: labelset.trim(), label: label.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Autocomplete
          label={t('tag.labelset')}
          data={Object.keys(labelsets)}
          value={labelset}
          onChange={setLabelset}
          maxLength={LABEL_CHARS_MAX}
          dir="auto"
          data-autofocus
        />
        <Autocomplete
          label={t('tag.name')}
          data={[...new Set(offered)]}
          value={label}
          onChange={setLabel}
          maxLength={LABEL_CHARS_MAX}
          dir="auto"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shell('cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete}>
            {t('tag.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
