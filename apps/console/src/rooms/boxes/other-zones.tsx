import { Anchor, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOtherZones } from '../../data/zones';

/** The ways to the boxes that other zones hold for the account, each with a console of its own. */
export function OtherZones({ account }: { readonly account: string }) {
  const { t } = useTranslation('boxes');
  const zones = useOtherZones(account);
  if (zones.length === 0) return null;
  return (
    <Stack gap="xs" mt="xl">
      <Title order={2} size="h4">
        {t('zones.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('zones.text')}
      </Text>
      <SimpleGrid component="ul" cols={{ base: 1, md: 2, xl: 3 }} className="plain-list">
        {zones.map(({ id, title, origin, boxes }) => (
          <Card component="li" key={id} withBorder padding="md">
            <Group justify="space-between" wrap="nowrap">
              <Anchor href={`${origin}/boxes`}>{title}</Anchor>
              {boxes !== undefined && <Text size="sm">{t('zones.boxes', { count: boxes })}</Text>}
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
