import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { Page } from '../../parts/page';
import { AnswerModel } from './answer-model';
import { MeaningModels } from './meaning-models';
import { ProviderKeys } from './provider-keys';
import { ModelsAtWork } from './models-at-work';

/** Which models work for a box, and how they are changed. */
export function ModelsPage() {
  const { t } = useTranslation('models');
  const kbid = useKbid();
  return (
    <Page title={t('title')} description={t('intro')}>
      <Stack key={kbid} gap="lg" maw="64rem">
        <ModelsAtWork kbid={kbid} />
        <AnswerModel kbid={kbid} />
        <ProviderKeys kbid={kbid} />
        <MeaningModels kbid={kbid} />
      </Stack>
    </Page>
  );
}
