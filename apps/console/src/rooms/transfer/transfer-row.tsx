import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import type { ExportStatus } from '@lectern/contracts/knowledge-box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKind } from '../../api/failure';
import { Loaded } from '../../parts/loaded';
import { Time } from '../../parts/quantity';
import { forgetTransfer, type KeptTransfer } from './kept-transfers';
import { TransferProgress } from './transfer-progress';

interface TransferRowProps<S extends ExportStatus> {
  readonly kbid: string;
  readonly transfer: KeptTransfer;
  readonly title: string;
  readonly query: UseQueryResult<S>;
  /** Why the server no longer knows it. */
  readonly gone: string;
  /** Shown when it has finished. */
  readonly children: (status: S) => ReactNode;
}

/** An export or an import: how far it is, and how it ended. */
export function TransferRow<S extends ExportStatus>(props: TransferRowProps<S>) {
  const { kbid, transfer, title, query, gone, children } = props;
  const { t } = useTranslation('transfer');
  const isGone = query.isError && failureKind(query.error) === 'missing';
  const status = isGone ? undefined : query.data;
  // Nobody else knows where a file is that has not been downloaded.
  const hasFile = transfer.kind === 'export' && status?.status === 'finished';
  const mayGo = isGone || status?.status === 'errored' || (status?.status === 'finished' && !hasFile);
  return (
    <Card component="li" withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text size="sm" className="content-text" dir="auto" miw={0}>
            <Text span fw={600}>
              {title}
            </Text>{' '}
            · {t('started')} <Time at={transfer.startedAt} />
          </Text>
          {mayGo && (
            <Button
              size="compact-sm"
              variant="subtle"
              flex="none"
              aria-label={t('dismissOf', { name: title })}
              onClick={() => forgetTransfer(kbid, transfer.id)}
            >
              {t('dismiss')}
            </Button>
          )}
        </Group>
        {isGone ? (
          <Text size="sm">{gone}</Text>
        ) : (
          <Loaded query={query}>
            {(known) => (
              <>
                <TransferProgress status={known} label={t('progress.label', { name: title })} />
                {known.status === 'errored' && (
                  <Alert color="red" role="alert" title={t('failed')}>
                    <span lang="en">{known.error ?? t('noReason')}</span>
                  </Alert>
                )}
                {known.status === 'finished' && children(known)}
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </Card>
  );
}
