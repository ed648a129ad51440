import { Button, Card, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { AgentPrompt } from '@lectern/contracts/agents';
import { NoteIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmRemoval } from '../../../parts/confirm-removal';
import { EditButtons } from '../../../parts/edit-buttons';
import { EmptyState } from '../../../parts/empty-state';
import { FormEnd } from '../../../parts/form-end';
import { Loaded } from '../../../parts/loaded';
import { notify } from '../../../parts/notify';
import { Page } from '../../../parts/page';
import { useAgentId } from '../agents';
import { placeholdersOf, promptsQuery, useDeletePrompt, useSavePrompt } from './agent-prompts';

/** Templates that clients of the agent offer to their users. */
export function PromptsPage() {
  const { t } = useTranslation('agents');
  const query = useQuery(promptsQuery(useAgentId()));
  const [edited, setEdited] = useState<AgentPrompt | 'new'>();
  const [leaving, setLeaving] = useState<AgentPrompt>();
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('prompt.add')}
    </Button>
  );
  return (
    <Page title={t('prompt.title')} description={t('prompt.intro')} actions={add}>
      <Loaded query={query}>
        {(prompts) =>
          prompts.length === 0 ? (
            <EmptyState
              icon={<NoteIcon size={48} aria-hidden />}
              title={t('prompt.none')}
              text={t('prompt.noneText')}
            />
          ) : (
            <Stack component="ul" className="plain-list" maw="48rem">
              {prompts.map((prompt) => (
                <PromptCard
                  key={prompt.prompt_id}
                  prompt={prompt}
                  onEdit={() => setEdited(prompt)}
                  onDelete={() => setLeaving(prompt)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {edited && <PromptDialog prompt={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {leaving && <DeletePrompt prompt={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  );
}

interface PromptCardProps {
  readonly prompt: AgentPrompt;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function PromptCard({ prompt, onEdit, onDelete }: PromptCardProps) {
  const { t } = useTranslation('agents');
  const { name } = prompt;
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600} dir="auto" className="content-text">
            {name}
          </Text>
          <EditButtons
            edit={{ text: t('change'), label: t('prompt.changeOf', { name }), onClick: onEdit }}
            remove={{ text: t('delete'), label: t('prompt.deleteOf', { name }), onClick: onDelete }}
          />
        </Group>
        {prompt.description && (
          <Text size="sm" c="dimmed" dir="auto" className="content-text">
            {prompt.description}
          </Text>
        )}
        <Text size="sm" dir="auto" className="content-text" lineClamp={4}>
          {prompt.prompt}
        </Text>
      </Stack>
    </Card>
  );
}

interface PromptDialogProps {
  readonly prompt: AgentPrompt | undefined;
  readonly onClose: () => void;
}

function PromptDialog({ prompt, onClose }: PromptDialogProps) {
  const { t } = useTranslation(['agents', 'shell']);
  const [form, setForm] = useState({
    name: prompt?.name ?? '',
    description: prompt?.description ?? '',
    prompt: prompt?.prompt ?? '',
  });
  const { mutate, isPending, error } = useSavePrompt(useAgentId(), prompt?.prompt_id);
  const names = placeholdersOf(form.prompt);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || form.name.trim() === '' || form.prompt.trim() === '') return;
    const before = new Map(prompt?.arguments.map((one) => [one.name, one]));
    const named = names.map((name) => ({ ...(before.get(name) ?? { name, required: true }) }));
    const onSuccess = () => {
      notify(t('saved'));
      onClose();
    };
    mutate({ ...form, name: form.name.trim(), arguments: named }, { onSuccess });
  };
  const set = (member: keyof typeof form) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget;
    setForm((all) => ({ ...all, [member]: value }));
  };
  const close = { 'aria-label': t('shell:close') };
  const title = t(prompt ? 'prompt.change' : 'prompt.add');
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={close}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('prompt.name')}
            value={form.name}
            onChange={set('name')}
            maxLength={250}
            required
            data-autofocus
          />
          <TextInput label={t('prompt.description')} value={form.description} onChange={set('description')} />
          <Textarea
            label={t('prompt.text')}
            description={t('prompt.textHint')}
            value={form.prompt}
            onChange={set('prompt')}
            required
            autosize
            minRows={4}
            maxRows={16}
          />
          {names.length > 0 && <Text size="sm">{t('prompt.arguments', { names: names.join(', ') })}</Text>}
          <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
            {t('save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

function DeletePrompt({ prompt, onClose }: { readonly prompt: AgentPrompt; readonly onClose: () => void }) {
  const { t } = useTranslation('agents');
  const removal = useDeletePrompt(useAgentId());
  const texts = { title: t('prompt.deletion'), action: t('delete'), done: t('prompt.deleted') };
  return (
    <ConfirmRemoval {...texts} name={prompt.name} removal={removal} of={prompt.prompt_id} onClose={onClose}>
      {t('prompt.deletionText')}
    </ConfirmRemoval>
  );
}
