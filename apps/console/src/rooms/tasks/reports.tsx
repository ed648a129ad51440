import { Button, Group, Modal, Stack, Table, Title } from '@mantine/core';
import type { TaskAsset } from '@lectern/contracts/understanding';
import { DownloadIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { Time } from '../../parts/quantity';
import { saveText } from '../../parts/save-text';
import { KindName } from './kind-name';
import { reportsQuery, reportText } from './tasks';

/** Reports that finished tasks left: read here, or downloaded. */
export function Reports({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('tasks');
  const { data = [] } = useQuery(reportsQuery(kbid));
  const [shown, setShown] = useState<TaskAsset>();
  const [error, setError] = useState<unknown>();
  if (data.length === 0) return null;
  const save = (asset: TaskAsset) => {
    const name = `${asset.task_name}-${asset.created_at.slice(0, 10)}.${endingOf(asset)}`;
    reportText(asset).then((text) => saveText({ name, text, type: asset.content_type }), setError);
  };
  return (
    <section aria-label={t('reports.title')}>
      <Title order={2} size="h4" mb="xs">
        {t('reports.title')}
      </Title>
      {error !== undefined && <FailureNotice error={error} />}
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('reports.title')}>
          <Table.Tbody>
            {data.map((asset) => (
              <Table.Tr key={asset.id}>
                <Table.Td>
                  <KindName kind={asset.task_name} name={undefined} />
                </Table.Td>
                <Table.Td>
                  <Time at={asset.created_at} />
                </Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    {endingOf(asset) === 'md' && (
                      <Button size="compact-sm" variant="subtle" onClick={() => setShown(asset)}>
                        {t('reports.show')}
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      leftSection={<DownloadIcon size={14} aria-hidden />}
                      onClick={() => save(asset)}
                    >
                      {t('reports.download', { type: endingOf(asset) === 'md' ? 'Markdown' : 'CSV' })}
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown && <ShownReport asset={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

const endingOf = ({ content_type: type }: TaskAsset) => (type === 'text/markdown' ? 'md' : 'csv');

function ShownReport({ asset, onClose }: { readonly asset: TaskAsset; readonly onClose: () => void }) {
  const { t } = useTranslation(['tasks', 'shell']);
  const query = useQuery({ queryKey: ['box', asset.kbid, 'task-report', asset.id], queryFn: () => reportText(asset) });
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={t('reports.one')} size="xl" closeButtonProps={close}>
      <Loaded query={query}>
        {(text) => (
          <Stack className="call-text report-text" lang="en" tabIndex={0}>
            <Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}
