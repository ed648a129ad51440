import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBox } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { DeleteBox } from './delete-box';
import { SettingsForm } from './settings-form';

/** Name and access settings of a box. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const query = useBox(useKbid());
  return (
    <Page title={t('title')}>
      <Loaded query={query}>
        {(box) => (
          <Stack gap="xl" maw="40rem">
            <SettingsForm key={box.id} box={box} />
            <DeleteBox box={box} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
