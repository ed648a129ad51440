import { Badge, SimpleGrid, Stack, Text } from '@mantine/core';
import { SlidersIcon } from '@primer/octicons-react';
import type { SearchConfiguration } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchConfigurationsQuery } from '../../data/search-configurations';
import { hasFilters } from '../../parts/filters/filters';
import { Loaded } from '../../parts/loaded';
import { numberText } from '../../parts/quantities';
import { draftOfConfiguration } from './configuration-draft';
import { ConfigurationEditor } from './configuration-editor';
import { useDeleteConfiguration } from './search-settings-queries';
import { DeleteSetting, SettingCard, SettingList } from './setting-list';

/** What is edited: a configuration by its name, or a new one. */
type Edited = { readonly name: string } | 'new' | undefined;

/** Search configurations of a box, and the way to make and try one. */
export function Configurations({ kbid }: { readonly kbid: string }) {
  const query = useQuery(searchConfigurationsQuery(kbid));
  const removal = useDeleteConfiguration(kbid);
  const [edited, setEdited] = useState<Edited>();
  const [removed, setRemoved] = useState<string>();
  return (
    <Loaded query={query}>
      {(configurations) => {
        if (edited !== undefined) {
          const name = edited === 'new' ? undefined : edited.name;
          return (
            <ConfigurationEditor
              key={name ?? ''}
              kbid={kbid}
              configurations={configurations}
              name={name}
              onClose={() => setEdited(undefined)}
            />
          );
        }
        return (
          <>
            <SettingList
              kind="configurations"
              icon={<SlidersIcon size={48} aria-hidden />}
              isEmpty={Object.keys(configurations).length === 0}
              onNew={() => setEdited('new')}
            >
              <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
                {Object.entries(configurations).map(([name, configuration]) => (
                  <ConfigurationCard
                    key={name}
                    name={name}
                    configuration={configuration}
                    onEdit={() => setEdited({ name })}
                    onDelete={() => setRemoved(name)}
                  />
                ))}
              </SimpleGrid>
            </SettingList>
            {removed !== undefined && (
              <DeleteSetting
                kind="configurations"
                id={removed}
                removal={removal}
                onClose={() => setRemoved(undefined)}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface ConfigurationCardProps {
  readonly name: string;
  readonly configuration: SearchConfiguration;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function ConfigurationCard({ configuration, ...card }: ConfigurationCardProps) {
  const { t } = useTranslation('search-settings');
  return (
    <SettingCard {...card}>
      <Stack gap={6} align="flex-start">
        <Badge variant="default" tt="none">
          {t(`kinds.${configuration.kind}`)}
        </Badge>
        <Effects configuration={configuration} />
      </Stack>
    </SettingCard>
  );
}

/** What a configuration changes, in words. */
function Effects({ configuration }: { readonly configuration: SearchConfiguration }) {
  const { t, i18n } = useTranslation('search-settings');
  const draft = draftOfConfiguration(configuration);
  const { byWords, byMeaning, withSynonyms, fusion, meaningShare, meaningFloor, wordsFloor, window } = draft;
  const number = (value: number) => numberText(value, i18n.language);
  const effects = [
    withSynonyms && t('effects.synonyms'),
    !byMeaning && !withSynonyms && t('effects.words'),
    !byWords && !withSynonyms && t('effects.meaning'),
    fusion === 'ranks' && t('effects.ranks'),
    meaningShare !== undefined && t('effects.share', { share: number(meaningShare) }),
    meaningFloor !== undefined && t('effects.similarity', { score: number(meaningFloor) }),
    Boolean(wordsFloor) && t('effects.score', { score: number(wordsFloor ?? 0) }),
    !draft.isReranked && t('effects.unordered'),
    window !== undefined && t('effects.window', { count: window }),
    draft.topK !== undefined && t('effects.top', { count: draft.topK }),
    draft.vectorset !== '' && t('effects.vectorset', { id: draft.vectorset }),
    hasFilters(draft.filters) && t('effects.filtered'),
    draft.model !== '' && t('effects.model', { model: draft.model }),
    draft.system !== '' && t('effects.system'),
    ...Object.keys(draft.rest),
  ].filter((effect) => effect !== false);
  return (
    <Text size="sm" className="content-text">
      {effects.join(' · ') || t('configurations.nothing')}
    </Text>
  );
}
