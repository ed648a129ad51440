import { Badge, ColorSwatch, Group, SimpleGrid, Text } from '@mantine/core';
import { TagIcon } from '@primer/octicons-react';
import type { Labelset } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelsetsQuery } from '../../data/labelsets';
import { facetName, facetsQuery } from '../../parts/filters/facets';
import { Loaded } from '../../parts/loaded';
import { numberText } from '../../parts/quantities';
import { LabelSetDialog } from './label-set-dialog';
import { useDeleteLabelset } from './search-settings-queries';
import { DeleteSetting, SettingCard, SettingList } from './setting-list';

const LABELS_SHOWN_MAX = 30;

/** A label set by its id; a new one without. */
interface Edited {
  readonly id?: string;
}

/** Labels that documents and passages of a box get, in sets. */
export function LabelSets({ kbid }: { readonly kbid: string }) {
  const query = useQuery(labelsetsQuery(kbid));
  const removal = useDeleteLabelset(kbid);
  const [edited, setEdited] = useState<Edited>();
  const [removed, setRemoved] = useState<string>();
  return (
    <Loaded query={query}>
      {(sets) => (
        <>
          <SettingList
            kind="labels"
            icon={<TagIcon size={48} aria-hidden />}
            isEmpty={Object.keys(sets).length === 0}
            onNew={() => setEdited({})}
          >
            <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
              {Object.entries(sets).map(([id, set]) => (
                <LabelSetCard
                  key={id}
                  kbid={kbid}
                  id={id}
                  set={set}
                  onEdit={() => setEdited({ id })}
                  onDelete={() => setRemoved(id)}
                />
              ))}
            </SimpleGrid>
          </SettingList>
          {edited && (
            <LabelSetDialog
              kbid={kbid}
              id={edited.id}
              set={edited.id === undefined ? undefined : sets[edited.id]}
              ids={Object.keys(sets)}
              onClose={() => setEdited(undefined)}
            />
          )}
          {removed !== undefined && (
            <DeleteSetting
              kind="labels"
              id={removed}
              name={sets[removed]?.title}
              removal={removal}
              onClose={() => setRemoved(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

/** How many documents have a label, by `set / label`. */
function useLabelCounts(kbid: string): ReadonlyMap<string, number> {
  const { i18n } = useTranslation();
  const { data } = useQuery(facetsQuery(kbid));
  return new Map(data?.labels.map(({ path, count }) => [facetName(path, 'labels', i18n.language), count]));
}

interface LabelSetCardProps {
  readonly kbid: string;
  readonly id: string;
  readonly set: Labelset;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function LabelSetCard({ kbid, id, set, onEdit, onDelete }: LabelSetCardProps) {
  const { t, i18n } = useTranslation('search-settings');
  const counts = useLabelCounts(kbid);
  const { title, color, multiple, kind, labels } = set;
  const facts = [t(multiple ? 'labels.several' : 'labels.one'), ...kind.map((one) => t(`labels.kinds.${one}`))];
  const more = labels.length - LABELS_SHOWN_MAX;
  return (
    <SettingCard
      name={title}
      mark={<ColorSwatch color={color} size={16} aria-hidden />}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <Group gap={6}>
        {labels.slice(0, LABELS_SHOWN_MAX).map((label) => {
          const count = counts.get(`${id} / ${label.title}`);
          return (
            <Badge key={label.title} variant="default" tt="none" maw="100%" title={label.text ?? undefined}>
              <bdi>{label.title}</bdi>
              {count !== undefined && ` · ${numberText(count, i18n.language)}`}
            </Badge>
          );
        })}
        {more > 0 && <Text size="sm">{t('labels.more', { count: more })}</Text>}
      </Group>
    </SettingCard>
  );
}
