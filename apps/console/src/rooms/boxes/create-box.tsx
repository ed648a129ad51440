import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import {
  createAccountKnowledgeBox,
  DESCRIPTION_CHARS_MAX,
  KNOWLEDGE_BOX_SLUG,
  TITLE_CHARS_MAX,
} from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { boxesQuery } from '../../data/boxes';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { slugOf } from '../../parts/slug';

interface CreateBoxProps {
  readonly account: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that creates a box and goes there. */
export function CreateBox({ account, opened, onClose }: CreateBoxProps) {
  const { t } = useTranslation('boxes');
  const { t: shell } = useTranslation();
  const close = { 'aria-label': shell('close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('create')} closeButtonProps={close}>
      <CreateForm account={account} onClose={onClose} />
    </Modal>
  );
}

interface NewBox {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
}

function useCreate(account: string) {
  const { t } = useTranslation('boxes');
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ title, slug, description }: NewBox) => {
      const body = { title, slug, ...(description !== '' && { description }) };
      return api.call(createAccountKnowledgeBox, { params: { account }, body });
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: boxesQuery(account).queryKey });
      notify(t('ready'));
      await navigate({ to: '/boxes/$kbid', params: { kbid: id } });
    },
  });
}

/** Faults of the form; undefined members are valid. */
function useComplaints({ title, slug }: NewBox, isSubmitted: boolean) {
  const { t } = useTranslation('boxes');
  if (!isSubmitted) return {};
  return {
    title: title.trim() === '' ? t('form.required') : undefined,
    slug: KNOWLEDGE_BOX_SLUG.test(slug) ? undefined : t('form.slugWrong'),
  };
}

function CreateForm({ account, onClose }: Omit<CreateBoxProps, 'opened'>) {
  const { t } = useTranslation(['boxes', 'shell']);
  const [title, setTitle] = useState('');
  const [chosenSlug, setSlug] = useState<string>();
  const [description, setDescription] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const box = { title: title.trim(), slug: chosenSlug ?? slugOf(title), description: description.trim() };
  const complaints = useComplaints(box, isSubmitted);
  const { mutate, isPending, error } = useCreate(account);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (box.title !== '' && KNOWLEDGE_BOX_SLUG.test(box.slug) && !isPending) mutate(box);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('form.title')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={complaints.title}
          maxLength={TITLE_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <TextInput
          label={t('form.slug')}
          description={t('form.slugHint')}
          value={box.slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
          error={complaints.slug}
          required
        />
        <Textarea
          label={t('form.description')}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={DESCRIPTION_CHARS_MAX}
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('form.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}
