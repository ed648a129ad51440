import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { Page } from '../../parts/page';
import { Configurations } from './configurations';
import { EntityNames } from './entity-names';
import { KeyValueSchemas } from './key-value-schemas';
import { LabelSets } from './label-sets';
import { isSettingsTab, settingsSearch, settingsTabs } from './settings-search';
import { SynonymTable } from './synonym-table';

const panels = {
  configurations: Configurations,
  labels: LabelSets,
  synonyms: SynonymTable,
  entities: EntityNames,
  schemas: KeyValueSchemas,
} as const;

/** How a box is searched, tried beside a live search, and the words that its searches know. */
export function SearchSettingsPage() {
  const { t } = useTranslation('search-settings');
  const kbid = useKbid();
  const navigate = useNavigate();
  const { tab = 'configurations' } = settingsSearch(useSearch({ strict: false }));
  const open = (next: string | null) => {
    if (isSettingsTab(next)) void navigate({ to: '.', search: settingsSearch({ tab: next }), replace: true });
  };
  return (
    <Page title={t('title')} description={t('intro')}>
      <Tabs value={tab} onChange={open} keepMounted={false} key={kbid}>
        <Tabs.List>
          {settingsTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {settingsTabs.map((one) => {
          const Panel = panels[one];
          return (
            <Tabs.Panel key={one} value={one} pt="md">
              <Panel kbid={kbid} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
