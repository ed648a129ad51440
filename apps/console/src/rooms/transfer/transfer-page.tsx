import { Alert, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBoxRights } from '../../data/box-rights';
import { useBox } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { BackupSection } from './backup-section';
import { ExportSection } from './export-section';
import { ImportSection } from './import-section';

/** The whole box as a file, from a file, and as copies that the account keeps. */
export function TransferPage() {
  const { t } = useTranslation('transfer');
  const query = useBox(useKbid());
  const { mayWrite, mayOwn, isKnown } = useBoxRights(query.data);
  return (
    <Page title={t('title')} description={t('intro')}>
      <Loaded query={query}>
        {(box) => (
          <Stack key={box.id} gap="lg" maw="64rem">
            {isKnown && !mayWrite && <Alert title={t('readers.title')}>{t('readers.text')}</Alert>}
            {mayWrite && <ExportSection box={box} />}
            {mayWrite && <ImportSection kbid={box.id} mayOwn={mayOwn} />}
            {mayOwn && <BackupSection box={box} />}
            {mayWrite && !mayOwn && <Alert title={t('writers.title')}>{t('writers.text')}</Alert>}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
