import { Badge } from '@mantine/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { useTranslation } from 'react-i18next';

const colors = {
  PENDING: 'blue',
  PROCESSED: 'teal',
  ERROR: 'red',
  EMPTY: 'gray',
  BLOCKED: 'orange',
  EXPIRED: 'orange',
} as const;

/** How far processing of a resource is, and by what it cannot be found yet. */
export function StatusBadge({ resource }: { readonly resource: Resource }) {
  const { t } = useTranslation('resources');
  const status = resource.metadata?.status ?? 'PENDING';
  const waits = status === 'PROCESSED' && resource.waits_for ? resource.waits_for : undefined;
  return (
    <Badge variant="outline" color={waits ? 'blue' : colors[status]} className="status-badge" tt="none">
      {waits ? t(`waits.${waits}`) : t(`status.${status}`)}
    </Badge>
  );
}
