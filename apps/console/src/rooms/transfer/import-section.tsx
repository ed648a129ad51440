import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import type { ImportStatus } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { byteSizeText } from '../../parts/quantities';
import { Section } from '../../parts/section';
import { type KeptTransfer, useKeptTransfers } from './kept-transfers';
import { TransferRow } from './transfer-row';
import { importQuery, useSendImport } from './transfers';

const PERCENT = 100;

interface ImportSectionProps {
  readonly kbid: string;
  /** Others import no search configurations and strategies. */
  readonly mayOwn: boolean;
}

/** Reads the file of an export into the box. */
export function ImportSection({ kbid, mayOwn }: ImportSectionProps) {
  const { t } = useTranslation('transfer');
  const imports = useKeptTransfers(kbid, 'import');
  return (
    <Section title={t('import.title')}>
      <Text size="sm">{t('import.text')}</Text>
      {!mayOwn && <Text size="sm">{t('import.writers')}</Text>}
      <SendFile kbid={kbid} />
      {imports.length > 0 && (
        <Stack component="ul" gap="xs" className="plain-list" aria-label={t('import.list')}>
          {imports.map((one) => (
            <ImportRow key={one.id} kbid={kbid} transfer={one} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function SendFile({ kbid }: { readonly kbid: string }) {
  const { t, i18n } = useTranslation(['transfer', 'shell']);
  const [file, setFile] = useState<File | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const sending = useRef<AbortController>(undefined);
  const clear = useRef<() => void>(null);
  const { mutate, isPending, error, reset } = useSendImport(kbid);
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  const choose = (chosen: File | null) => {
    reset();
    setFile(chosen);
  };
  const send = () => {
    if (!file) return;
    const { signal } = (sending.current = new AbortController());
    setSentBytes(0);
    const onSuccess = () => {
      // The same file can be chosen again.
      clear.current?.();
      setFile(null);
    };
    mutate({ file, signal, onProgress: setSentBytes }, { onSuccess });
  };
  const size = (bytes: number) => byteSizeText(bytes, i18n.language);
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={choose} resetRef={clear} inputProps={{ 'aria-label': t('import.choose') }}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={isPending}
              leftSection={<UploadIcon size={16} aria-hidden />}
            >
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" dir="auto" role="status" className="content-text">
          {file && `${file.name} (${size(file.size)})`}
        </Text>
      </Group>
      {file && (
        <Group>
          <BusyButton isBusy={isPending} onClick={send}>
            {t('import.action')}
          </BusyButton>
          {isPending && (
            <Button variant="default" onClick={() => sending.current?.abort()}>
              {t('shell:cancel')}
            </Button>
          )}
        </Group>
      )}
      {file && isPending && (
        <Stack gap={4}>
          <Progress value={(sentBytes / Math.max(file.size, 1)) * PERCENT} aria-label={t('import.sending')} />
          <Text size="sm">{t('import.sent', { sent: size(sentBytes), all: size(file.size) })}</Text>
        </Stack>
      )}
      {error && !isCancelled && <FailureNotice error={error} title={t('import.refused')} />}
    </Stack>
  );
}

function ImportRow({ kbid, transfer }: { readonly kbid: string; readonly transfer: KeptTransfer }) {
  const { t } = useTranslation('transfer');
  const query = useQuery(importQuery(kbid, transfer.id));
  const title = transfer.name ?? t('import.one');
  return (
    <TransferRow kbid={kbid} transfer={transfer} title={title} query={query} gone={t('import.gone')}>
      {({ processed, notes }) => (
        <>
          <Text size="sm" role="status">
            {t('import.done', { count: processed })}
          </Text>
          {notes.length > 0 && <Notes notes={notes} />}
        </>
      )}
    </TransferRow>
  );
}

/** What the import stored differently, or not, in the words of the server. */
function Notes({ notes }: Pick<ImportStatus, 'notes'>) {
  const { t } = useTranslation('transfer');
  return (
    <details>
      <summary>{t('import.notes', { count: notes.length })}</summary>
      <ul lang="en">
        {notes.map(({ resource_id: rid, text }) => (
          <li key={`${rid} ${text}`} className="content-text">
            {text} {rid && <code>{rid}</code>}
          </li>
        ))}
      </ul>
    </details>
  );
}
