import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlace } from './place';

interface PageProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly description?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Frame of every page: a title that names the document and gets the focus when the page appears, and its content. A
 * page has one of them.
 */
export function Page({ title, description, actions, children }: PageProps) {
  const { t } = useTranslation();
  const place = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, place, t('product')].filter((part) => part !== undefined).join(' · ');
  }, [title, place, t]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 16rem">
          <Title order={1} size="h2" ref={heading} tabIndex={-1} dir="auto" className="content-text" lineClamp={3}>
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
