import { Center, Loader, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from './failure-notice';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** Shows the loaded data. */
  readonly children: (data: T) => ReactNode;
}

/** A query on the page: loading, failed with a way to try again, or what it read. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <FailureNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center py="xl" role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
    </Center>
  );
}
