import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type BackupRecord, KNOWLEDGE_BOX_SLUG, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { slugOf } from '../../parts/slug';
import { useRestoreBackup } from './transfers';

interface RestoreDialogProps {
  readonly account: string;
  readonly backup: BackupRecord;
  readonly onClose: () => void;
}

/** A dialog that makes a new box of a backup and goes there. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { t } = useTranslation(['transfer', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={props.onClose} title={t('restore.title')} closeButtonProps={close}>
      <RestoreForm {...props} />
    </Modal>
  );
}

function RestoreForm({ account, backup: { id, kb_data: of }, onClose }: RestoreDialogProps) {
  const { t } = useTranslation('transfer');
  const navigate = useNavigate();
  const [title, setTitle] = useState(() => t('restore.proposal', { name: of.title }));
  const [chosenSlug, setSlug] = useState<string>();
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutate, isPending, error } = useRestoreBackup(account);
  const box = { title: title.trim(), slug: chosenSlug ?? slugOf(title) };
  const isSlug = KNOWLEDGE_BOX_SLUG.test(box.slug);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isPending || box.title === '' || !isSlug) return;
    const onSuccess = ({ id: kbid }: { readonly id: string }) => {
      notify(t('restore.done'));
      void navigate({ to: '/boxes/$kbid', params: { kbid } });
    };
    mutate({ backup_id: id, ...box }, { onSuccess });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t('restore.text')}</Text>
        <TextInput
          label={t('restore.name')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={isSubmitted && box.title === '' && t('restore.nameNeeded')}
          maxLength={TITLE_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <TextInput
          label={t('restore.slug')}
          description={t('restore.slugHint')}
          value={box.slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
          error={isSubmitted && !isSlug && t('restore.slugWrong')}
          required
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('restore.action')}
        </FormEnd>
      </Stack>
    </form>
  );
}
