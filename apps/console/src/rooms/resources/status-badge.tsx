import { Badge } from '@mantine/core';
import type { FieldData, Resource } from '@lectern/contracts/knowledge-box';
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
  const isPartly = status === 'PROCESSED' && !waits && hasErrors(resource);
  const color = waits ? 'blue' : isPartly ? 'yellow' : colors[status];
  return (
    <Badge variant="outline" color={color} className="status-badge" tt="none">
      {waits ? t(`waits.${waits}`) : isPartly ? t('partly') : t(`status.${status}`)}
    </Badge>
  );
}

/** Whether processing of any field left something out. */
function hasErrors({ data = {} }: Resource): boolean {
  return Object.values(data).some((fields: Readonly<Record<string, FieldData>> = {}) =>
    Object.values(fields).some(({ errors = [] }) => errors.length > 0),
  );
}
