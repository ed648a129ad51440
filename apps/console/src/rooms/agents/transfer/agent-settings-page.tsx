import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type KnowledgeBoxRecord, modifyAccountKnowledgeBox } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { agentsQuery } from '../../../data/agents';
import { boxQuery, useBox } from '../../../data/boxes';
import { BusyButton } from '../../../parts/busy-button';
import { DeletionSection } from '../../../parts/deletion-section';
import { FailureNotice } from '../../../parts/failure-notice';
import { Loaded } from '../../../parts/loaded';
import { notify } from '../../../parts/notify';
import { Page } from '../../../parts/page';
import { useAgentId, useDeleteAgent } from '../agents';
import { useExport, useImport } from './agent-transfer';

/** Name, export, import and deletion of an agent. */
export function AgentSettingsPage() {
  const { t } = useTranslation('agents');
  const query = useBox(useAgentId());
  return (
    <Page title={t('settings.title')}>
      <Loaded query={query}>
        {(agent) => (
          <Stack gap="xl" maw="40rem">
            <Names key={agent.id} agent={agent} />
            <Export agent={agent.id} />
            <Import agent={agent.id} />
            <Deletion agent={agent} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Names({ agent }: { readonly agent: KnowledgeBoxRecord }) {
  const { t } = useTranslation('agents');
  const [title, setTitle] = useState(agent.title);
  const [description, setDescription] = useState(agent.description ?? '');
  const params = { account: agent.account_id, kbid: agent.id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(modifyAccountKnowledgeBox, { params, body: { title: title.trim(), description } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: boxQuery(agent.id).queryKey });
      await queries.invalidateQueries({ queryKey: agentsQuery(agent.account_id).queryKey });
      notify(t('saved'));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending && title.trim() !== '') mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack align="flex-start">
        <TextInput
          w="100%"
          label={t('create.title')}
          value={title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
          required
        />
        <TextInput
          w="100%"
          label={t('create.description')}
          value={description}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        {error && <FailureNotice error={error} />}
        <BusyButton type="submit" isBusy={isPending}>
          {t('save')}
        </BusyButton>
      </Stack>
    </form>
  );
}

const PASSPHRASE_CHARS_MIN = 16;

function Export({ agent }: { readonly agent: string }) {
  const { t } = useTranslation('agents');
  const [passphrase, setPassphrase] = useState('');
  const { mutate, isPending, error, isSuccess } = useExport(agent);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(passphrase, { onSuccess: () => setPassphrase('') });
  };
  return (
    <Paper withBorder p="md" component="section">
      <form onSubmit={submit}>
        <Stack align="flex-start">
          <Title order={2} size="h4">
            {t('export.title')}
          </Title>
          <Text size="sm">{t('export.text')}</Text>
          <PasswordInput
            w="100%"
            label={t('export.passphrase')}
            description={t('export.passphraseHint')}
            autoComplete="new-password"
            value={passphrase}
            onChange={({ currentTarget: { value } }) => setPassphrase(value)}
            minLength={PASSPHRASE_CHARS_MIN}
            required
          />
          {error && <FailureNotice error={error} />}
          <BusyButton type="submit" variant="default" isBusy={isPending}>
            {t('export.action')}
          </BusyButton>
          {isSuccess && (
            <Text size="sm" role="status">
              {t('export.done')}
            </Text>
          )}
        </Stack>
      </form>
    </Paper>
  );
}

function Import({ agent }: { readonly agent: string }) {
  const { t } = useTranslation('agents');
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [overwrite, setOverwrite] = useState(false);
  const { mutate, isPending, error } = useImport(agent);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || !file) return;
    mutate({ file, passphrase, overwrite }, { onSuccess: () => notify(t('import.done')) });
  };
  return (
    <Paper withBorder p="md" component="section">
      <form onSubmit={submit}>
        <Stack align="flex-start">
          <Title order={2} size="h4">
            {t('import.title')}
          </Title>
          <Text size="sm">{t('import.text')}</Text>
          <Group>
            <FileButton onChange={setFile} inputProps={{ 'aria-label': t('import.choose') }}>
              {(props) => (
                <Button {...props} variant="default">
                  {t('import.choose')}
                </Button>
              )}
            </FileButton>
            <Text size="sm" dir="auto" role="status">
              {file?.name}
            </Text>
          </Group>
          <PasswordInput
            w="100%"
            label={t('import.passphrase')}
            autoComplete="off"
            value={passphrase}
            onChange={({ currentTarget: { value } }) => setPassphrase(value)}
            required
          />
          <Checkbox
            label={t('import.overwrite')}
            description={t('import.overwriteHint')}
            checked={overwrite}
            onChange={({ currentTarget: { checked } }) => setOverwrite(checked)}
          />
          {error && <FailureNotice error={error} />}
          <BusyButton type="submit" variant="default" isBusy={isPending} disabled={!file}>
            {t('import.action')}
          </BusyButton>
        </Stack>
      </form>
    </Paper>
  );
}

function Deletion({ agent }: { readonly agent: KnowledgeBoxRecord }) {
  const { t } = useTranslation('agents');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useDeleteAgent(agent.account_id);
  const onSuccess = async () => {
    await navigate({ to: '/agents' });
    queries.removeQueries({ queryKey: boxQuery(agent.id).queryKey });
    queries.removeQueries({ queryKey: ['agent', agent.id] });
    notify(t('deletion.done'));
  };
  const texts = { title: t('deletion.title'), text: t('deletion.text'), action: t('delete') };
  const onDelete = () => mutate(agent.id, { onSuccess: () => void onSuccess() });
  return <DeletionSection {...texts} name={agent.title} {...{ onDelete, isPending, error }} />;
}
