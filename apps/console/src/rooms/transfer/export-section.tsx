import { Group, Stack, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { saveFile } from '../../parts/download';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { ByteSize } from '../../parts/quantity';
import { Section } from '../../parts/section';
import { forgetTransfer, type KeptTransfer, useKeptTransfers } from './kept-transfers';
import { TransferRow } from './transfer-row';
import { exportQuery, exportSizeQuery, exportUrl, useStartExport } from './transfers';

/** Has the box written into a file, and downloads it. */
export function ExportSection({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('transfer');
  const exports = useKeptTransfers(box.id, 'export');
  const { mutate, isPending, error } = useStartExport(box.id);
  return (
    <Section title={t('export.title')}>
      <Text size="sm">{t('export.text')}</Text>
      <Text size="sm" c="dimmed">
        {t('export.kept')}
      </Text>
      <Group>
        <BusyButton isBusy={isPending} onClick={() => mutate()}>
          {t('export.action')}
        </BusyButton>
      </Group>
      {error && <FailureNotice error={error} />}
      {exports.length > 0 && (
        <Stack component="ul" gap="xs" className="plain-list" aria-label={t('export.list')}>
          {exports.map((one) => (
            <ExportRow key={one.id} box={box} transfer={one} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

interface ExportRowProps {
  readonly box: KnowledgeBoxRecord;
  readonly transfer: KeptTransfer;
}

function ExportRow({ box, transfer }: ExportRowProps) {
  const { t } = useTranslation('transfer');
  const query = useQuery(exportQuery(box.id, transfer.id));
  return (
    <TransferRow kbid={box.id} transfer={transfer} title={t('export.one')} query={query} gone={t('export.gone')}>
      {({ total }) => (
        <Stack gap="xs" align="flex-start">
          <Text size="sm" role="status">
            {t('export.ready', { count: total })}
          </Text>
          <DownloadExport box={box} id={transfer.id} />
        </Stack>
      )}
    </TransferRow>
  );
}

function DownloadExport({ box: { id: kbid, slug }, id }: { readonly box: KnowledgeBoxRecord; readonly id: string }) {
  const { t } = useTranslation('transfer');
  const size = useQuery(exportSizeQuery(kbid, id));
  const { mutate, isPending, error } = useMutation({
    mutationFn: saveFile,
    onSuccess: () => {
      notify(t('export.downloaded'));
      forgetTransfer(kbid, id);
    },
  });
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  const sizeBytes = size.data ?? 0;
  const save = () => mutate({ url: exportUrl(kbid, id), name: `${slug}.export`, sizeBytes });
  return (
    <>
      <BusyButton
        variant="default"
        isBusy={isPending}
        disabled={size.isPending}
        leftSection={<DownloadIcon size={16} aria-hidden />}
        onClick={save}
      >
        {t('export.download')} {size.data !== undefined && <ByteSizeNote bytes={size.data} />}
      </BusyButton>
      {error && !isCancelled && <FailureNotice error={error} />}
    </>
  );
}

function ByteSizeNote({ bytes }: { readonly bytes: number }) {
  return (
    <>
      (<ByteSize bytes={bytes} />)
    </>
  );
}
