import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';

const call = (kbid: string) => `curl "$API/kb/${kbid}/upload" -H "Authorization: Bearer $TOKEN" \\
  -H "x-extract-strategy: $EXTRACT" -H "x-split-strategy: $SPLIT" \\
  -H "content-type: application/pdf" --data-binary @report.pdf`;

/** How documents get a strategy. */
export function NamingHint({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('strategies');
  return (
    <Section title={t('naming.title')}>
      <Text size="sm">
        {t('naming.adding')}{' '}
        <Anchor component={Link} to={`/boxes/${kbid}/adding`}>
          {t('naming.toAdding')}
        </Anchor>
      </Text>
      <Text size="sm">{t('naming.programs')}</Text>
      <Code block tabIndex={0} className="call-text">
        {call(kbid)}
      </Code>
      <Text size="sm">{t('naming.later')}</Text>
    </Section>
  );
}
