import { Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { BeakerIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countersQuery } from '../../data/boxes';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { addFiles } from './dropped';
import { readSamples, samples } from './samples';

interface LoadSamplesProps {
  readonly kbid: string;
  /** Whether something was added here since the page was opened. */
  readonly isBegun: boolean;
}

/** Three steps to a first answer, in an empty box; then only the last one, as long as somebody adds something. */
export function LoadSamples({ kbid, isBegun }: LoadSamplesProps) {
  const { t } = useTranslation('adding');
  const { data } = useQuery(countersQuery(kbid));
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: readSamples,
    onSuccess: (files) => addFiles(kbid, files),
  });
  if (isSuccess || isBegun) return <NextStep kbid={kbid} text={t(isSuccess ? 'samples.next' : 'samples.nextOwn')} />;
  if (data?.resources !== 0) return null;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h5">
          {t('samples.title')}
        </Title>
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t('samples.add', { count: Object.keys(samples).length })}</List.Item>
          <List.Item>{t('samples.wait')}</List.Item>
          <List.Item>{t('samples.askThem')}</List.Item>
        </List>
        {error && <FailureNotice error={error} />}
        <BusyButton
          variant="default"
          isBusy={isPending}
          leftSection={<BeakerIcon size={16} aria-hidden />}
          onClick={() => mutate()}
        >
          {t('samples.load')}
        </BusyButton>
      </Stack>
    </Paper>
  );
}

function NextStep({ kbid, text }: { readonly kbid: string; readonly text: string }) {
  const { t } = useTranslation('adding');
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{text}</Text>
      <Link to="/boxes/$kbid/ask" params={{ kbid }} className="card-link">
        {t('samples.ask')}
      </Link>
    </Group>
  );
}
