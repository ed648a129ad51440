import { Group, Paper, Stack, Text, Title } from '@mantine/core';
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

/** The first steps in an empty box: documents, with one click, and where to ask about them. */
export function LoadSamples({ kbid, isBegun }: LoadSamplesProps) {
  const { t } = useTranslation('adding');
  const { data } = useQuery(countersQuery(kbid));
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: readSamples,
    onSuccess: (files) => addFiles(kbid, files),
  });
  if (isSuccess) return <NextStep kbid={kbid} />;
  if (isBegun || data?.resources !== 0) return null;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h5">
          {t('samples.title')}
        </Title>
        <Text size="sm">{t('samples.text', { count: Object.keys(samples).length })}</Text>
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

function NextStep({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('adding');
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{t('samples.next')}</Text>
      <Link to="/boxes/$kbid/ask" params={{ kbid }} className="card-link">
        {t('samples.ask')}
      </Link>
    </Group>
  );
}
