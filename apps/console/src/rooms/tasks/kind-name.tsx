import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isTaskKind } from './task-kinds';

interface KindNameProps {
  readonly kind: string;
  readonly name: string | undefined;
  readonly isCleanup?: boolean;
}

/** What a task does, in plain words, and the name that a person gave it. */
export function KindName({ kind, name, isCleanup = false }: KindNameProps) {
  const { t } = useTranslation('tasks');
  const does = isTaskKind(kind) ? t(`kind.${kind}.title`) : kind;
  return (
    <div className="kind-name">
      <Text fw={600}>{isCleanup ? t('cleanupOf', { task: does }) : does}</Text>
      {name !== undefined && name !== kind && (
        <Text size="sm" c="dimmed" dir="auto" className="content-text">
          {name}
        </Text>
      )}
    </div>
  );
}
