import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  /** The next step. */
  readonly action?: ReactNode;
}

/** Stands where a list has nothing to show: says why, and what to do. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      {icon}
      <Title order={2} size="h4">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw="32rem">
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
