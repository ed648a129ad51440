import { Checkbox, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { DESCRIPTION_CHARS_MAX, KNOWLEDGE_BOX_SLUG, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boxesQuery } from '../../data/boxes';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { slugOf } from '../../parts/slug';
import { type NewAgent, useCreateAgent } from './agents';

interface CreateAgentProps {
  readonly account: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that creates an agent and goes there. */
export function CreateAgent({ account, opened, onClose }: CreateAgentProps) {
  const { t } = useTranslation(['agents', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('create.action')} closeButtonProps={close}>
      <CreateForm account={account} onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ account, onClose }: Omit<CreateAgentProps, 'opened'>) {
  const { t } = useTranslation('agents');
  const navigate = useNavigate();
  const [form, setForm] = useState({ title: '', description: '', box: '', keepsSessions: true });
  const [chosenSlug, setSlug] = useState<string>();
  const boxes = useQuery(boxesQuery(account)).data ?? [];
  const { mutate, isPending, error } = useCreateAgent(account);
  const slug = chosenSlug ?? slugOf(form.title);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || form.title.trim() === '' || !KNOWLEDGE_BOX_SLUG.test(slug)) return;
    const box = boxes.find(({ id }) => id === form.box);
    const given: NewAgent = { ...form, title: form.title.trim(), description: form.description.trim(), slug, box };
    mutate(given, {
      onSuccess: (agent) => {
        notify(t('create.done'));
        void navigate({ to: '/agents/$agent', params: { agent } });
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('create.title')}
          value={form.title}
          onChange={({ currentTarget: { value: title } }) => setForm({ ...form, title })}
          maxLength={TITLE_CHARS_MAX}
          required
          data-autofocus
        />
        <TextInput
          label={t('create.slug')}
          description={t('create.slugHint')}
          value={slug}
          onChange={({ currentTarget: { value } }) => setSlug(value)}
          error={slug !== '' && !KNOWLEDGE_BOX_SLUG.test(slug) && t('create.slugWrong')}
          required
        />
        <NativeSelect
          label={t('create.box')}
          description={t('create.boxHint')}
          data={[
            { value: '', label: t('create.noBox') },
            ...boxes.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={form.box}
          onChange={({ currentTarget: { value: box } }) => setForm({ ...form, box })}
        />
        <Textarea
          label={t('create.description')}
          value={form.description}
          onChange={({ currentTarget: { value: description } }) => setForm({ ...form, description })}
          maxLength={DESCRIPTION_CHARS_MAX}
          autosize
          minRows={2}
          maxRows={6}
        />
        <KeepsSessions isOn={form.keepsSessions} onChange={(keepsSessions) => setForm({ ...form, keepsSessions })} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('create.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface KeepsSessionsProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function KeepsSessions({ isOn, onChange }: KeepsSessionsProps) {
  const { t } = useTranslation('agents');
  return (
    <Checkbox
      label={t('create.sessions')}
      description={t('create.sessionsHint')}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
