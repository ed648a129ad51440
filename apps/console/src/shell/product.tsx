import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Its mark, and its name where there is room. */
export function Product({ isWide = false }: { readonly isWide?: boolean }) {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/assets/icon.svg" alt="" width={28} height={28} />
      <Text fw={700} size="lg" visibleFrom={isWide ? undefined : 'sm'}>
        {t('product')}
      </Text>
    </Group>
  );
}
