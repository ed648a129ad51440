import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { FieldMetadata } from '@lectern/contracts/knowledge-box';
import { useTranslation } from 'react-i18next';

/** Names per type that are shown; books have thousands. */
const SHOWN_MAX = 100;

/** Names that the text mentions, by their types. */
export function EntitiesView({ metadata }: { readonly metadata: FieldMetadata | undefined }) {
  const { t } = useTranslation('resource');
  const types = Object.entries(Object.groupBy(Object.entries(metadata?.ner ?? {}), ([, type]) => type));
  if (types.length === 0) return <Text c="dimmed">{t('entities.none')}</Text>;
  return (
    <Stack gap="sm">
      {types.map(([type, names = []]) => (
        <section key={type} aria-label={type}>
          <Title order={3} size="h6" pb={4}>
            {type}
          </Title>
          <Group gap={6}>
            {names.slice(0, SHOWN_MAX).map(([name]) => (
              <Badge key={name} variant="default" tt="none" dir="auto" title={name}>
                {name}
              </Badge>
            ))}
            {names.length > SHOWN_MAX && (
              <Text size="sm">{t('entities.more', { count: names.length - SHOWN_MAX })}</Text>
            )}
          </Group>
        </section>
      ))}
    </Stack>
  );
}
