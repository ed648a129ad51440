import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNames } from '../../parts/group-names';

const GROUPS_CHARS_MAX = 20_000;

interface GroupsFormProps {
  /** Those that it begins with. */
  readonly groups: readonly string[];
  /** Several resources have different groups, all of which would be replaced. */
  readonly areMixed?: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onGroups: (groups: readonly string[]) => void;
}

/** Asks which groups may find resources. */
export function GroupsForm({ opened, onClose, ...rest }: GroupsFormProps) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  const close = { 'aria-label': shell('close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('groups.title')} closeButtonProps={close}>
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

function Form({ groups, areMixed = false, onClose, onGroups }: Omit<GroupsFormProps, 'opened'>) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  const [text, setText] = useState(() => groups.join('\n'));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onGroups(groupNames(text));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {areMixed && (
          <Alert color="yellow" role="note">
            {t('groups.mixed')}
          </Alert>
        )}
        <Textarea
          label={t('groups.names')}
          description={t('groups.hint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={GROUPS_CHARS_MAX}
          autosize
          minRows={3}
          maxRows={12}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shell('cancel')}
          </Button>
          <Button type="submit">{t('groups.save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
