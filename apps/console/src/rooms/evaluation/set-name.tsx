import { Modal, Stack, TextInput } from '@mantine/core';
import type { EvaluationSet } from '@lectern/contracts/search';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNameSet } from '../../data/evaluation-sets';
import { FormEnd } from '../../parts/form-end';

const TITLE_CHARS_MAX = 200;

interface SetNameProps {
  readonly kbid: string;
  /** Absent: a new one. */
  readonly set?: Pick<EvaluationSet, 'id' | 'title'>;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved?: (set: EvaluationSet) => void;
}

/** A dialog that makes a set, or renames one. */
export function SetName(props: SetNameProps) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const { set, opened, onClose } = props;
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t(set ? 'set.rename' : 'set.create')} closeButtonProps={close}>
      <NameForm {...props} />
    </Modal>
  );
}

function NameForm({ kbid, set, onClose, onSaved }: SetNameProps) {
  const { t } = useTranslation('evaluation');
  const [title, setTitle] = useState(set?.title ?? '');
  const { mutate, isPending, error } = useNameSet(kbid, set?.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = (saved: EvaluationSet) => {
      onClose();
      onSaved?.(saved);
    };
    if (!isPending && title.trim() !== '') mutate({ title: title.trim() }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('set.title')}
          description={t('set.titleHint')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={TITLE_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
