import { Anchor, Group, Menu, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import {
  type ActivityDownload,
  type ActivityDownloadFormat,
  activityDownloadFormats,
  getActivityDownload,
  requestActivityDownload,
} from '@lectern/contracts/search';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { filtersOf, type QuestionFilter } from './activity';

interface DownloadActivityProps {
  readonly kbid: string;
  readonly month: string;
  readonly filter: QuestionFilter;
}

const ASK_AGAIN_MS = 1_000;
const WAIT_MS = 10 * 60_000;
const types: Readonly<Record<ActivityDownloadFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** Has the questions that are listed written into a file, and waits until it is there. */
async function writtenFile(props: DownloadActivityProps, format: ActivityDownloadFormat): Promise<ActivityDownload> {
  const { kbid, month, filter } = props;
  const body = { year_month: month, show: 'all' as const, filters: filtersOf(filter) };
  const headers = { accept: types[format] };
  let file = await api.call(requestActivityDownload, { params: { kbid, event_type: 'ask' }, headers, body });
  const endMs = Date.now() + WAIT_MS;
  while (file.download_url === null && file.error === undefined && Date.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    file = await api.call(getActivityDownload, { params: { kbid, request_id: file.request_id } });
  }
  return file;
}

/** Downloads the questions of a month. */
export function DownloadActivity(props: DownloadActivityProps) {
  const { t } = useTranslation('activity');
  const file = useMutation({ mutationFn: (format: ActivityDownloadFormat) => writtenFile(props, format) });
  const url = file.data?.download_url;
  return (
    <Group gap="sm" role="group" aria-label={t('download.label')}>
      <Menu>
        <Menu.Target>
          <BusyButton variant="default" isBusy={file.isPending} leftSection={<DownloadIcon size={16} aria-hidden />}>
            {t('download.button')}
          </BusyButton>
        </Menu.Target>
        <Menu.Dropdown>
          {activityDownloadFormats.map((format) => (
            <Menu.Item key={format} onClick={() => file.mutate(format)}>
              {t(`download.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {url && (
        <Anchor href={url} download>
          {t('download.ready')}
        </Anchor>
      )}
      {file.isSuccess && !url && (
        <Text size="sm" role="alert">
          {file.data.error ?? t('download.late')}
        </Text>
      )}
      {file.isError && <FailureNotice error={file.error} />}
    </Group>
  );
}
