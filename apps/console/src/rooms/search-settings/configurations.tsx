import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { PlusIcon, SlidersIcon } from '@primer/octicons-react';
import type { SearchConfiguration, SearchConfigurations } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchConfigurationsQuery } from '../../data/search-configurations';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { EmptyState } from '../../parts/empty-state';
import { hasFilters } from '../../parts/filters/filters';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { numberText } from '../../parts/quantities';
import { draftOfConfiguration } from './configuration-draft';
import { ConfigurationEditor } from './configuration-editor';
import { useDeleteConfiguration } from './search-settings-queries';

/** What is edited: a configuration by its name, or a new one. */
type Edited = { readonly name: string } | 'new' | undefined;

/** Search configurations of a box, and the way to make and try one. */
export function Configurations({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(searchConfigurationsQuery(kbid));
  const [edited, setEdited] = useState<Edited>();
  const close = () => setEdited(undefined);
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('configurations.new')}
    </Button>
  );
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
              onClose={close}
            />
          );
        }
        return Object.keys(configurations).length === 0 ? (
          <EmptyState
            icon={<SlidersIcon size={48} aria-hidden />}
            title={t('configurations.none')}
            text={t('configurations.intro')}
            action={add}
          />
        ) : (
          <Stack gap="md" align="flex-start">
            <Text size="sm">{t('configurations.intro')}</Text>
            {add}
            <ConfigurationCards kbid={kbid} configurations={configurations} onEdit={(name) => setEdited({ name })} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface ConfigurationCardsProps {
  readonly kbid: string;
  readonly configurations: SearchConfigurations;
  readonly onEdit: (name: string) => void;
}

function ConfigurationCards({ kbid, configurations, onEdit }: ConfigurationCardsProps) {
  const { t } = useTranslation('search-settings');
  const [removed, setRemoved] = useState<string>();
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
        {Object.entries(configurations).map(([name, configuration]) => (
          <Card key={name} withBorder padding="md" component="section" aria-label={name}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Title order={2} size="h5" className="content-text" dir="auto">
                {name}
              </Title>
              <Group gap={4} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t('editOf', { name })}
                  onClick={() => onEdit(name)}
                >
                  {t('edit')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('deleteOf', { name })}
                  onClick={() => setRemoved(name)}
                >
                  {t('delete')}
                </Button>
              </Group>
            </Group>
            <Stack gap={6} align="flex-start">
              <Badge variant="default" tt="none">
                {t(`kinds.${configuration.kind}`)}
              </Badge>
              <Effects configuration={configuration} />
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      {removed !== undefined && (
        <DeleteConfiguration kbid={kbid} name={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
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

interface DeleteConfigurationProps {
  readonly kbid: string;
  readonly name: string;
  readonly onClose: () => void;
}

function DeleteConfiguration({ kbid, name, onClose }: DeleteConfigurationProps) {
  const { t } = useTranslation('search-settings');
  const { mutate, isPending, error } = useDeleteConfiguration(kbid, () => {
    notify(t('deleted'));
    onClose();
  });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('deleteOf', { name })}
      name={name}
      action={t('delete')}
      onConfirm={() => mutate(name)}
      isPending={isPending}
      error={error}
    >
      {t('configurations.deleteText')}
    </ConfirmByName>
  );
}
