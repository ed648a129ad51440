import { Alert, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBoxRights } from '../../data/box-rights';
import { useBox } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { Page } from '../../parts/page';
import { ExtractStrategies } from './extract-strategies';
import { NamingHint } from './naming-hint';
import { SplitStrategies } from './split-strategies';

/** How texts are taken out of documents and cut into passages, other than as usual. */
export function StrategiesPage() {
  const { t } = useTranslation('strategies');
  const kbid = useKbid();
  const { mayOwn, isKnown } = useBoxRights(useBox(kbid).data);
  return (
    <Page title={t('title')} description={t('intro')}>
      <Stack key={kbid} gap="lg" maw="64rem">
        {isKnown && !mayOwn && <Alert title={t('others.title')}>{t('others.text')}</Alert>}
        <ExtractStrategies kbid={kbid} mayChange={mayOwn} />
        <SplitStrategies kbid={kbid} mayChange={mayOwn} />
        <NamingHint kbid={kbid} />
      </Stack>
    </Page>
  );
}
